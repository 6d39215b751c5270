import { fieldByKey } from "#catalogue/catalogue.ts";
import type { FormulaScope } from "#expressions/evaluate.ts";
import type { FilledForm } from "./filled-form.ts";
import type { FormLine, FormLines } from "./form-values.ts";
import { scopeBelow, workflowScope } from "./line-scope.ts";

/* Evaluates formulas for lines that do not exist, and reads the names of choices. */

/** The text of a dropdown or string; "" if empty. */
export function nameAt({ workflowId, book }: FilledForm, key: string, line: FormLine | null | undefined): string {
  const definition = fieldByKey(workflowId, key);
  if (!definition || !line?.value) return "";
  return (book.entryOf(definition).optionById.get(line.value)?.value ?? line.value).trim();
}

/** The scope of a formula for a line that does not exist: what would such a line need? */
export function formulaAtImaginedLine(
  { workflowId, values, book }: FilledForm,
  key: string,
  children: FormLines,
): FormulaScope | null {
  const field = fieldByKey(workflowId, key);
  if (!field) return null;
  const line: FormLine = { id: 0, value: null, quantity: null, children };
  return { workflowId, book, field, scope: scopeBelow(workflowScope(values), key, line) };
}

export const chosen = (value: string): readonly FormLine[] => [{ id: 0, value, quantity: null }];
