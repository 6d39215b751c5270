import { fieldByKey } from "#catalogue/catalogue.ts";
import type { FieldId } from "#catalogue/define-fields.ts";
import { workflowDefinitions } from "#catalogue/workflow-definitions.ts";
import { evaluate } from "#expressions/evaluate.ts";
import type { FormLine, FormLines } from "#form/form-values.ts";
import { scopesAt, workflowScope } from "#form/line-scope.ts";
import { emptyEntry, indexPriceBook, type IndexedPriceBook } from "#price-book/index-price-book.ts";
import type { PriceBookEntry } from "#price-book/price-book.ts";
import type { WorkflowId } from "#workflows.ts";

/*
 * For tests of formulas: a price book of a few options, values written as a person would say them, and what the formula of a
 * field gives there.
 */

/** A line: its quantity, its choice or text, or both with the children below it. */
type GivenLine =
  | number
  | string
  | { readonly quantity?: number; readonly value?: string; readonly children?: GivenValues };

/** Lines by property. */
export interface GivenValues {
  readonly [property: string]: GivenLine | readonly GivenLine[];
}

const isList = (given: GivenLine | readonly GivenLine[]): given is readonly GivenLine[] => Array.isArray(given);

/** The form values that a test means. */
export function buildValues(given: GivenValues): FormLines {
  let id = 0;
  const lineOf = (each: GivenLine): FormLine => {
    id -= 2;
    if (typeof each === "number") return { id, value: null, quantity: each };
    if (typeof each === "string") return { id, value: each, quantity: null };
    const own = { id, value: each.value ?? null, quantity: each.quantity ?? null };
    return each.children ? { ...own, children: linesOf(each.children) } : own;
  };
  const linesOf = (lines: GivenValues): FormLines =>
    Object.fromEntries(
      Object.entries(lines).map(([property, each]) => [property, (isList(each) ? each : [each]).map(lineOf)]),
    );
  return linesOf(given);
}

/** A field's options by name with their conversions, or its step. */
type GivenEntry = Partial<Pick<PriceBookEntry, "step" | "recommendedConversion1">> & {
  readonly options?: { readonly [name: string]: readonly [first: number, second?: number] };
};

/** A price book of these fields only; options are numbered in their order. */
export const buildBook = (entries: { readonly [id: FieldId]: GivenEntry }): IndexedPriceBook =>
  indexPriceBook({
    version: 1,
    entries: Object.entries(entries).map(([fieldId, { options = {}, step = null, recommendedConversion1 = 0 }]) => {
      const id = fieldId as FieldId;
      return {
        ...emptyEntry(id),
        recommendedConversion1,
        ...(step !== null && { min: 0, max: 100_000, step }),
        options: Object.entries(options).map(([value, [first, second = 0]], index) => ({
          id: `${id}.${index + 1}` as const,
          value,
          conversions: { recommendedConversion1: first, recommendedConversion2: second, recommendedConversion3: 0 },
        })),
      };
    }),
  });

/** What the formula of a field gives at one of its lines, or, where it has none, in the workflow. */
export function formulaResult({
  workflowId,
  key,
  values,
  book,
  lineIndex = 0,
}: {
  workflowId: WorkflowId;
  key: string;
  values: GivenValues;
  book: IndexedPriceBook;
  lineIndex?: number;
}): number {
  const field = fieldByKey(workflowId, key);
  const recommendation = workflowDefinitions
    .find(({ fields }) => fields.workflowId === workflowId)
    ?.recommendations.byKey.get(key);
  if (!field || !recommendation) throw new RangeError(`Workflow ${workflowId} has no formula for "${key}".`);
  const workflow = workflowScope(buildValues(values));
  const lastDot = key.lastIndexOf(".");
  const enclosing = lastDot < 0 ? workflow : (scopesAt(workflow, key.slice(0, lastDot))[lineIndex] ?? workflow);
  const scope = scopesAt(enclosing, key)[lastDot < 0 ? lineIndex : 0] ?? enclosing;
  return evaluate(recommendation.quantity, { workflowId, book, field, scope });
}
