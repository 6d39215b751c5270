import type { EstimateCopy } from "@ridgebook/contract";
import {
  openForm,
  type IndexedPriceBook,
  type NextId,
  type PricedLine,
  type WorkflowValues,
} from "@ridgebook/estimating";
import { createFormComparison, type FormComparison } from "#features/estimate/form/form-comparison.ts";
import { itemsToSave, linesFromSaved, pricedLines, type ItemsByField } from "#features/estimate/form/saved-lines.ts";
import type { SavedCopy } from "#features/estimate/form/workflow-form.ts";

export interface CopyToOpen {
  readonly copy: EstimateCopy;
  readonly book: IndexedPriceBook;
  /** Ids for new lines, unique on this device. */
  readonly nextId: NextId;
  /** Initial lines for sections that were never saved, in place of their defaults. */
  readonly start?: WorkflowValues | undefined;
}

/** The constants of an open form, and functions that depend on its lines alone. */
export interface OpenedCopy extends CopyToOpen {
  readonly comparison: FormComparison;
  /** The lines of the saved items; sections that were never saved hold their initial lines. */
  readonly linesOf: (saved: SavedCopy) => WorkflowValues;
  readonly priced: (values: WorkflowValues) => readonly PricedLine[];
  /** The items that saving these lines would store. */
  readonly itemsIn: (values: WorkflowValues) => ItemsByField;
}

/** Current, saved and partially saved lines, and one to spare. */
const CACHE_SIZE = 4;

/** Caches the last few results, because the same lines are priced repeatedly. */
function cacheLast<Key, Answer>(answer: (key: Key) => Answer): (key: Key) => Answer {
  let known: readonly { readonly key: Key; readonly answer: Answer }[] = [];
  return (key) => {
    const found = known.find((each) => each.key === key) ?? { key, answer: answer(key) };
    if (found !== known[0]) known = [found, ...known.filter((each) => each !== found)].slice(0, CACHE_SIZE);
    return found.answer;
  };
}

export function openCopy(opened: CopyToOpen): OpenedCopy {
  const { copy, book, nextId, start } = opened;
  const priced = cacheLast((values: WorkflowValues) => pricedLines(copy, book, values));
  return {
    ...opened,
    priced,
    comparison: createFormComparison({ copy, book }),
    linesOf: ({ items, summary }) => {
      const { values, wasSaved } = linesFromSaved({ copy, items, summary, book, nextId, start });
      return openForm({ workflowId: copy.workflowId, values, book, nextId, wasSaved });
    },
    itemsIn: cacheLast((values) => itemsToSave(priced(values), book, copy)),
  };
}
