import {
  explainTaken,
  fieldById,
  quantityWhereTaken,
  sectionOfField,
  type WorkflowValues,
} from "@ridgebook/estimating";
import { IconRuler2 } from "@tabler/icons-react";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { formatQuantity } from "#features/estimate/format.ts";
import classes from "#features/estimate/measurements/populate.module.css";
import type { Taken } from "#features/estimate/measurements/taken-measurements.ts";
import { useTakenMeasurements } from "#features/estimate/measurements/use-populate.ts";

import { formatDay } from "#features/estimate/summary/moment-text.ts";
import { WhyFigure } from "#features/estimate/why/why-figure.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { useNow } from "#ui/use-now.ts";

function labelOf({ fieldId, of }: Taken, optionName: string | undefined): string {
  const { label, ancestors } = fieldById(fieldId);
  const [top] = ancestors;
  const name = top === undefined ? label : `${fieldById(top).label}, ${label.toLowerCase()}`;
  return of === "" ? name : `${name}, ${optionName ?? of}`;
}

/** The numbers of a step that came from measurements and still stand, each with its source and how it came about. */
export function MeasuredMarks({ sectionId }: { sectionId: number }) {
  const form = useWorkflowForm();
  const { timeZone } = useSession();
  const now = useNow();
  const taken = useTakenMeasurements().filter(({ fieldId }) => sectionOfField(fieldId)?.id === sectionId);
  const values = useFormValue((snapshot) => snapshot.values);
  const contextOf = (of: WorkflowValues) => ({ workflowId: form.copy.workflowId, values: of, book: form.book });
  const shown = taken.filter((each) => quantityWhereTaken(contextOf(values), each) === each.quantity);
  if (shown.length === 0) return null;
  const explain = (each: Taken, of: WorkflowValues) => explainTaken(contextOf(of), each);
  return (
    <ul className={classes.marks} aria-label="From measurements">
      {shown.map((each) => {
        const field = fieldById(each.fieldId);
        const label = labelOf(each, form.book.entryOf(field).optionById.get(each.of)?.value);
        const text = `${formatQuantity(each.quantity)} ${field.unit}`;
        return (
          <li key={`${each.fieldId} ${each.of}`}>
            <IconRuler2 size={16} stroke={1.75} aria-hidden />
            <span>
              {label}{" "}
              <WhyFigure place={label} answer={text} explain={() => explain(each, form.getSnapshot().values)}>
                {text}
              </WhyFigure>{" "}
              · {each.source}, {formatDay({ time: each.takenTime, timeZone, now })}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
