import { formatDay } from "@ridgebook/contract";
import {
  explainTaken,
  fieldById,
  quantityWhereTaken,
  type FieldDefinition,
  type WorkflowValues,
} from "@ridgebook/estimating";
import { createContext, use, useMemo, type ReactNode } from "react";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { formatQuantity } from "#features/estimate/format.ts";
import classes from "#features/estimate/measurements/measured-mark.module.css";
import type { Taken } from "#features/estimate/measurements/taken-measurements.ts";
import { useTakenMeasurements } from "#features/estimate/measurements/use-taken-measurements.ts";
import { WhyFigure } from "#features/estimate/why/why-figure.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { useNow } from "#ui/use-now.ts";

const keyOf = (fieldId: string, of: string): string => `${fieldId} ${of}`;

const NONE: ReadonlyMap<string, Taken> = new Map();
const TakenContext = createContext(NONE);

/** Shows marks at the rows below it whose numbers were taken from measurements. */
export function MeasuredMarks({ children }: { children: ReactNode }) {
  const taken = useTakenMeasurements();
  const byField = useMemo(
    () => (taken.length === 0 ? NONE : new Map(taken.map((each) => [keyOf(each.fieldId, each.of), each]))),
    [taken],
  );
  return <TakenContext value={byField}>{children}</TakenContext>;
}

const contextOf = (form: WorkflowForm, values: WorkflowValues) => ({
  workflowId: form.copy.workflowId,
  values,
  book: form.book,
});

/**
 * "Hover, May 12" at a row whose number still is the measured one; pressing it opens the explanation.
 *
 * @param value the row's choice, which distinguishes the rows of a roof's pitches
 */
export function MeasuredMark({
  definition,
  value,
  name,
}: {
  definition: FieldDefinition;
  value: string | null;
  name: string;
}) {
  const all = use(TakenContext);
  const taken = all.get(keyOf(definition.id, value ?? "")) ?? all.get(keyOf(definition.id, ""));
  return taken ? <MarkOfTaken taken={taken} name={name} /> : null;
}

function MarkOfTaken({ taken, name }: { taken: Taken; name: string }) {
  const form = useWorkflowForm();
  const { timeZone } = useSession();
  const now = useNow();
  const isHeld = useFormValue(({ values }) => quantityWhereTaken(contextOf(form, values), taken) === taken.quantity);
  if (!isHeld) return null;
  const { unit } = fieldById(taken.fieldId);
  return (
    <span className={`rb-small ${classes.mark}`}>
      <WhyFigure
        place={name}
        answer={`${formatQuantity(taken.quantity)} ${unit}`}
        explain={() => explainTaken(contextOf(form, form.getSnapshot().values), taken)}
      >
        <span className="rb-visually-hidden">{name} from </span>
        {taken.source}, {formatDay({ time: taken.takenTime, timeZone, now })}
      </WhyFigure>
    </span>
  );
}
