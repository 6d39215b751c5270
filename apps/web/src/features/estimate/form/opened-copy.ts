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

/** What stays the same while a form is open, and what follows from its lines alone. */
export interface OpenedCopy {
  readonly copy: EstimateCopy;
  readonly book: IndexedPriceBook;
  /** Ids for new lines, which no other form of this device gives. */
  readonly nextId: NextId;
  readonly comparison: FormComparison;
  /** The lines that stand for what is saved; sections that were never saved hold their defaults, or what the copy starts with. */
  readonly linesOf: (saved: SavedCopy) => WorkflowValues;
  readonly priced: (values: WorkflowValues) => readonly PricedLine[];
  /** What a save of these lines would leave. */
  readonly itemsIn: (values: WorkflowValues) => ItemsByField;
}

/** The lines as they stand, as they are saved, as a save of some of them would leave them, and one to spare. */
const REMEMBERED = 4;

/** Pricing is asked for the same lines again and again: answers of the last few are kept. */
function remembering<Key, Answer>(answer: (key: Key) => Answer): (key: Key) => Answer {
  let known: readonly { readonly key: Key; readonly answer: Answer }[] = [];
  return (key) => {
    const found = known.find((each) => each.key === key) ?? { key, answer: answer(key) };
    if (found !== known[0]) known = [found, ...known.filter((each) => each !== found)].slice(0, REMEMBERED);
    return found.answer;
  };
}

export function openCopy({
  copy,
  book,
  nextId,
  start,
}: {
  copy: EstimateCopy;
  book: IndexedPriceBook;
  nextId: NextId;
  start: WorkflowValues | undefined;
}): OpenedCopy {
  const priced = remembering((values: WorkflowValues) => pricedLines(copy, book, values));
  return {
    ...{ copy, book, nextId, priced },
    comparison: createFormComparison({ copy, book }),
    linesOf: ({ items, summary }) => {
      const { values, wasSaved } = linesFromSaved({ copy, items, summary, book, nextId, start });
      return openForm({ workflowId: copy.workflowId, values, book, nextId, wasSaved });
    },
    itemsIn: remembering((values) => itemsToSave(priced(values), book, copy)),
  };
}
