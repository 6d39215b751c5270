import { fieldByKey, type FieldProblem } from "@ridgebook/estimating";
import { useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { fieldDomId, placeOfProblem } from "#features/estimate/rows/field-place.ts";
import { ErrorSummary, type FieldError } from "#ui/error-summary.tsx";

/**
 * How many errors a form has, or "No errors in form", and each as a way to its field (1.§5, 3.§5). Problems of a repeated row say
 * which row it is.
 */
export function FormErrorSummary({ problems }: { problems: readonly FieldProblem[] }) {
  const form = useWorkflowForm();
  const { workflowId } = form.copy;
  const { values } = form.getSnapshot();
  const isRepeatable = (key: string): boolean => fieldByKey(workflowId, key)?.allowMultiple ?? false;
  const errors = problems.map((problem): FieldError => {
    const found = placeOfProblem(problem, values, isRepeatable);
    if (!found) return { field: problem.path, message: problem.text };
    const { place, member, row } = found;
    const definition = form.definitionOf(place);
    const isBesideChoice = definition.dataType !== "number" && member === "quantity" && problem.lineId !== null;
    const top = form.definitionOf({ outer: [], property: place.outer[0]?.property ?? place.property });
    return {
      field: fieldDomId(place, isBesideChoice ? "quantity" : undefined),
      message: problem.text,
      ...(row !== null && { label: `${top.label} ${String(row)}` }),
    };
  });
  return <ErrorSummary errors={errors} showEmpty />;
}
