import { Link } from "@tanstack/react-router";
import { fraction, fractionToPercent, type WorkflowTotals } from "@ridgebook/estimating";
import { useState } from "react";
import { formatMoney, formatQuantity } from "#features/estimate/format.ts";
import { useOwnAmounts } from "#features/estimate/own-amounts.tsx";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import {
  isSteppedWorkflow,
  quickEstimatePath,
  stepPath,
  workflowSummaryPath,
  type SteppedWorkflowId,
} from "#features/estimate/paths.ts";
import { countComplete, stepsOf, summaryText } from "#features/estimate/steps/progress.ts";
import { linkTo } from "#features/estimate/steps/step-address.ts";
import { isSameCopy } from "#features/estimate/summary/copy-contents.ts";
import type { WorkflowRow } from "#features/estimate/summary/estimate-figures.ts";
import { explainCopyTotal, type ShownTotal } from "#features/estimate/summary/explain-figures.ts";
import { NameDialog } from "#forms/name-dialog.tsx";
import { MAX_COPY_NAME } from "#forms/read-name.ts";
import classes from "#features/estimate/summary/row-parts.module.css";
import { useRemoveCopy } from "#features/estimate/summary/use-remove-copy.ts";
import { useSaveEstimate } from "#features/estimate/summary/use-save-estimate.ts";
import { WhyFigure } from "#features/estimate/why/why-figure.tsx";

/** Ids of the two sections of a workflow's summary without their own page (ROUTE-38, OP-36). */
export const DISCOUNT_ID = "discount";
export const NOTES_ID = "notes";

export const percentText = (value: number): string => `${formatQuantity(fractionToPercent(fraction(value)))} %`;

/** The progress as ticks and words. */
export function Progress({ row: { workflow, summary } }: { row: WorkflowRow }) {
  const progress = { workflow, summary };
  const steps = stepsOf(progress);
  const text = summaryText(progress);
  const isComplete = countComplete(progress) === steps.length;
  if (steps.length === 0)
    return (
      <div className={`rb-hint ${classes.progressText}`} data-on-paper="no">
        {text}
      </div>
    );
  return (
    <>
      <div className={classes.ticks} data-on-paper="no" aria-hidden>
        {steps.map(({ number, state }) => (
          <span key={number} data-state={isComplete ? "complete" : state} />
        ))}
      </div>
      <div className={`rb-hint ${classes.progressText}`} data-on-paper="no">
        {text}
      </div>
    </>
  );
}

/** The links and actions of a workflow: steps, summary, quick estimate, discount, notes. */
export function RowLinks({ row }: { row: WorkflowRow }) {
  const { estimate } = useOpenEstimate();
  const { copy, workflow, summary, title } = row;
  const summaryLink = linkTo(workflowSummaryPath(estimate.id, copy));
  const removeCopy = useRemoveCopy();
  const { isHidden } = useOwnAmounts();
  const named = (text: string) => (
    <>
      {text} <span className="rb-visually-hidden">of {title}</span>
    </>
  );
  return (
    <div className={`rb-row ${classes.links}`} data-on-paper="no">
      {isSteppedWorkflow(workflow.id) ? (
        <>
          <StepsLink row={row} workflowId={workflow.id} />
          <Link {...summaryLink} className={classes.link}>
            {named("Summary")}
          </Link>
          <Link
            {...linkTo(quickEstimatePath(estimate.id, { ...copy, workflowId: workflow.id }))}
            className={classes.link}
          >
            {named("Quick estimate")}
          </Link>
          <Link {...summaryLink} hash={DISCOUNT_ID} className={classes.link}>
            {named(
              [
                `Discount ${percentText(summary.discountPercent)}`,
                ...(summary.marginPercent === 0 || isHidden ? [] : [`margin ${percentText(summary.marginPercent)}`]),
              ].join(", "),
            )}
          </Link>
        </>
      ) : null}
      <Link {...summaryLink} hash={NOTES_ID} className={classes.link}>
        {named("Notes")}
      </Link>
      <span className={classes.actions}>
        {copy.workflowEstimateId !== 1 && <RenameCopy row={row} />}
        <button type="button" className={classes.action} onClick={() => void removeCopy(row)}>
          Remove <span className="rb-visually-hidden">{title}</span>
        </button>
      </span>
    </div>
  );
}

/** Links to the current step; renders nothing if the company disabled all steps. */
function StepsLink({ row, workflowId }: { row: WorkflowRow; workflowId: SteppedWorkflowId }) {
  const { estimate } = useOpenEstimate();
  const { copy, workflow, summary, title } = row;
  const steps = stepsOf({ workflow, summary });
  const isBegun = summary.lastCompleteSectionId !== null;
  const isComplete = countComplete({ workflow, summary }) === steps.length;
  const step = isComplete ? steps[0] : (steps.find(({ state }) => state === "current") ?? steps[0]);
  if (!step) return null;
  return (
    <Link {...linkTo(stepPath(estimate.id, { ...copy, workflowId }, step.number))} className={classes.main}>
      {isComplete ? "Open steps" : isBegun ? "Continue" : "Start"}{" "}
      <span className="rb-visually-hidden">
        of {title}, {step.section.title}
      </span>
    </Link>
  );
}

function RenameCopy({ row: { copy, title } }: { row: WorkflowRow }) {
  const { estimate } = useOpenEstimate();
  const save = useSaveEstimate();
  const [from, setFrom] = useState<typeof estimate>();
  return (
    <>
      <button type="button" className={classes.action} onClick={() => setFrom(estimate)}>
        Rename <span className="rb-visually-hidden">{title}</span>
      </button>
      {from && (
        <NameDialog
          title={`Rename ${title}`}
          name={title}
          max={MAX_COPY_NAME}
          onDismiss={() => setFrom(undefined)}
          onSave={(name) =>
            save(
              {
                members: {
                  duplicateWorkflows: from.duplicateWorkflows.map((each) =>
                    isSameCopy(each, copy) ? { ...each, name } : each,
                  ),
                },
              },
              { from },
            )
          }
        />
      )}
    </>
  );
}

const ANSWERS: Record<ShownTotal, string> = {
  price: "of price",
  itemTotal: "for items",
  markUp: "of margin on top",
  discount: "off",
  discounted: "after discount",
  payment: "of fee",
  promotion: "off",
  totalCost: "of cost",
  lenderFee: "of lender’s fee",
  shownMargin: "of margin",
  marginInclLenderFee: "of margin, lender’s fee included",
  totalWithMargin: "in all",
};

/** A total of a workflow copy that opens its explanation. */
export function CopyFigure({
  row: { copy, title },
  totals,
  which,
  value,
  children,
}: {
  row: Pick<WorkflowRow, "copy" | "title">;
  totals: WorkflowTotals;
  which: ShownTotal;
  /** In dollars. */
  value: number;
  children: string;
}) {
  const { estimate, book, workflows } = useOpenEstimate();
  return (
    <WhyFigure
      place={title}
      answer={`${formatMoney(value)} ${ANSWERS[which]}`}
      explain={() => explainCopyTotal({ copy, estimate, workflows, book: book.indexed, totals, which })}
    >
      {children}
    </WhyFigure>
  );
}
