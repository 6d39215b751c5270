import {
  childFields,
  lineQuantity,
  type FieldDefinition,
  type FieldPlace,
  type PricedLine,
} from "@ridgebook/estimating";
import { memo, useMemo, type ReactNode } from "react";
import { FieldDrawing, hasDrawing } from "#features/estimate/drawings/field-drawing.tsx";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import type { RowsPlace, WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { MeasuredMark } from "#features/estimate/measurements/measured-mark.tsx";
import { AddOnAmounts } from "#features/estimate/rows/add-on-amounts.tsx";
import { ChoiceCards } from "#features/estimate/rows/choice-cards.tsx";
import { EntryOfField } from "#features/estimate/rows/entry-of-field.tsx";
import { ProblemStar } from "#features/estimate/rows/field-error.tsx";
import {
  addLabel,
  childName,
  hasQuantity,
  insideSentence,
  isLongLabel,
  isPricedLine,
  layoutOfField,
  shownUnit,
} from "#features/estimate/rows/field-layout.ts";
import { fieldDomId, isSamePlace, pathBelow } from "#features/estimate/rows/field-place.ts";
import classes from "#features/estimate/rows/field-row.module.css";
import { LabelledField } from "#features/estimate/rows/labelled-field.tsx";
import { LineAmounts, NoAmounts } from "#features/estimate/rows/line-amounts.tsx";
import { rowDomId, useRowsOf } from "#features/estimate/rows/list-of-rows.ts";
import { NotInPrices } from "#features/estimate/rows/not-in-prices.tsx";
import { QuantityOfLine } from "#features/estimate/rows/quantity-field.tsx";
import { hintState, RecommendedHint } from "#features/estimate/rows/recommended-hint.tsx";
import { AddFirst, AddMissing, RowActions } from "#features/estimate/rows/row-actions.tsx";
import { isAboutAmount, useField } from "#features/estimate/rows/use-field.ts";

interface RowLook {
  /** Pictures to choose from, below the line. */
  control?: "swatches" | "cards" | null;
  /** Shows label and input only, because nothing in the group can have a price. */
  isPlain?: boolean;
  /** The group's title is the label of its rows. */
  isNamedByGroup?: boolean;
  /** The row's label is the group's title. */
  isHeading?: boolean;
  /** The line is below a parent line. */
  isBelow?: boolean;
}

type FieldRowProps = RowLook & { place: FieldPlace };

const isSameRow = (before: FieldRowProps, after: FieldRowProps): boolean =>
  before.control === after.control &&
  before.isPlain === after.isPlain &&
  before.isNamedByGroup === after.isNamedByGroup &&
  before.isHeading === after.isHeading &&
  before.isBelow === after.isBelow &&
  isSamePlace(before.place, after.place);

/**
 * A field as a line of the form (look.md "Row"): label, choice, quantity, recommendation, material, labor, total. A repeatable field
 * without a line id renders the list of its lines.
 */
export const FieldRow = memo(function FieldRow({ place, ...look }: FieldRowProps) {
  const definition = useWorkflowForm().definitionOf(place);
  if (definition.allowMultiple && place.lineId === null)
    return <RowsOfList rows={place} definition={definition} look={look} />;
  const own = definition.allowMultiple || place.lineId === null ? place : { ...place, lineId: null };
  return <LineRow place={own} definition={definition} look={look} />;
}, isSameRow);

function RowsOfList({ rows, definition, look }: { rows: RowsPlace; definition: FieldDefinition; look: RowLook }) {
  const { book } = useWorkflowForm();
  const followed = useRowsOf(rows);
  const listProblem = useFormValue(
    ({ problems }) => problems.find(({ fieldId, lineId }) => fieldId === definition.id && lineId === null)?.text ?? "",
  );
  const isVisible = useFormValue((_snapshot, form) => form.stateOf({ ...rows, lineId: null }).visible);
  if (!isVisible) return null;
  return (
    <>
      {followed.length === 0 && !look.isNamedByGroup && (
        <div className={classes.row} data-entry="add" data-plain={look.isPlain || undefined}>
          <div className={classes.label}>
            <span className={classes.text}>{definition.label}</span>
          </div>
          <div className={classes.choice}>
            {book.has(definition) ? (
              <AddFirst rows={rows} text={addLabel(definition)} />
            ) : (
              <NotInPrices own={definition} className={classes.warning} />
            )}
          </div>
        </div>
      )}
      {followed.map(({ id, key }, index) => (
        <RowOfList
          key={key}
          rows={rows}
          lineId={id}
          index={index}
          count={followed.length}
          definition={definition}
          look={look}
        />
      ))}
      {listProblem && (
        <p
          id={fieldDomId({ ...rows, lineId: null })}
          tabIndex={-1}
          className={classes.listProblem}
          data-plain={look.isPlain || undefined}
        >
          <ProblemStar /> {listProblem}
        </p>
      )}
    </>
  );
}

interface InList {
  readonly index: number;
  readonly count: number;
}

const RowOfList = memo(
  function RowOfList({
    rows,
    lineId,
    index,
    count,
    definition,
    look,
  }: {
    rows: RowsPlace;
    lineId: number;
    definition: FieldDefinition;
    look: RowLook;
  } & InList) {
    const place = useMemo(
      () => ({ outer: rows.outer, property: rows.property, lineId }),
      [rows.outer, rows.property, lineId],
    );
    const inList = useMemo(() => ({ index, count }), [index, count]);
    return <LineRow place={place} definition={definition} look={look} inList={inList} />;
  },
  (before, after) =>
    before.lineId === after.lineId &&
    before.index === after.index &&
    before.count === after.count &&
    isSamePlace({ ...before.rows, lineId: null }, { ...after.rows, lineId: null }),
);

const NOT_KEPT = "No quantity is entered, so nothing of this is kept.";
const NOTHING_CHOSEN = "Nothing is chosen yet, so there is no price.";

/** The warning for a counted line without its own price, or with a choice that has none. */
function warningOf(priced: PricedLine | null): string {
  const all = priced ? [priced, ...priced.children] : [];
  const { warning } = all.find((each) => each.own.warning && lineQuantity(each.definition, each.line) > 0)?.own ?? {};
  if (!warning) return "";
  const choices = all.filter(({ definition }) => definition.dataType === "dropdown");
  const isChosen = choices.length === 0 || choices.some(({ line }) => line.value);
  return isChosen ? warning.text : NOTHING_CHOSEN;
}

/** Whether a cost of the line, or a field below it, has a problem. */
const hasProblemBelow = (form: WorkflowForm, place: FieldPlace, lineId: number | null): boolean =>
  lineId !== null &&
  form.getSnapshot().problems.length > 0 &&
  (form.problemsOf(place).some(isAboutAmount) ||
    childFields(form.definitionOf(place)).some(
      ({ property }) => form.problemsOf({ outer: pathBelow(place, lineId), property, lineId: null }).length > 0,
    ));

function LineRow({
  place,
  definition,
  look: { control = null, isPlain = false, isNamedByGroup = false, isHeading = false, isBelow = false },
  inList,
}: {
  place: FieldPlace;
  definition: FieldDefinition;
  look: RowLook;
  inList?: InList;
}) {
  const { book } = useWorkflowForm();
  const reading = useField(place, definition);
  const { lineId, recommended, aboveMax, inAll, isVisible, options } = reading;
  const isBadBelow = useFormValue((_snapshot, form) => hasProblemBelow(form, place, lineId));
  const warning = useFormValue((_snapshot, form) =>
    form.isDropped(place) ? NOT_KEPT : warningOf(form.pricedAt(place)),
  );
  const children = childFields(definition);
  const below = useMemo(() => (lineId === null ? null : pathBelow(place, lineId)), [place, lineId]);
  if (!isVisible) return null;

  const { label, dataType } = definition;
  const layout = layoutOfField(book, definition);
  const isNumbered = inList !== undefined && inList.count > 1;
  const rowName = isNumbered ? `${label} ${String(inList.index + 1)}` : label;
  const isMissing = children.length > 0 && below === null;
  const isPriced = isPricedLine(book, definition);
  const unit = shownUnit(definition, isPriced);
  const hasPictures = control === "cards" ? options.length > 0 : options.some(({ imageUrl }) => imageUrl);
  const pictures = hasPictures ? control : null;

  const childrenInLine = layout === "line" && below ? children : [];
  // A number with nothing else to count goes in the choice column.
  const isNumberAsChoice = isPlain && dataType === "number" && children.length === 0;
  const ownEntry = (dataType !== "number" && !pictures) || isNumberAsChoice;
  const showsQuantity = hasQuantity(definition) && !isNumberAsChoice && !isMissing;
  const isNumber = dataType === "number" && children.length === 0;
  const state = hintState(definition.property, reading);
  const captions = childrenInLine
    .map((child, index) => (index === 0 ? child.label : insideSentence(child.label)))
    .join(", ");
  // The only line of a list would repeat the group's total.
  const showsAmounts = !isPlain && !(layout === "rows" && isNamedByGroup && !isNumbered);
  const isLabelRead = isNamedByGroup ? layout !== "rows" : inList !== undefined && inList.index > 0;
  const entry =
    dataType === "boolean"
      ? "tick"
      : definition.allowPriceChange
        ? "text"
        : ownEntry || childrenInLine.length > 0 || isMissing || pictures
          ? dataType === "string"
            ? "long"
            : "choice"
          : "quantity";

  // A number's drawing goes in its empty choice column; a choice draws its own.
  const isDrawn = entry === "quantity" && hasDrawing(definition.workflowId, definition.key);

  return (
    <div
      id={inList && lineId !== null ? rowDomId(place, lineId) : undefined}
      // A line with a single input needs no group name.
      {...(children.length > 0 && { role: "group", "aria-label": rowName })}
      className={classes.line}
      data-listed={isNumbered || undefined}
      data-below={isBelow || undefined}
    >
      <div
        className={classes.row}
        data-entry={entry}
        data-plain={isPlain || undefined}
        data-hint={state}
        data-has-quantity={showsQuantity || undefined}
      >
        <div className={classes.label} data-heading={isHeading || undefined}>
          <span
            className={classes.text}
            data-long={isLongLabel(label) || undefined}
            data-read={isLabelRead || undefined}
          >
            {isLabelRead && isNumbered && <span className={classes.number}>{inList.index + 1}</span>}
            <RowLabel isHeading={isHeading}>
              <label
                htmlFor={fieldDomId(place)}
                className={isLabelRead ? "rb-visually-hidden" : undefined}
                title={definition.description || undefined}
              >
                {label}
              </label>
            </RowLabel>
            {(reading.valueProblem || reading.quantityProblem || isBadBelow) && <ProblemStar />}
            {captions && (
              <span className={classes.captions} aria-hidden>
                {captions}
              </span>
            )}
            <MeasuredMark definition={definition} value={reading.value} name={rowName} />
          </span>
          {inList && lineId !== null && (
            <RowActions
              rows={place}
              lineId={lineId}
              index={inList.index}
              count={inList.count}
              label={label}
              name={rowName}
              isBesideLabel={!isNamedByGroup}
            />
          )}
        </div>
        <div className={classes.choice}>
          {isMissing && <AddMissing place={place} text={addLabel(definition)} />}
          {ownEntry && (
            <EntryOfField place={place} definition={definition} reading={reading} name={rowName} unit={unit} />
          )}
          {isDrawn && (
            <span className={classes.besideQuantity}>
              <FieldDrawing place={place} />
            </span>
          )}
          {pictures && <span className={classes.chosen}>{options.find(({ id }) => id === reading.value)?.value}</span>}
          {below &&
            childrenInLine.map((child) => (
              <ChildInLine key={child.property} outer={below} definition={child} rowName={rowName} />
            ))}
        </div>
        <div className={classes.quantity}>
          {showsQuantity && (
            <QuantityOfLine
              place={place}
              definition={definition}
              reading={reading}
              name={isNumber ? rowName : `${rowName} quantity`}
              unit={unit}
            />
          )}
        </div>
        <div className={classes.hint}>
          <RecommendedHint
            place={place}
            name={rowName}
            unit={unit}
            state={state}
            recommended={recommended ?? 0}
            aboveMax={aboveMax}
            inAll={inAll}
            isFilledIn={reading.isFilledIn}
          />
        </div>
        {showsAmounts && (isPriced ? <LineAmounts place={place} name={rowName} /> : <NoAmounts />)}
      </div>
      {pictures && (
        <ChoiceCards
          place={place}
          definition={definition}
          control={pictures}
          id={fieldDomId(place)}
          name={rowName}
          value={reading.value}
          options={options}
          problem={reading.valueProblem}
          isDisabled={reading.isDisabled}
        />
      )}
      {warning && <p className={classes.warning}>{warning}</p>}
      <NotInPrices own={definition} others={childrenInLine} className={classes.warning} />
      {layout === "card" && (below || definition.allowPriceChange) && (
        <div className={classes.below}>
          <div className={classes.card} data-labelled>
            {definition.allowPriceChange && <AddOnAmounts place={place} name={rowName} />}
            {below &&
              children
                .filter((child) => !child.allowMultiple)
                .map((child) => (
                  <ChildInCard key={child.property} outer={below} definition={child} rowName={rowName} />
                ))}
          </div>
        </div>
      )}
      {below &&
        children
          .filter((child) => layout === "rows" || (layout === "card" && child.allowMultiple))
          .map((child) => <ChildBelow key={child.property} outer={below} property={child.property} />)}
    </div>
  );
}

const RowLabel = ({ isHeading, children }: { isHeading: boolean; children: ReactNode }) =>
  isHeading ? <h2 className={classes.heading}>{children}</h2> : children;

/** A choice or a measurement below the field, in its choice column. */
const ChildInLine = memo(function ChildInLine({
  outer,
  definition,
  rowName,
}: {
  outer: FieldPlace["outer"];
  definition: FieldDefinition;
  rowName: string;
}) {
  const place = useMemo(() => ({ outer, property: definition.property, lineId: null }), [outer, definition.property]);
  const reading = useField(place, definition);
  if (!reading.isVisible) return null;
  return (
    <EntryOfField
      place={place}
      definition={definition}
      reading={reading}
      name={childName(rowName, definition)}
      unit={definition.unit === "EA" ? "" : definition.unit}
    />
  );
});

const ChildInCard = memo(function ChildInCard({
  outer,
  definition,
  rowName,
}: {
  outer: FieldPlace["outer"];
  definition: FieldDefinition;
  rowName: string;
}) {
  const place = useMemo(() => ({ outer, property: definition.property, lineId: null }), [outer, definition.property]);
  return <LabelledField place={place} name={childName(rowName, definition)} />;
});

const ChildBelow = memo(function ChildBelow({ outer, property }: { outer: FieldPlace["outer"]; property: string }) {
  const place = useMemo(() => ({ outer, property, lineId: null }), [outer, property]);
  return <FieldRow place={place} isBelow />;
});
