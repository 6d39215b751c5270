import { Button } from "@mantine/core";
import { emptySummary, summaryKey } from "@ridgebook/contract";
import { isDispensable, isStepFilled, passableSteps, stepRelevance } from "@ridgebook/estimating";
import { useState } from "react";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import type { SteppedCopy } from "#features/estimate/paths.ts";
import classes from "#features/estimate/steps/empty-step.module.css";
import { countComplete, type StepState } from "#features/estimate/steps/progress.ts";
import { isPackageSection, propertiesOfSection } from "#features/estimate/steps/section-fields.ts";
import { UNNEEDED_TEXT } from "#features/estimate/steps/unneeded-steps.ts";
import { useSaveForm } from "#features/estimate/steps/use-save-form.ts";
import { useWayOn } from "#features/estimate/steps/use-way-on.ts";
import type { WayOn } from "#features/estimate/steps/way-on.ts";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";
import { notices } from "#ui/notices/notices.ts";

interface EmptyStepProps {
  readonly workflow: LocalWorkflow;
  readonly copy: SteppedCopy;
  readonly steps: readonly StepState[];
  readonly step: StepState;
}

/** Where skipping leads: the package step, or the last step of workflows without one. */
const targetOf = (steps: readonly StepState[]): StepState | undefined =>
  steps.find(({ section }) => isPackageSection(section.id)) ?? steps.at(-1);

/**
 * Shown above an incomplete, empty step that a job can do without. One button completes the step; the other completes all steps before the
 * package step that can be saved as they are. Both save what "Save & next" would.
 */
export function EmptyStep({ workflow, copy, steps, step }: EmptyStepProps) {
  const { estimate } = useOpenEstimate();
  const { book } = useWorkflowForm();
  const { workflowId } = copy;
  const summary = estimate.workflowSummaries[summaryKey(copy)] ?? emptySummary(copy);
  const complete = countComplete({ workflow, summary });
  const sectionId = step.section.id;
  const isEmpty = useFormValue(
    ({ values }) => isDispensable(sectionId) && !isStepFilled({ workflowId, sectionId, values, book }),
  );
  const isUnneeded = useFormValue(
    ({ values }) => isEmpty && stepRelevance({ workflowId, sectionId, values, book }) === "unneeded",
  );
  const { pass, running, way } = usePass({ copy, steps, step });
  if (!isEmpty || step.place <= complete) return null;

  const target = targetOf(steps);
  const isFarther = target !== undefined && target.place > step.place + 1;
  return (
    <div className={`rb-row ${classes.empty}`}>
      <p className={classes.text}>{isUnneeded ? UNNEEDED_TEXT : "Nothing is entered in this step yet."}</p>
      <div className={classes.actions}>
        <Button
          variant="secondary"
          loading={running === "one"}
          disabled={running === "all"}
          onClick={() => {
            const onward = way.look();
            void pass("one", [step, ...onward.passed], onward);
          }}
        >
          Nothing here
        </Button>
        {isFarther && (
          <Button
            variant="tertiary"
            loading={running === "all"}
            disabled={running === "one"}
            // Progress counts every step, so steps skipped before this one are completed too.
            onClick={() =>
              void pass("all", steps.slice(Math.min(complete, step.place - 1), target.place - 1), {
                passed: [],
                next: target,
              })
            }
          >
            Skip to {target.section.title}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Saves steps up to the first that needs an entry, and goes there or on. */
function usePass({ copy, steps, step }: Pick<EmptyStepProps, "copy" | "steps" | "step">) {
  const form = useWorkflowForm();
  const save = useSaveForm();
  const way = useWayOn({ copy, steps, step });
  const [running, setRunning] = useState<"one" | "all">();

  const pass = async (kind: "one" | "all", wanted: readonly StepState[], onward: WayOn): Promise<void> => {
    const passed = passableSteps({
      workflowId: copy.workflowId,
      values: form.getSnapshot().values,
      book: form.book,
      sectionIds: wanted.map(({ section }) => section.id),
    });
    const last = wanted[passed.length - 1];
    const stop = wanted[passed.length];
    setRunning(kind);
    try {
      if (last) {
        const properties = [...new Set(passed.flatMap(propertiesOfSection))];
        if ((await save(properties, { completesSectionId: last.section.id })) === "stayed") return;
      }
      if (stop) notices.add({ message: `${stop.section.title} needs an entry first.`, type: "info" });
      way.go(stop ? { passed: [], next: stop } : onward);
    } finally {
      setRunning(undefined);
    }
  };
  return { pass, running, way };
}
