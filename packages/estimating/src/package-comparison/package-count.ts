import { fieldByKey } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import type { WorkflowValues } from "#form/form-values.ts";
import { scopesAt, workflowScope } from "#form/line-scope.ts";
import { conversionsFor } from "#price-book/choices.ts";
import type { IndexedPriceBook } from "#price-book/index-price-book.ts";

/*
 * The package of windows is priced by united inches, but people do not say "234.5 inches" for three windows. Screens and documents show the
 * number of windows; the stored quantity stays in inches (3.§2, checklist OP-39).
 */

const WINDOWS = 3;
const WINDOW_PACKAGE = "windowPackage";

export interface SaidQuantity {
  readonly quantity: number;
  /** "windows"; "window" for one. */
  readonly unit: string;
}

/** The number of windows whose model comes from the package: those with a share in its united inches. */
function windowsInPackage(values: WorkflowValues, book: IndexedPriceBook): number {
  const model = fieldByKey(WINDOWS, "window.windowModel");
  if (!model) return 0;
  const entry = book.entryOf(model);
  return scopesAt(workflowScope(values), "window").reduce((count, window) => {
    const optionId = window.lines["windowModel"]?.[0]?.value ?? null;
    const share = conversionsFor(entry, optionId, window).recommendedConversion1;
    return count + (share > 0 ? (window.line?.quantity ?? 0) : 0);
  }, 0);
}

/** The displayed quantity of a package, if it differs from its quantity and unit; null for other fields. */
export function saidQuantity(
  { workflowId, key }: Pick<FieldDefinition, "workflowId" | "key">,
  { values, book }: { values: WorkflowValues; book: IndexedPriceBook },
): SaidQuantity | null {
  if (workflowId !== WINDOWS || key !== WINDOW_PACKAGE) return null;
  const quantity = windowsInPackage(values, book);
  return { quantity, unit: quantity === 1 ? "window" : "windows" };
}
