import { Button } from "@mantine/core";
import type { ComparedPackage, PackageAttribute } from "@ridgebook/estimating";
import { IconCheck, IconCircleCheck } from "@tabler/icons-react";
import { useId } from "react";
import { formatMoney } from "#features/estimate/format.ts";
import classes from "#features/estimate/packages/package-cards.module.css";
import { nameBeside, type OfferedPackage } from "#features/estimate/packages/package-list.ts";
import { PackagePicture } from "#features/estimate/packages/package-picture.tsx";
import { PackageSwitch } from "#features/estimate/packages/package-switch.tsx";
import { RichText } from "#features/estimate/packages/rich-text.tsx";
import { signedMoney } from "#features/estimate/packages/signed-money.ts";
import type { ExplainPackage, PackageAmount } from "#features/estimate/packages/use-compared-packages.ts";
import { WhyFigure } from "#features/estimate/why/why-figure.tsx";

/** One package: its description, the workflow's total with it and the estimate's monthly payment, and whether it is chosen. */
export function PackageCard({
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
      <p className={`rb-hint ${classes.label}`}>
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
      <h3 id={nameId} className="rb-subheading">
        {nameBeside(label, value)}
      </h3>
      <p className={`rb-title ${classes.price}`}>
        {priced && amount("price", formatMoney(priced.totals.totalWithMargin))}
      </p>
      <p className={`rb-hint ${classes.month}`}>
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
      {hasDescriptions && (
        <div className={`rb-hint ${classes.description}`}>{description && <RichText html={description} />}</div>
      )}
      <div className={`rb-buttons ${classes.actions}`}>
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
        <PackageSwitch
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
