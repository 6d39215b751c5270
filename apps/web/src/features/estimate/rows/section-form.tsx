import {
  derivedText,
  SECTIONS,
  type DerivedTextName,
  type FieldDefinition,
  type FieldPlace,
  type FormGroup,
  type PricedLine,
} from "@ridgebook/estimating";
import { IconAlertTriangle } from "@tabler/icons-react";
import { memo, useId, useMemo } from "react";
import { SectionDrawing } from "#features/estimate/drawings/field-drawing.tsx";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { useAmountsView } from "#features/estimate/rows/amounts-view.ts";
import { EntryOfField } from "#features/estimate/rows/entry-of-field.tsx";
import {
  addLabel,
  fieldsOfRows,
  isAnyPriced,
  layoutOfGroup,
  rowNamedAsGroup,
  rowsOfGroup,
  soleListOf,
  standsInColumns,
  type GroupLayout,
  type GroupRow,
} from "#features/estimate/rows/field-layout.ts";
import { FieldRow } from "#features/estimate/rows/field-row.tsx";
import { LabelledField } from "#features/estimate/rows/labelled-field.tsx";
import { GroupTotal } from "#features/estimate/rows/line-amounts.tsx";
import { useRowsOf } from "#features/estimate/rows/list-of-rows.ts";
import { SECTION } from "#features/estimate/rows/move-to-quantity.ts";
import { countOpenRecommendations } from "#features/estimate/rows/open-recommendations.ts";
import { AddFirst, ClearRows } from "#features/estimate/rows/row-actions.tsx";
import classes from "#features/estimate/rows/section-form.module.css";
import { SectionPlaceProvider, useField } from "#features/estimate/rows/use-field.ts";
import { useWorkflowTitle } from "#features/estimate/use-workflow-title.ts";

/** All groups of a catalogue section, for the form in context. */
export function SectionForm({ sectionId }: { sectionId: number }) {
  const workflow = useWorkflowTitle();
  const section = SECTIONS.find(({ id }) => id === sectionId);
  if (!section) throw new RangeError(`No section has the id ${String(sectionId)}.`);
  return (
    <SectionPlaceProvider value={`${workflow} · ${section.name}`}>
      <SectionGroups groups={section.groups} drawingOf={sectionId} />
    </SectionPlaceProvider>
  );
}

interface DrawnGroup {
  readonly group: FormGroup;
  readonly rows: readonly GroupRow[];
  readonly layout: GroupLayout;
}

/**
 * Groups of the catalogue, with one row of column headers.
 *
 * @param drawingOf the section whose drawing, if any, goes beside the first strip of measurements
 */
export const SectionGroups = memo(function SectionGroups({
  groups,
  drawingOf,
}: {
  groups: readonly FormGroup[];
  drawingOf?: number | undefined;
}) {
  const { copy, book } = useWorkflowForm();
  const drawn = useMemo(
    () =>
      groups.map((group): DrawnGroup => {
        const rows = rowsOfGroup(copy.workflowId, group);
        return { group, rows, layout: layoutOfGroup(book, fieldsOfRows(rows), group.hasTotal ?? false) };
      }),
    [groups, copy.workflowId, book],
  );
  const firstTable = drawn.findIndex(({ layout }) => layout === "table");
  const firstStrip = drawn.findIndex(({ layout }) => layout === "strip");
  const properties = useMemo(
    () => new Set(drawn.flatMap(({ rows }) => fieldsOfRows(rows).map(({ property }) => property))),
    [drawn],
  );
  const isWide = useFormValue(({ lines }) => hasLargeAmounts(lines, properties));
  const isPriced = drawn.some(({ rows }) => fieldsOfRows(rows).some((field) => isAnyPriced(book, field)));
  return (
    // Sections without prices have no amount columns.
    <div
      className={classes.root}
      data-ground="surface"
      data-unpriced={!isPriced || undefined}
      data-wide={isWide || undefined}
      {...SECTION}
    >
      {drawn.map((each, index) => (
        // The groups are constant, so the index is a stable key.
        <div key={index} className={classes.place}>
          {index === firstTable && <ColumnHeads properties={properties} />}
          <Group {...each} drawingOf={index === firstStrip ? drawingOf : undefined} />
        </div>
      ))}
    </div>
  );
});

/** Amounts from this many dollars need wider columns. */
const LARGE_AMOUNT = 100_000;

const hasLargeAmounts = (lines: readonly PricedLine[], properties: ReadonlySet<string>): boolean =>
  lines
    .filter(({ definition }) => properties.has(definition.property))
    .reduce((sum, { totals }) => sum + Math.max(totals.total, totals.totalCost), 0) >= LARGE_AMOUNT;

function ColumnHeads({ properties }: { properties: ReadonlySet<string> }) {
  const { view } = useAmountsView();
  return (
    <div className={classes.heads}>
      <span className={classes.headChoice}>Choice</span>
      <span className={classes.headQuantity}>Quantity</span>
      <span className={classes.headHint}>
        Recommended
        <UseAll properties={properties} />
      </span>
      <span className={classes.headMaterial}>Material</span>
      <span className={classes.headLabor}>Labor</span>
      <span className={classes.headTotal}>Total {view}</span>
    </div>
  );
}

/** A single recommendation has its own button. */
const MIN_TO_USE_ALL = 2;

function UseAll({ properties }: { properties: ReadonlySet<string> }) {
  const form = useWorkflowForm();
  const open = useFormValue((snapshot) => countOpenRecommendations(snapshot, form.copy.workflowId, properties));
  if (open < MIN_TO_USE_ALL) return null;
  return (
    <button
      type="button"
      className={classes.useAll}
      aria-label={`Use all ${String(open)} recommended quantities`}
      onClick={() => form.useAllRecommended([...properties])}
    >
      Use all {open}
      <span className={classes.phoneOnly}> recommended</span>
    </button>
  );
}

const topPlace = ({ property }: FieldDefinition): FieldPlace => ({ outer: [], property, lineId: null });

const Group = memo(function Group({ group, rows, layout, drawingOf }: DrawnGroup & { drawingOf: number | undefined }) {
  const heading = useId();
  const { title } = group;
  if (layout === "strip")
    return (
      <section className={classes.group}>
        <h2 className={`rb-group ${classes.title}`}>{title}</h2>
        <div className={classes.stripAndDrawing}>
          <div className={classes.strip}>
            {fieldsOfRows(rows).map((field) => (
              <LabelledField key={field.property} place={topPlace(field)} />
            ))}
          </div>
          <div className={classes.drawing}>{drawingOf !== undefined && <SectionDrawing sectionId={drawingOf} />}</div>
        </div>
        <Texts rows={rows} />
      </section>
    );
  if (layout === "ticks")
    return (
      <section className={classes.group}>
        <h2 id={heading} className={`rb-group ${classes.title}`}>
          {title}
        </h2>
        <div role="group" aria-labelledby={heading} className={classes.ticks}>
          {fieldsOfRows(rows).map((field) => (
            <Tick key={field.property} field={field} />
          ))}
        </div>
      </section>
    );
  return <LinesGroup group={group} rows={rows} isPlain={layout === "plain"} />;
});

function LinesGroup({ group, rows, isPlain }: { group: FormGroup; rows: readonly GroupRow[]; isPlain: boolean }) {
  const { title, hasTotal } = group;
  const named = hasTotal ? null : rowNamedAsGroup(group, rows);
  const soleList = soleListOf(rows);
  const properties = useMemo(() => new Set(fieldsOfRows(rows).map(({ property }) => property)), [rows]);
  if (named)
    return (
      <section className={classes.group}>
        <FieldRow place={topPlace(named)} isHeading isPlain={isPlain} />
      </section>
    );
  return (
    <section className={classes.group} data-columns={(isPlain && standsInColumns(rows)) || undefined}>
      <div className={classes.head} data-plain={isPlain || undefined}>
        <h2 className={`rb-group ${classes.title}`}>{title}</h2>
        {soleList && (
          <span className={classes.listAction} data-list-action>
            <ListAction field={soleList} />
          </span>
        )}
        {hasTotal && <GroupTotal title={title} properties={properties} />}
      </div>
      {rows.map((row) =>
        "text" in row ? (
          <TextRow key={row.text} text={row.text} />
        ) : (
          <FieldRow
            key={row.field.property}
            place={topPlace(row.field)}
            control={row.control}
            isPlain={isPlain}
            isNamedByGroup={row.field === soleList}
          />
        ),
      )}
    </section>
  );
}

/** The button in the group's header: adds a list's first row, or clears the list. */
function ListAction({ field }: { field: FieldDefinition }) {
  const place = useMemo(() => topPlace(field), [field]);
  return useRowsOf(place).length === 0 ? (
    <AddFirst rows={place} text={addLabel(field)} />
  ) : (
    <ClearRows rows={place} label={field.label} />
  );
}

function Tick({ field }: { field: FieldDefinition }) {
  const place = useMemo(() => topPlace(field), [field]);
  const reading = useField(place, field);
  if (!reading.isVisible) return null;
  return <EntryOfField place={place} definition={field} reading={reading} name={field.label} unit="" isBox />;
}

function Texts({ rows }: { rows: readonly GroupRow[] }) {
  return rows.map((row) => "text" in row && <TextRow key={row.text} text={row.text} />);
}

/** Labels of texts that are shown even when empty (3.§2). */
const TEXT_LABELS: Partial<Record<DerivedTextName, string>> = {
  trimCoilNeed: "Trim Coil Need",
  soffitMaterialNeeded: "Material needed",
};

/** A calculated text. */
function TextRow({ text: name }: { text: DerivedTextName }) {
  const text = useFormValue(({ values }, { copy, book }) =>
    derivedText(name, { workflowId: copy.workflowId, values, book }),
  );
  const label = TEXT_LABELS[name];
  if (text === null && label === undefined) return null;
  if (name === "packageNotApplicable")
    return (
      <p className={classes.notice}>
        <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
        {text}
      </p>
    );
  return (
    <p className={classes.derived}>
      {label !== undefined && <span className={classes.derivedLabel}>{label}</span>}
      <span>{text ?? "–"}</span>
    </p>
  );
}
