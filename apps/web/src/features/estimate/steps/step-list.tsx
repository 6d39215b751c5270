import type { EstimateCopy } from "@ridgebook/contract";
import { IconCheck, IconChevronDown, IconLock, IconMinus, IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { isSteppedWorkflow, stepPath } from "#features/estimate/paths.ts";
import { lockedReason, placeText, type StepState } from "#features/estimate/steps/progress.ts";
import { linkTo } from "#features/estimate/steps/step-address.ts";
import classes from "#features/estimate/steps/step-list.module.css";
import { UNNEEDED_TEXT } from "#features/estimate/steps/unneeded-steps.ts";
import { useOptionalSteps } from "#features/estimate/steps/use-optional-steps.ts";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";
import { notices } from "#ui/notices/notices.ts";
import { PopUp } from "#ui/pop-up.tsx";

const ICON = { size: 16, stroke: 1.75, "aria-hidden": true };

interface StepListProps {
  readonly estimateId: number;
  readonly copy: EstimateCopy;
  readonly workflow: LocalWorkflow;
  readonly steps: readonly StepState[];
  /** The number of the displayed step. */
  readonly shown: number;
  /** Sections that nothing entered points to; omitted until the form is open. */
  readonly unneeded?: ReadonlySet<number>;
}

/** What screen readers add to a step's name. */
const STATE_WORDS: Record<StepState["state"], string> = {
  complete: ", complete",
  current: ", current",
  next: ", next",
  open: "",
  locked: ", locked",
};

/**
 * The steps of a workflow copy, which of them are complete, and links to those that may be opened; a locked step says why when pressed
 * (look.md "Step list"). Ends with the optional steps that can be added or removed.
 *
 * @param onPress called when any step is pressed, even a locked one
 */
export function StepList({ onPress, ...props }: StepListProps & { onPress?: () => void }) {
  const { steps, workflow } = props;
  return (
    <nav aria-label={`Steps of ${workflow.title}`} className={classes.list}>
      <ol>
        {steps.map((step) => (
          <li key={step.section.id}>
            <StepEntry {...props} step={step} onPress={onPress} />
          </li>
        ))}
      </ol>
      <OptionalSteps {...props} />
    </nav>
  );
}

function StepEntry({
  estimateId,
  copy,
  steps,
  shown,
  unneeded,
  step,
  onPress,
}: StepListProps & { step: StepState; onPress: (() => void) | undefined }) {
  const { section, number, state } = step;
  const isShown = number === shown;
  const isUnneeded = state !== "complete" && (unneeded?.has(section.id) ?? false);
  const name = `${number} ${section.title}${STATE_WORDS[state]}`;
  const content = (
    <>
      <span className={classes.mark} data-mark={isShown ? "shown" : state} aria-hidden>
        {state === "complete" && !isShown ? <IconCheck size={18} stroke={1.75} /> : number}
      </span>{" "}
      <span className={classes.title}>{section.title}</span>
      <StateNote state={state} isShown={isShown} isUnneeded={isUnneeded} />
    </>
  );
  const mark = isUnneeded ? { "data-unneeded": "", title: UNNEEDED_TEXT } : {};
  if (isShown)
    return (
      <span className={classes.entry} data-shown="" aria-current="step">
        {content}
      </span>
    );
  if (state === "locked")
    return (
      <button
        type="button"
        className={classes.entry}
        data-state={state}
        {...mark}
        aria-label={name}
        onClick={() => {
          onPress?.();
          notices.add({ message: lockedReason(steps, step), type: "info" });
        }}
      >
        {content}
      </button>
    );
  if (!isSteppedWorkflow(copy.workflowId)) return <span className={classes.entry}>{content}</span>;
  return (
    <Link
      {...linkTo(stepPath(estimateId, { ...copy, workflowId: copy.workflowId }, number))}
      className={classes.entry}
      data-state={state}
      {...mark}
      aria-label={name}
      onClick={() => onPress?.()}
    >
      {content}
    </Link>
  );
}

function StateNote({
  state,
  isShown,
  isUnneeded,
}: {
  state: StepState["state"];
  isShown: boolean;
  isUnneeded: boolean;
}): ReactNode {
  if (isShown) return null;
  if (state === "locked") return <IconLock {...ICON} className={classes.lock} />;
  const note = isUnneeded ? "If any" : state === "current" ? "Current" : state === "next" ? "Next" : null;
  // Drawn in CSS: as text it would be part of the accessible name.
  return note && <span className={`rb-caption ${classes.note}`} data-note={note} aria-hidden />;
}

function OptionalSteps({ copy, workflow }: StepListProps) {
  const { choices, toggle, isSaving } = useOptionalSteps({ copy, workflow });
  if (choices.length === 0) return null;
  return (
    <ul className={classes.optional} aria-label="Optional steps">
      {choices.map((choice) => (
        <li key={choice.id}>
          <button type="button" className={classes.toggle} disabled={isSaving} onClick={() => void toggle(choice)}>
            {choice.isAdded ? <IconMinus {...ICON} /> : <IconPlus {...ICON} />}
            {choice.isAdded ? `Remove ${choice.title}` : `Add ${choice.title}`}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The phone's "3 of 14", which opens the list as a sheet. */
export function StepPicker(props: StepListProps) {
  const { steps, shown } = props;
  return (
    <PopUp
      label="Steps"
      isSheet
      buttonClassName={classes.picker}
      buttonLabel={`${placeText(steps, shown)}, all steps`}
      button={
        <>
          {placeText(steps, shown)}
          <IconChevronDown {...ICON} />
        </>
      }
    >
      {({ popoverTarget }) => (
        // Close the sheet, which would cover the notice about a locked step.
        <StepList {...props} onPress={() => document.getElementById(popoverTarget)?.hidePopover()} />
      )}
    </PopUp>
  );
}

/** A tick for each step: done, current or open. The picker says the same in words. */
export function StepTicks({ steps, shown }: Pick<StepListProps, "steps" | "shown">) {
  return (
    <div className={classes.ticks} aria-hidden>
      {steps.map(({ number, state }) => (
        <span key={number} data-tick={number === shown ? "shown" : state === "complete" ? "complete" : "open"} />
      ))}
    </div>
  );
}
