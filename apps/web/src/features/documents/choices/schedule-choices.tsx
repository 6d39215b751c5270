import type { ChangeOrderChoices, ContractChoices, WorkOrderChoices } from "@ridgebook/documents";
import { ChoiceSection } from "#features/documents/choices/choice-section.tsx";
import type { ChoicesProps } from "#features/documents/choices/choices-props.ts";
import classes from "#features/documents/choices/choices.module.css";
import { NumberEntry } from "#features/documents/choices/number-entry.tsx";
import { DateTimeField } from "#ui/date-time-field.tsx";
import { TextField } from "#ui/text-field.tsx";

/** Start and duration of the work; for a work order also the crew. */
export function ScheduleChoices({
  choices,
  change,
  errorOf,
  onProblem,
}: ChoicesProps<ContractChoices | ChangeOrderChoices | WorkOrderChoices>) {
  return (
    <ChoiceSection title="Schedule">
      <div className={classes.two}>
        <DateTimeField
          kind="date"
          id="startDate"
          label="Work begins about"
          value={choices.startDate ?? ""}
          error={errorOf("startDate")}
          onChange={(event) => change({ startDate: event.currentTarget.value || null })}
        />
        <NumberEntry
          id="workingDays"
          label="Working days"
          value={choices.workingDays}
          error={errorOf("workingDays")}
          onValue={(workingDays) => change({ workingDays })}
          onProblem={onProblem}
        />
      </div>
      {choices.kind === "workOrder" && (
        <TextField
          id="crew"
          label="Crew"
          value={choices.crew}
          maxLength={200}
          onChange={(event) => change({ crew: event.currentTarget.value } as Partial<WorkOrderChoices>)}
        />
      )}
    </ChoiceSection>
  );
}
