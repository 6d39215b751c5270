import { passableSteps } from "@ridgebook/estimating";
import { useNavigate } from "@tanstack/react-router";
import { useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { estimatePath, stepPath, type SteppedCopy } from "#features/estimate/paths.ts";
import type { StepState } from "#features/estimate/steps/progress.ts";
import { unusedOf } from "#features/estimate/steps/save-form.ts";
import { propertiesOfSection } from "#features/estimate/steps/section-fields.ts";
import { linkTo } from "#features/estimate/steps/step-address.ts";
import { useUnneededSteps } from "#features/estimate/steps/unneeded-steps.ts";
import { nextWorkPath, wayOn, type WayOn } from "#features/estimate/steps/way-on.ts";
import { titleOfCopy } from "#features/estimate/summary/estimate-figures.ts";
import { listText } from "#ui/counted-text.ts";
import { notices } from "#ui/notices/notices.ts";

/** Where a saved step leads (EST-45, EST-46). */
export function useWayOn({ copy, steps, step }: { copy: SteppedCopy; steps: readonly StepState[]; step: StepState }): {
  /** Whether there is a next step of this workflow, as far as known before saving. */
  hasNext: boolean;
  /** Looks ahead in the current form: passed steps can be saved as they are and recommend nothing. */
  look: () => WayOn;
  go: (way: WayOn) => void;
} {
  const { estimate, workflows } = useOpenEstimate();
  const form = useWorkflowForm();
  const navigate = useNavigate();
  const unneeded = useUnneededSteps();

  const look = (): WayOn => {
    const way = wayOn(steps, step.number, unneeded);
    const passable = passableSteps({
      workflowId: copy.workflowId,
      values: form.getSnapshot().values,
      book: form.book,
      sectionIds: way.passed.map(({ section }) => section.id),
    });
    const stop = way.passed.findIndex(
      ({ section }, index) => index >= passable.length || unusedOf(form, propertiesOfSection(section.id)).length > 0,
    );
    return stop < 0 ? way : { passed: way.passed.slice(0, stop), next: way.passed[stop] };
  };

  const go = ({ passed, next }: WayOn): void => {
    const news = passed.filter(({ state }) => state !== "complete").map(({ section }) => section.title);
    if (news.length > 0)
      notices.add({
        message: `Passed ${listText(news)}. Nothing entered so far points to ${news.length === 1 ? "it" : "them"}.`,
        type: "info",
      });
    const nextWork = next ? undefined : nextWorkPath({ estimate, workflows, copy });
    if (nextWork !== undefined) notices.add({ message: `${titleOfCopy(estimate, copy, workflows)} is complete` });
    const path = next ? stepPath(estimate.id, copy, next.number) : (nextWork ?? estimatePath(estimate.id));
    // Not awaited: navigation that the leave question cancels never settles.
    void navigate(linkTo(path));
  };

  return { hasNext: wayOn(steps, step.number, unneeded).next !== undefined, look, go };
}
