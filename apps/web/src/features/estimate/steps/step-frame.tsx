import { emptySummary, summaryKey, type EstimateCopy, isolatedText } from "@ridgebook/contract";
import { roundMoney, sumLines } from "@ridgebook/estimating";
import { IconArrowBackUp, IconArrowForwardUp } from "@tabler/icons-react";
import { useLayoutEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from "react";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { formatMoney } from "#features/estimate/format.ts";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { AmountsSwitch } from "#features/estimate/rows/amounts-switch.tsx";
import { useAmountsView } from "#features/estimate/rows/amounts-view.ts";
import { FormErrorSummary } from "#features/estimate/rows/form-error-summary.tsx";
import { useUnneededSteps } from "#features/estimate/steps/unneeded-steps.ts";
import { HelpButton } from "#features/estimate/steps/help-button.tsx";
import { useIsSaving } from "#features/estimate/steps/is-saving.ts";
import { numberOfSection, stepsOf, stepText, type StepState } from "#features/estimate/steps/progress.ts";
import { propertiesOfSection } from "#features/estimate/steps/section-fields.ts";
import classes from "#features/estimate/steps/step-frame.module.css";
import { StepList, StepPicker, StepTicks } from "#features/estimate/steps/step-list.tsx";
import { useUndoKeys } from "#features/estimate/steps/use-undo-keys.ts";
import { copyTitle } from "#features/estimate/summary/estimate-figures.ts";
import { WhyFigure } from "#features/estimate/why/why-figure.tsx";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { usePageTitle } from "#ui/page-place.ts";
import { useIsPhone } from "#ui/use-is-phone.ts";

const ICON = { size: 20, stroke: 1.75, "aria-hidden": true };

export function useSteps({ workflow, copy }: { workflow: LocalWorkflow; copy: EstimateCopy }): readonly StepState[] {
  const { estimate } = useOpenEstimate();
  const summary = estimate.workflowSummaries[summaryKey(copy)];
  const { workflowId, workflowEstimateId } = copy;
  return useMemo(
    () => stepsOf({ workflow, summary: summary ?? emptySummary({ workflowId, workflowEstimateId }) }),
    [workflow, summary, workflowId, workflowEstimateId],
  );
}

/** The title of a copy: "Roofing"; for a further copy its own name, or "Roofing 2". */
export function useCopyTitle({ workflow, copy }: { workflow: LocalWorkflow; copy: EstimateCopy }): string {
  return copyTitle(useOpenEstimate().estimate, copy, workflow);
}

/**
 * The frame of a step: the list of steps at the side (on a phone ticks and "3 of 14" on top), the header with title, help, undo and the
 * cost / price switch, the content, and a bar at the bottom. Needs a `WorkflowFormProvider`.
 *
 * @param title replaces the section's title: a window's name
 * @param note follows "Roofing · step 3 of 14": "27 squares", "window 3 of 5"
 * @param headStart an action before undo
 * @param headEnd further actions, which replace the step's total
 * @param sideExtra shown below the list of steps: the list of windows
 */
export function StepFrame({
  workflow,
  copy,
  sectionId,
  title,
  note,
  headStart,
  headEnd,
  sideExtra,
  bar,
  children,
}: {
  workflow: LocalWorkflow;
  copy: EstimateCopy;
  sectionId: number;
  title?: ReactNode;
  note?: string | undefined;
  headStart?: ReactNode;
  headEnd?: ReactNode;
  sideExtra?: ReactNode;
  bar: ReactNode;
  children: ReactNode;
}) {
  const { estimate } = useOpenEstimate();
  const steps = useSteps({ workflow, copy });
  const isPhone = useIsPhone();
  const nameOfCopy = useCopyTitle({ workflow, copy });
  const section = workflow.sections.find(({ id }) => id === sectionId);
  const shown = section ? numberOfSection(section) : 0;
  const unneeded = useUnneededSteps();
  const list = { estimateId: estimate.id, copy, workflow, steps, shown, unneeded };
  const properties = useMemo(() => propertiesOfSection(sectionId), [sectionId]);
  const total = { properties, place: [nameOfCopy, section?.title].filter(Boolean).join(" · ") };
  useUndoKeys();
  usePageTitle(section?.title ?? workflow.title);
  const heading = useFocusOnChange(sectionId);
  return (
    <PageFrame
      side={
        !isPhone && (
          <>
            <StepList {...list} />
            {sideExtra}
          </>
        )
      }
      head={
        <>
          <div className={classes.titles}>
            <div className={classes.line}>
              <h1 ref={heading} tabIndex={-1} className={classes.title}>
                {title ?? section?.title}
              </h1>
              {section && <HelpButton section={section} />}
              {isPhone && (
                <span className={classes.picker}>
                  <StepPicker {...list} />
                </span>
              )}
            </div>
            {isPhone ? (
              <StepTicks steps={steps} shown={shown} />
            ) : (
              <p className="rb-caption">
                {isolatedText(nameOfCopy)} · {stepText(steps, shown)}
                {note !== undefined && ` · ${note}`}
                {headEnd === undefined && <StepTotalInLine {...total} />}
              </p>
            )}
          </div>
          <div className={`rb-row ${classes.headEnd}`}>
            {headStart}
            <UndoButtons />
            {headEnd ?? <StepTotal {...total} />}
            <AmountsSwitch />
          </div>
        </>
      }
      bar={bar}
    >
      <ShownProblems key={sectionId} />
      {isPhone && sideExtra}
      <UntilSaved>{children}</UntilSaved>
    </PageFrame>
  );
}

/** Makes the content inert during a save. */
export function UntilSaved({ children }: { children: ReactNode }) {
  const isSaving = useIsSaving(useWorkflowForm());
  return (
    <div className={classes.entered} inert={isSaving}>
      {children}
    </div>
  );
}

/** Moves the focus to the title when another step is shown, because the pressed button is at the end of the page. */
function useFocusOnChange(sectionId: number): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(sectionId);
  useLayoutEffect(() => {
    if (last.current !== sectionId) heading.current?.focus({ preventScroll: true });
    last.current = sectionId;
  }, [sectionId]);
  return heading;
}

/** The layout of a page that edits a workflow. */
export function PageFrame({
  side,
  head,
  bar,
  children,
}: {
  side: ReactNode;
  head: ReactNode;
  bar: ReactNode;
  children: ReactNode;
}) {
  const isPhone = useIsPhone();
  return (
    <div className={classes.frame} data-ground="surface">
      {!isPhone && <aside className={classes.side}>{side}</aside>}
      <div className={classes.main}>
        <header className={`rb-row ${classes.head}`}>{head}</header>
        <div className={classes.content}>{children}</div>
      </div>
      <div className={classes.barPlace}>{bar}</div>
    </div>
  );
}

/** The undo and redo buttons; both also have keyboard shortcuts. */
export function UndoButtons() {
  const form = useWorkflowForm();
  const canUndo = useFormValue((_, each) => each.canUndo());
  const canRedo = useFormValue((_, each) => each.canRedo());
  return (
    <div className={classes.undo}>
      <IconButton label="Undo" disabled={!canUndo} icon={<IconArrowBackUp {...ICON} />} onClick={() => form.undo()} />
      <IconButton
        label="Redo"
        disabled={!canRedo}
        icon={<IconArrowForwardUp {...ICON} />}
        onClick={() => form.redo()}
      />
    </div>
  );
}

/** The sum of a step's fields, in costs or prices; pressing it opens the explanation. */
function useStepTotal({ properties, place }: StepTotalOf): { name: string; figure: ReactNode } {
  const form = useWorkflowForm();
  const { view } = useAmountsView();
  const total = useFormValue(({ lines }) => {
    const own = sumLines(lines.filter(({ definition }) => properties.includes(definition.property)));
    return view === "cost" ? own.totalCost : roundMoney(own.discountableItemTotal + own.nonDiscountableItemTotal);
  });
  const name = view === "cost" ? "Step cost" : "Step price";
  const text = formatMoney(total);
  const explain = () => form.explainLines(new Set(properties), { name, which: view, by: "line" });
  return {
    name,
    figure: (
      <WhyFigure place={place} answer={text} explain={explain}>
        {text}
      </WhyFigure>
    ),
  };
}

interface StepTotalOf {
  readonly properties: readonly string[];
  /** "Roofing · Flashing" */
  readonly place: string;
}

function StepTotal(step: StepTotalOf) {
  const { name, figure } = useStepTotal(step);
  return (
    <div className={classes.stepTotal}>
      <span className="rb-caption">{name}</span>
      <span className={`rb-subheading ${classes.stepAmount}`}>{figure}</span>
    </div>
  );
}

/** The sum below the title, when the header is too narrow. */
function StepTotalInLine(step: StepTotalOf) {
  const { name, figure } = useStepTotal(step);
  return (
    <span className={classes.totalInLine}>
      {" "}
      · {name.toLowerCase()} {figure}
    </span>
  );
}

/** The errors of the last save attempt, and after they are fixed, a message that says so. */
export function ShownProblems() {
  const problems = useFormValue((snapshot) => snapshot.problems);
  const [wereShown, setWereShown] = useState(false);
  const hasProblems = problems.length > 0;
  if (hasProblems && !wereShown) setWereShown(true);
  return hasProblems || wereShown ? (
    <div className={classes.problems}>
      <FormErrorSummary problems={problems} />
    </div>
  ) : null;
}

/** Shown while a step's form opens: the list of steps and skeleton rows. */
export function StepSkeleton({
  workflow,
  copy,
  sectionId,
}: {
  workflow: LocalWorkflow;
  copy: EstimateCopy;
  sectionId: number;
}) {
  const { estimate } = useOpenEstimate();
  const steps = useSteps({ workflow, copy });
  const section = workflow.sections.find(({ id }) => id === sectionId);
  const shown = section ? numberOfSection(section) : 0;
  const title = section?.title ?? workflow.title;
  return (
    <PageFrame
      side={<StepList estimateId={estimate.id} copy={copy} workflow={workflow} steps={steps} shown={shown} />}
      head={<h1 className={classes.title}>{title}</h1>}
      bar={null}
    >
      <SkeletonRows rows={10} label={`Opening ${title}`} />
    </PageFrame>
  );
}
