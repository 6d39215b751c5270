import { Button } from "@mantine/core";
import {
  chosenPackage,
  fieldByKey,
  unpricedPart,
  type PackageAttribute,
  type PackageFields,
} from "@ridgebook/estimating";
import { IconDeviceTablet } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useId, useMemo, useState } from "react";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { attributeText } from "#features/estimate/packages/attribute-text.ts";
import { PackageCard } from "#features/estimate/packages/package-card.tsx";
import classes from "#features/estimate/packages/package-cards.module.css";
import {
  COMPARISON_TEXT,
  nameBeside,
  packageLabels,
  splitPackages,
  toggleCompared,
  type OfferedPackage,
} from "#features/estimate/packages/package-list.ts";
import { fieldOf, sectionOf } from "#features/estimate/packages/package-section.ts";
import { picturesTell } from "#features/estimate/packages/picture-pattern.ts";
import { PackagePicture } from "#features/estimate/packages/package-picture.tsx";
import { notPricedText } from "#features/estimate/packages/not-priced-text.ts";
import { PackageSwitch } from "#features/estimate/packages/package-switch.tsx";
import { useComparedPackages } from "#features/estimate/packages/use-compared-packages.ts";
import { homeownerPath } from "#features/estimate/paths.ts";
import { fieldDomId } from "#features/estimate/rows/field-place.ts";
import { linkTo } from "#features/estimate/steps/step-address.ts";

/** Rows of a card between its picture and its attributes: label, name, price, month. */
const FIXED_ROWS = 4;

/**
 * Packages side by side: what each is, the workflow's total with it, and their differences (PKG-01, PKG-02, PKG-07). One is chosen; up to
 * three are compared, and a contract can show the comparison.
 */
export function PackageCards({ fields, workflowName }: { fields: PackageFields; workflowName: string }) {
  const form = useWorkflowForm();
  const { workflowId } = form.copy;
  const { settings } = useOpenEstimate();
  const place = { outer: [], property: fields.choice, lineId: null } as const;
  const offered: readonly OfferedPackage[] = useFormValue((_snapshot, open) =>
    open.optionsOf({ outer: [], property: fields.choice, lineId: null }),
  );
  const chosenId = useFormValue(({ values }) => chosenPackage(workflowId, values));
  const comparisons = useFormValue((snapshot) => snapshot.comparisons);
  const problems = useFormValue((snapshot) => snapshot.problems);
  const [showsOnlyDifferences, setShowsOnlyDifferences] = useState(false);
  const [wasRefused, setWasRefused] = useState(false);
  const comparedIds = useMemo(() => comparisons.map(({ fieldOptionId }) => fieldOptionId), [comparisons]);
  const { cards, others } = useMemo(
    () => splitPackages({ offered, comparedIds, chosenId }),
    [offered, comparedIds, chosenId],
  );
  const { compared, attributes, loan, explain } = useComparedPackages(cards);
  const notPriced = useNotPriced(fields);
  const titleId = useId();

  const fieldId = fieldByKey(workflowId, fields.choice)?.id;
  const choiceProblem = problems.find((problem) => problem.fieldId === fieldId)?.text;
  const comparisonProblem = problems.find(({ code }) => code === "comparison")?.text;
  const refusal = wasRefused ? COMPARISON_TEXT : comparisonProblem;

  const choose = (id: string): void => {
    setWasRefused(false);
    form.choosePackage(id);
  };
  const compare = (id: string): void => {
    const wanted = toggleCompared({ offered, comparedIds, chosenId }, id);
    setWasRefused(wanted === null);
    if (wanted) form.selectComparison(wanted);
  };

  if (offered.length === 0)
    return (
      <section id={fieldDomId(place)} tabIndex={-1} aria-labelledby={titleId}>
        <h2 id={titleId} className="rb-group">
          {form.definitionOf(place).label}
          {choiceProblem && <Star />}
        </h2>
        {choiceProblem && <p className={classes.problem}>{choiceProblem}</p>}
        <p className="rb-hint">
          {fields.squares === null
            ? "The price book offers no package."
            : "Choose a material type to see its packages here. If none appears, the price book has none for it."}
        </p>
      </section>
    );

  const labels = packageLabels({
    offered,
    comparedIds,
    labels: [settings.contractPackageLabel1, settings.contractPackageLabel2, settings.contractPackageLabel3],
  });
  const shown = showsOnlyDifferences ? attributes.filter(({ isDifferent }) => isDifferent) : attributes;
  const hasDescriptions = cards.some(({ description }) => description);
  const hasPictures = canBeToldByPictures(workflowId, cards);
  const rowsAbove = FIXED_ROWS + (hasPictures ? 1 : 0);
  const rowCount = rowsAbove + shown.length + (hasDescriptions ? 1 : 0) + 1;

  return (
    <section id={fieldDomId(place)} className={classes.section} tabIndex={-1} aria-labelledby={titleId}>
      <div className={`rb-row ${classes.head}`}>
        <h2 id={titleId} className="rb-group">
          {form.definitionOf(place).label}
          {choiceProblem && <Star />}
        </h2>
        <PackageSwitch label="Only differences" isOn={showsOnlyDifferences} onChange={setShowsOnlyDifferences} />
        <ShowHomeowner />
      </div>
      {choiceProblem && <p className={classes.problem}>{choiceProblem}</p>}
      {notPriced && <p className={classes.missing}>{notPriced}</p>}
      <div className={classes.frame}>
        <div className={classes.cards} style={{ "--cards": cards.length, "--rows": rowCount } as React.CSSProperties}>
          <RowLabels attributes={shown} rowsAbove={rowsAbove} />
          {cards.map((option, index) => (
            <PackageCard
              key={option.id}
              option={option}
              priced={compared[index]}
              workflowName={workflowName}
              explain={explain}
              rows={shown.map((attribute) => ({ attribute, text: textAt(attribute, index) }))}
              label={labels.get(option.id)}
              workflowId={workflowId}
              hasPicture={hasPictures}
              hasDescriptions={hasDescriptions}
              isChosen={option.id === chosenId}
              isCompared={comparedIds.includes(option.id)}
              hasCompareProblem={refusal !== undefined}
              onChoose={choose}
              onCompare={compare}
            />
          ))}
        </div>
        {cards.length > 1 && shown.length > 0 && <RowTable options={cards} attributes={shown} labels={labels} />}
      </div>
      <div className={classes.foot}>
        <p className="rb-hint">
          Price: all of {workflowName} with this package, after discount.{" "}
          {loan &&
            `Month: the whole estimate, ${loan.text}${loan.isChosen ? "" : ", the first loan offered; nothing is decided yet"}.`}
        </p>
        <p id="comparison" tabIndex={-1} className={classes.count}>
          {comparedIds.length} of 3 in comparison
          {refusal && <Star />}
        </p>
      </div>
      <p role="alert" className={classes.problem}>
        {refusal}
      </p>
      {others.length > 0 && (
        <OtherPackages
          others={others}
          workflowId={workflowId}
          hasPictures={canBeToldByPictures(workflowId, offered)}
          isFull={comparedIds.length >= 3}
          onChoose={choose}
          onCompare={compare}
        />
      )}
    </section>
  );
}

/** Names the parts of the step that the cards' prices do not include yet; "" if they include all. */
function useNotPriced(fields: PackageFields): string {
  const { choice, details } = fields;
  return useFormValue((_snapshot, form) => {
    const { workflowId } = form.copy;
    const rows = (sectionOf(workflowId, fields)?.groups ?? []).flatMap((group) => group.rows);
    const properties = rows.flatMap((row) => fieldOf(row) ?? []);
    const labels: { choice: string[]; quantity: string[] } = { choice: [], quantity: [] };
    for (const property of properties) {
      if (property === choice || details.includes(property)) continue;
      const place = { outer: [], property, lineId: null };
      const definition = form.definitionOf(place);
      const { visible, disabled } = form.stateOf(place);
      if (definition.dataType !== "dropdown" || !visible || disabled || form.optionsOf(place).length === 0) continue;
      const lacks = unpricedPart(definition, form.lineAt(place));
      if (lacks) labels[lacks].push(definition.label.toLowerCase());
    }
    return notPricedText(labels);
  });
}

const canBeToldByPictures = (workflowId: number, packages: readonly OfferedPackage[]): boolean =>
  picturesTell({ workflowId, packages: packages.map(({ value, imageUrl }) => ({ name: value, imageUrl })) });

const textAt = (attribute: PackageAttribute, index: number): string => {
  const cell = attribute.cells[index];
  return cell ? attributeText(cell, attribute) : "";
};

/** The names of the rows beside the cards, if there is room; each card repeats them for screen readers. */
function RowLabels({ attributes, rowsAbove }: { attributes: readonly PackageAttribute[]; rowsAbove: number }) {
  return (
    <div className={classes.labels} aria-hidden>
      {attributes.map(({ key, label }, index) => (
        <div key={key} className={classes.rowLabel} style={{ gridRow: rowsAbove + 1 + index }}>
          {label}
        </div>
      ))}
    </div>
  );
}

/** The same rows as a table, for screens where the cards are stacked. */
function RowTable({
  options,
  attributes,
  labels,
}: {
  options: readonly OfferedPackage[];
  attributes: readonly PackageAttribute[];
  labels: ReadonlyMap<string, string>;
}) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls has to be reachable with the keyboard
    <div className={classes.tableFrame} role="region" aria-label="Packages side by side" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <td />
            {options.map(({ id, value }) => (
              <th key={id} scope="col">
                {nameBeside(labels.get(id), value)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {attributes.map((attribute) => (
            <tr key={attribute.key}>
              <th scope="row">{attribute.label}</th>
              {options.map(({ id }, index) => (
                <td key={id}>{textAt(attribute, index)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function OtherPackages({
  others,
  workflowId,
  hasPictures,
  isFull,
  onChoose,
  onCompare,
}: {
  others: readonly OfferedPackage[];
  workflowId: number;
  hasPictures: boolean;
  isFull: boolean;
  onChoose: (id: string) => void;
  onCompare: (id: string) => void;
}) {
  return (
    <div className={classes.others}>
      <h3 className="rb-group">More packages of this material</h3>
      <ul className={`rb-list ${classes.otherList}`}>
        {others.map(({ id, value, imageUrl }) => (
          <li key={id} className={`rb-row ${classes.other}`}>
            {hasPictures && (
              <span className={classes.thumbnail}>
                <PackagePicture workflowId={workflowId} name={value} imageUrl={imageUrl} />
              </span>
            )}
            <span className={classes.otherName}>{value}</span>
            <Button variant="tertiary" onClick={() => onCompare(id)}>
              Compare<span className="rb-visually-hidden"> {value}</span>
            </Button>
            <Button variant="outline" onClick={() => onChoose(id)}>
              Choose<span className="rb-visually-hidden"> {value}</span>
            </Button>
          </li>
        ))}
      </ul>
      {isFull && <p className="rb-hint">Three are compared. Take one out before another is added.</p>}
    </div>
  );
}

function ShowHomeowner() {
  const { copy } = useWorkflowForm();
  const { estimate } = useOpenEstimate();
  return (
    <Link className={classes.homeowner} {...linkTo(homeownerPath(estimate.id, copy))}>
      <IconDeviceTablet size={18} stroke={1.75} aria-hidden />
      Show homeowner
    </Link>
  );
}

const Star = () => (
  <span className={classes.star} aria-hidden>
    {" *"}
  </span>
);
