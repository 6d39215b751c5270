import { fieldByKey } from "@ridgebook/estimating";
import { useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import type { FormProblem } from "#features/estimate/form/workflow-form.ts";
import { fieldDomId, placeOfProblem } from "#features/estimate/rows/field-place.ts";
import { useProblemPath } from "#features/estimate/rows/problem-path.ts";
import { linkTo } from "#features/estimate/steps/step-address.ts";
import { ErrorSummary, type FieldError } from "#ui/error-summary.tsx";

/**
 * The number of errors, or "No errors in form", and a link to each field (1.§5, 3.§5). Errors in repeated rows name the row; errors on
 * other pages link there.
 */
export function FormErrorSummary({ problems }: { problems: readonly FormProblem[] }) {
  const form = useWorkflowForm();
  const { workflowId } = form.copy;
  const pathOf = useProblemPath();
  const snapshot = form.getSnapshot();
  const { values } = snapshot;
  const isRepeatable = (key: string): boolean => fieldByKey(workflowId, key)?.allowMultiple ?? false;
  const errors = problems.map((problem): FieldError => {
    const found = placeOfProblem(problem, values, isRepeatable);
    if (!found) return { field: problem.path, message: problem.text };
    const { place, member, row } = found;
    const definition = form.definitionOf(place);
    const isOwnEntry = member === "quantity" && (definition.dataType === "number" || problem.lineId === null);
    const top = form.definitionOf({ outer: [], property: place.outer[0]?.property ?? place.property });
    const field = fieldDomId(place, member === "value" || isOwnEntry ? undefined : member);
    const path = pathOf(problem, snapshot);
    return {
      field,
      message: problem.text,
      ...(path !== undefined && { page: { ...linkTo(path), hash: field } }),
      ...(row !== null && { label: `${top.label} ${String(row)}` }),
    };
  });
  return <ErrorSummary errors={errors} showEmpty />;
}
