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
  /** Ids for new lines, which no other form of this device gives. */
  readonly nextId: NextId;
  /** What sections that were never saved hold instead of their defaults. */
  readonly start?: WorkflowValues | undefined;
}

/** What stays the same while a form is open, and what follows from its lines alone. */
export interface OpenedCopy extends CopyToOpen {
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

export function openCopy(opened: CopyToOpen): OpenedCopy {
  const { copy, book, nextId, start } = opened;
  const priced = remembering((values: WorkflowValues) => pricedLines(copy, book, values));
  return {
    ...opened,
    priced,
    comparison: createFormComparison({ copy, book }),
    linesOf: ({ items, summary }) => {
      const { values, wasSaved } = linesFromSaved({ copy, items, summary, book, nextId, start });
      return openForm({ workflowId: copy.workflowId, values, book, nextId, wasSaved });
    },
    itemsIn: remembering((values) => itemsToSave(priced(values), book, copy)),
  };
}
