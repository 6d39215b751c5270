import { Button } from "@mantine/core";
import { copiesOf, type EstimateCopy } from "@ridgebook/contract";
import { IconChevronLeft, IconDeviceTablet } from "@tabler/icons-react";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { WorkflowFormProvider } from "#features/estimate/form/form-context.tsx";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import {
  copyOfSearch,
  estimatePath,
  homeownerPath,
  isSteppedWorkflow,
  quickEstimatePath,
  stepPath,
} from "#features/estimate/paths.ts";
import { stepsOf } from "#features/estimate/steps/progress.ts";
import { linkTo } from "#features/estimate/steps/step-address.ts";
import { useOpenForm } from "#features/estimate/steps/use-open-form.ts";
import { isSameCopy } from "#features/estimate/summary/copy-contents.ts";
import { CustomerOnPaper } from "#features/estimate/summary/customer-on-paper.tsx";
import { DiscountSection } from "#features/estimate/summary/discount-section.tsx";
import { withTerms } from "#features/estimate/summary/discount-terms.ts";
import { estimateFigures, type WorkflowRow } from "#features/estimate/summary/estimate-figures.ts";
import { ItemList } from "#features/estimate/summary/item-list.tsx";
import { NotesSection } from "#features/estimate/summary/notes-section.tsx";
import { Progress } from "#features/estimate/summary/row-parts.tsx";
import classes from "#features/estimate/summary/summary.module.css";
import { TotalsPanel } from "#features/estimate/summary/totals-panel.tsx";
import { useDiscountTerms } from "#features/estimate/summary/use-discount-terms.ts";
import { useSummaryGuard } from "#features/estimate/summary/use-summary-guard.ts";
import { FirstReads } from "#local-data/first-reads.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";

/** One workflow copy: its contents, its totals, and the sections Discount and Notes (ROUTE-27, ROUTE-38, OP-36). General has only notes. */
export function WorkflowSummaryPage() {
  const { workflowId: workflowIdText } = useParams({ strict: false });
  const search = useSearch({ strict: false });
  const { estimate, workflows } = useOpenEstimate();
  const workflow = workflows.find(({ id }) => String(id) === workflowIdText);
  const copy = { workflowId: workflow?.id ?? -1, workflowEstimateId: copyOfSearch(search) };
  const row = useMemo(
    () => estimateFigures(estimate, workflows).rows.find((each) => isSameCopy(each.copy, copy)),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the copy by its two numbers: the object is another one with every drawing
    [estimate, workflows, copy.workflowId, copy.workflowEstimateId],
  );
  if (!row) return <NoWorkflow copy={copy} title={workflow?.title} />;
  return <FirstReads key={row.key}>{(areRead) => <CopySummary row={row} isComplete={areRead} />}</FirstReads>;
}

function BackToEstimate() {
  const { estimate } = useOpenEstimate();
  return (
    <Link {...linkTo(estimatePath(estimate.id))} className="rb-back">
      <IconChevronLeft size={16} stroke={1.75} aria-hidden />
      {estimate.name}
    </Link>
  );
}

function NoWorkflow({ copy, title }: { copy: EstimateCopy; title: string | undefined }) {
  const { estimate } = useOpenEstimate();
  const isCopyMissing = copiesOf(estimate).some(({ workflowId }) => workflowId === copy.workflowId);
  const text =
    title === undefined
      ? "This work does not exist."
      : isCopyMissing
        ? `This estimate has no such copy of ${title}.`
        : `${title} is not part of this estimate.`;
  return (
    <div className={classes.page} data-ground="canvas">
      <PageHeader back={<BackToEstimate />} title={title ?? "Summary"} />
      <Panel as="div" padding="none">
        <EmptyState
          title={text}
          text={title !== undefined && !isCopyMissing ? "It can be added on the estimate's page." : undefined}
          action={<Link {...linkTo(estimatePath(estimate.id))}>Back to the estimate</Link>}
        />
      </Panel>
    </div>
  );
}

function CopySummary({ row, isComplete }: { row: WorkflowRow; isComplete: boolean }) {
  const { estimate, workflows } = useOpenEstimate();
  const { copy, workflow, title } = row;
  const form = useOpenForm(copy);
  const terms = useDiscountTerms(row);
  useSummaryGuard({ copy, form, terms });
  // Totals include unsaved terms.
  const { preview } = terms;
  const shown = useMemo(() => {
    if (!preview) return row;
    const previewed = estimateFigures(withTerms(estimate, copy, preview), workflows).rows;
    return previewed.find((each) => isSameCopy(each.copy, copy)) ?? row;
  }, [estimate, workflows, copy, row, preview]);
  const isGeneral = workflow.id === 0;
  return (
    <div className={classes.page} data-ground="canvas">
      <PageHeader back={<BackToEstimate />} title={title} actions={<CopyActions row={row} />}>
        <CustomerOnPaper />
        <p data-on-paper="only">{estimate.name}</p>
        {isGeneral ? <p>What belongs to the whole estimate</p> : <Progress row={row} />}
      </PageHeader>
      <div className={classes.columns} data-is-coming={!isComplete || undefined}>
        <div className={isGeneral ? classes.column : classes.side}>
          {!isGeneral && (
            <>
              <div className={classes.tall}>
                <TotalsPanel row={shown} isPreview={shown !== row} />
              </div>
              <DiscountSection row={row} terms={terms} />
            </>
          )}
          {form ? (
            <WorkflowFormProvider form={form}>
              <NotesSection title={title} />
            </WorkflowFormProvider>
          ) : (
            <Panel title="Notes">
              <SkeletonRows rows={2} label="Opening the notes" />
            </Panel>
          )}
        </div>
        {!isGeneral && (
          <div className={classes.column}>
            <ItemList row={row} />
          </div>
        )}
      </div>
    </div>
  );
}

function CopyActions({ row: { copy, workflow, summary } }: { row: WorkflowRow }) {
  const { estimate } = useOpenEstimate();
  if (!isSteppedWorkflow(workflow.id)) return null;
  const stepped = { ...copy, workflowId: workflow.id };
  const steps = stepsOf({ workflow, summary });
  const step = steps.find(({ state }) => state === "current") ?? steps[0];
  return (
    <>
      <Button
        variant="secondary"
        leftSection={<IconDeviceTablet size={18} stroke={1.75} aria-hidden />}
        renderRoot={(button) => <Link {...linkTo(homeownerPath(estimate.id, copy))} {...button} />}
      >
        Show homeowner
      </Button>
      <Button
        variant="secondary"
        renderRoot={(button) => <Link {...linkTo(quickEstimatePath(estimate.id, stepped))} {...button} />}
      >
        Quick estimate
      </Button>
      {step && (
        <Button renderRoot={(button) => <Link {...linkTo(stepPath(estimate.id, stepped, step.number))} {...button} />}>
          Open steps
        </Button>
      )}
    </>
  );
}
