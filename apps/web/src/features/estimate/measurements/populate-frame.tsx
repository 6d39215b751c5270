import { Button } from "@mantine/core";
import classes from "#features/estimate/measurements/populate.module.css";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import type { SteppedCopy } from "#features/estimate/paths.ts";
import { numberOfSection } from "#features/estimate/steps/progress.ts";
import { PageFrame, useCopyTitle, useSteps } from "#features/estimate/steps/step-frame.tsx";
import { StepList } from "#features/estimate/steps/step-list.tsx";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";
import { useBottomBar } from "#ui/use-bottom-bar.ts";
import { useIsPhone } from "#ui/use-is-phone.ts";

/** The step that receives the measurements. */
export interface PopulatedStep {
  readonly workflow: LocalWorkflow;
  readonly copy: SteppedCopy;
  readonly sectionId: number;
}

/** The frame of the pages that fill a step from measurements. */
export function PopulateFrame({
  workflow,
  copy,
  sectionId,
  headEnd,
  bar,
  children,
}: PopulatedStep & { headEnd?: React.ReactNode; bar: React.ReactNode; children: React.ReactNode }) {
  const { estimate } = useOpenEstimate();
  const steps = useSteps({ workflow, copy });
  const title = useCopyTitle({ workflow, copy });
  const section = workflow.sections.find(({ id }) => id === sectionId);
  return (
    <PageFrame
      side={
        <StepList
          estimateId={estimate.id}
          copy={copy}
          workflow={workflow}
          steps={steps}
          shown={section ? numberOfSection(section) : 0}
        />
      }
      head={
        <>
          <div>
            <h1 className="rb-heading">Populate from measurements</h1>
            <p className="rb-caption">
              {title} · {section?.title} · nothing changes until you take it
            </p>
          </div>
          {headEnd}
        </>
      }
      bar={bar}
    >
      <div className={classes.content}>{children}</div>
    </PageFrame>
  );
}

/** The actions for the measurements, and the way back. */
export function PopulateBar({
  figure,
  note,
  onClose,
  closeLabel = "Cancel",
  children,
}: {
  figure?: React.ReactNode;
  note?: string;
  onClose: () => void;
  closeLabel?: string;
  children?: React.ReactNode;
}) {
  const barRef = useBottomBar();
  const isPhone = useIsPhone();
  return (
    <div ref={barRef} className={`rb-row ${classes.bar}`} data-ground="surface">
      <div className={classes.figure}>{figure}</div>
      <div className={classes.actions}>
        {!isPhone && note !== "" && <span className="rb-hint">{note}</span>}
        <Button size="lg" variant="secondary" onClick={onClose}>
          {closeLabel}
        </Button>
        {children}
      </div>
    </div>
  );
}
