import { Button } from "@mantine/core";
import {
  asComparisons,
  chosenPackage,
  comparePackages,
  explainPackageMonth,
  explainPackagePrice,
  fieldByKey,
  packageAttributes,
  type ComparedPackage,
  type PackageAttribute,
  type PackageFields,
  type PackageQuestion,
  type WorkflowTotals,
} from "@ridgebook/estimating";
import { IconCheck, IconCircleCheck, IconDeviceTablet } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useCallback, useDeferredValue, useId, useMemo, useState } from "react";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import type { FormSnapshot } from "#features/estimate/form/workflow-form.ts";
import { formatMoney } from "#features/estimate/format.ts";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { attributeText } from "#features/estimate/packages/attribute-text.ts";
import { copySharesOf, termsOf } from "#features/estimate/packages/estimate-shares.ts";
import { monthlyLoanOf, type MonthlyLoan } from "#features/estimate/packages/monthly-loan.ts";
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
import { RichText } from "#features/estimate/packages/rich-text.tsx";
import { signedMoney } from "#features/estimate/packages/signed-money.ts";
import { homeownerPath } from "#features/estimate/paths.ts";
import { fieldDomId } from "#features/estimate/rows/field-place.ts";
import { linkTo } from "#features/estimate/steps/step-address.ts";
import { titleOfCopy } from "#features/estimate/summary/estimate-figures.ts";
import type { WhyQuestion } from "#features/estimate/why/why-context.ts";
import { WhyFigure } from "#features/estimate/why/why-figure.tsx";

/** Rows of a card above its attributes, below its picture: label, name, price, month. */
const FIXED_ROWS = 4;

/**
 * Packages side by side: what each is, what the whole workflow costs with it, and where they differ (PKG-01, PKG-02, PKG-07). One of
 * them is chosen; up to three are compared, and a contract can show the comparison.
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
  const missing = useUnchosenLabels(fields);
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
            : "Choose a material type, and its packages stand here. Without any, the price book offers none for it."}
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
      <div className={classes.head}>
        <h2 id={titleId} className="rb-group">
          {form.definitionOf(place).label}
          {choiceProblem && <Star />}
        </h2>
        <Switch label="Only differences" isOn={showsOnlyDifferences} onChange={setShowsOnlyDifferences} />
        <ShowHomeowner />
      </div>
      {choiceProblem && <p className={classes.problem}>{choiceProblem}</p>}
      {missing.length > 0 && (
        <p className={classes.missing}>
          Not chosen yet and not in these prices: {missing.map((label) => label.toLowerCase()).join(", ")}.
        </p>
      )}
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

/** What of the step is priced and still to be chosen, so that nobody takes a card's price for the last word. */
function useUnchosenLabels(fields: PackageFields): readonly string[] {
  const { choice, details } = fields;
  const labels = useFormValue((_snapshot, form) => {
    const { workflowId } = form.copy;
    const rows = (sectionOf(workflowId, fields)?.groups ?? []).flatMap((group) => group.rows);
    const properties = rows.flatMap((row) => fieldOf(row) ?? []);
    return properties
      .filter((property) => property !== choice && !details.includes(property))
      .flatMap((property) => {
        const place = { outer: [], property, lineId: null };
        const { dataType, label } = form.definitionOf(place);
        const { visible, disabled } = form.stateOf(place);
        const isOpen = dataType === "dropdown" && visible && !disabled && !form.lineAt(place)?.value;
        return isOpen && form.optionsOf(place).length > 0 ? [label] : [];
      })
      .join("\n");
  });
  return useMemo(() => labels.split("\n").filter(Boolean), [labels]);
}

const canBeToldByPictures = (workflowId: number, packages: readonly OfferedPackage[]): boolean =>
  picturesTell({ workflowId, packages: packages.map(({ value, imageUrl }) => ({ name: value, imageUrl })) });

const textAt = (attribute: PackageAttribute, index: number): string => {
  const cell = attribute.cells[index];
  return cell ? attributeText(cell, attribute) : "";
};

/** What of a form packages are priced by. */
type PricedForm = Pick<FormSnapshot, "values" | "lines" | "comparisons"> & {
  readonly totals: Pick<WorkflowTotals, "discountPercent" | "marginPercent">;
};

type PackageAmount = "price" | "month";
type ExplainPackage = (optionId: string, which: PackageAmount) => ReturnType<WhyQuestion["explain"]>;

/** Prices and rows of the cards. They follow behind what is typed, so that no keystroke waits for them. */
function useComparedPackages(cards: readonly OfferedPackage[]): {
  compared: readonly ComparedPackage[];
  attributes: readonly PackageAttribute[];
  loan: MonthlyLoan | null;
  explain: ExplainPackage;
} {
  const form = useWorkflowForm();
  const { copy, book } = form;
  const { estimate, settings, workflows } = useOpenEstimate();
  const snapshot = useDeferredValue(useFormValue((newest) => newest));
  const loan = useMemo(() => monthlyLoanOf(estimate, settings), [estimate, settings]);
  const questionOf = useCallback(
    (of: PricedForm): PackageQuestion => {
      const { workflowId, workflowEstimateId } = copy;
      const { discountPercent, marginPercent } = of.totals;
      const isOwn = (share: typeof copy) =>
        share.workflowId === workflowId && share.workflowEstimateId === workflowEstimateId;
      return {
        ...{ copy, book, values: of.values, lines: of.lines },
        comparisons: asComparisons(workflowId, of.comparisons, workflowEstimateId),
        optionIds: cards.map(({ id }) => id),
        shares: copySharesOf(estimate).map((share) =>
          isOwn(share) ? { ...share, discountPercent, marginPercent } : share,
        ),
        terms: termsOf(estimate),
        payment: loan?.payment ?? null,
      };
    },
    [copy, cards, book, estimate, loan],
  );
  const { values, lines, comparisons } = snapshot;
  const { discountPercent, marginPercent } = snapshot.totals;
  const compared = useMemo(
    () => comparePackages(questionOf({ values, lines, comparisons, totals: { discountPercent, marginPercent } })),
    [questionOf, values, lines, comparisons, discountPercent, marginPercent],
  );
  const explain: ExplainPackage = (optionId, which) => {
    // As the form stands when it is asked, and again when it went on since.
    const question = questionOf(form.getSnapshot());
    if (which === "price") return explainPackagePrice(question, optionId);
    return explainPackageMonth(question, optionId, (share) => titleOfCopy(estimate, share, workflows));
  };
  const attributes = useMemo(
    () => packageAttributes(compared, { workflowId: copy.workflowId, book }),
    [compared, copy, book],
  );
  return { compared, attributes, loan, explain };
}

/** The names of the rows, beside the cards where there is room; in each card they stand for those who hear it read. */
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

function PackageCard({
  option,
  priced,
  workflowName,
  explain,
  rows,
  label,
  workflowId,
  hasPicture,
  hasDescriptions,
  isChosen,
  isCompared,
  hasCompareProblem,
  onChoose,
  onCompare,
}: {
  option: OfferedPackage;
  priced: ComparedPackage | undefined;
  workflowName: string;
  explain: ExplainPackage;
  rows: readonly { attribute: PackageAttribute; text: string }[];
  label: string | undefined;
  workflowId: number;
  hasPicture: boolean;
  hasDescriptions: boolean;
  isChosen: boolean;
  isCompared: boolean;
  hasCompareProblem: boolean;
  onChoose: (id: string) => void;
  onCompare: (id: string) => void;
}) {
  const nameId = useId();
  const { id, value, imageUrl, description } = option;
  const amount = (which: PackageAmount, text: string) => (
    <WhyFigure place={`${workflowName} · ${value}`} answer={text} explain={() => explain(id, which)}>
      {text}
    </WhyFigure>
  );
  return (
    <article className={classes.card} data-chosen={isChosen} aria-labelledby={nameId}>
      {hasPicture && <PackagePicture workflowId={workflowId} name={value} imageUrl={imageUrl} />}
      <p className={classes.label}>
        <span>{label}</span>
        {isChosen ? (
          <span className={classes.chosen}>
            <IconCircleCheck size={16} stroke={1.75} aria-hidden />
            Chosen
          </span>
        ) : (
          <span className={classes.difference}>{priced?.difference != null && signedMoney(priced.difference)}</span>
        )}
      </p>
      <h3 id={nameId} className={classes.name}>
        {nameBeside(label, value)}
      </h3>
      <p className={classes.price}>{priced && amount("price", formatMoney(priced.totals.totalWithMargin))}</p>
      <p className={classes.month}>
        {priced?.monthlyPayment != null && amount("month", `${formatMoney(priced.monthlyPayment)} a month`)}
        {priced?.monthlyDifference != null && priced.monthlyDifference !== 0 && (
          <>
            {" "}
            · <span className={classes.whole}>{signedMoney(priced.monthlyDifference)}</span>
          </>
        )}
      </p>
      <dl className={classes.rows}>
        {rows.map(({ attribute, text }) => (
          <div key={attribute.key} className={classes.row} data-different={attribute.isDifferent}>
            <dt>{attribute.label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {hasDescriptions && <div className={classes.description}>{description && <RichText html={description} />}</div>}
      <div className={classes.actions}>
        <Button
          variant={isChosen ? "primary" : "outline"}
          aria-pressed={isChosen}
          leftSection={isChosen && <IconCheck size={18} stroke={1.75} aria-hidden />}
          onClick={() => {
            if (!isChosen) onChoose(id);
          }}
        >
          {isChosen ? "Chosen" : "Choose"}
          <span className="rb-visually-hidden"> {value}</span>
        </Button>
        <Switch
          label="Compare"
          describes={value}
          isOn={isCompared}
          isFixed={isChosen}
          hasProblem={hasCompareProblem}
          onChange={() => onCompare(id)}
        />
      </div>
    </article>
  );
}

/** The same rows as a table, where the cards stand one below the other. */
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
    // A region that scrolls has to be reachable with the keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
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
      <ul className={classes.otherList}>
        {others.map(({ id, value, imageUrl }) => (
          <li key={id} className={classes.other}>
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

/** On or off at once. The whole line is the target. */
function Switch({
  label,
  describes,
  isOn,
  isFixed = false,
  hasProblem = false,
  onChange,
}: {
  label: string;
  /** What it is about, for those who hear it alone. */
  describes?: string;
  isOn: boolean;
  /** It stays on: the chosen package is always compared. */
  isFixed?: boolean;
  hasProblem?: boolean;
  onChange: (isOn: boolean) => void;
}) {
  return (
    <label className={classes.switch} title={isFixed ? "The chosen package is always compared." : undefined}>
      <span>
        {label}
        {describes && <span className="rb-visually-hidden"> {describes}</span>}
        {isFixed && <span className="rb-visually-hidden">, always on for the chosen package</span>}
      </span>
      <input
        type="checkbox"
        role="switch"
        className={classes.toggle}
        checked={isOn}
        disabled={isFixed && isOn}
        aria-invalid={hasProblem || undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
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
