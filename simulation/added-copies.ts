import type { PendingChange } from "../apps/web/src/local-data/outbox/pending-changes.ts";
import type { ConflictChoice } from "../apps/web/src/local-data/database/slices.ts";
import { wasDeletedWithRecord } from "./brought-back.ts";
import type { FinalState } from "./final-state.ts";
import type { AddedCopy, Journal } from "./journal.ts";
import { nameOfQueued, type SimulatedRecord } from "./simulated-record.ts";

/*
 * Further copies of a workflow that users add to estimates, each with a unique name and a unique line. Two users may add theirs under one
 * number: both copies have to exist in the end, each with its own line, unless a user chose otherwise (decision 0043).
 */

const holdsName = (value: unknown, { name }: AddedCopy): boolean => JSON.stringify(value ?? null).includes(`"${name}"`);
const holdsLine = (value: unknown, { quantity }: AddedCopy): boolean =>
  JSON.stringify(value ?? null).includes(String(quantity));

const copiesIn = ({ copies }: Journal, { storeName, record }: PendingChange): AddedCopy[] =>
  copies.filter(({ estimate }) => storeName === "estimates" && estimate === nameOfQueued(storeName, record));

const giveUp = (part: Pick<AddedCopy, "certainty">): void => {
  if (part.certainty === "certain" || part.certainty === "open") part.certainty = "uncertain";
};

/** Notes that copies only in the version that was not chosen may be lost. Choosing mine over the server's version loses none. */
export function noteChoices(
  journal: Journal,
  entry: PendingChange,
  choices: Readonly<Record<string, ConflictChoice>>,
): void {
  const isUnsentToo = entry.conflict?.otherVersion === "unsent";
  for (const { field, mine, theirs } of entry.conflict?.fields ?? []) {
    const choice = choices[field];
    if (choice === undefined || (choice === "mine" && !isUnsentToo)) continue;
    const [kept, lost] = choice === "mine" ? [mine, theirs] : [theirs, mine];
    for (const copy of copiesIn(journal, entry)) {
      if (field === "duplicateWorkflows" && holdsName(lost, copy) && !holdsName(kept, copy)) {
        giveUp(copy);
        giveUp(copy.line);
      }
      if (field.startsWith("items:") && holdsLine(lost, copy) && !holdsLine(kept, copy)) giveUp(copy.line);
    }
  }
}

/** Notes that all unsent copies of the entry may be lost. */
export function noteDiscard(journal: Journal, entry: PendingChange): void {
  for (const copy of copiesIn(journal, entry)) {
    if (holdsName([entry.fields, entry.beside], copy)) giveUp(copy);
    if (holdsLine([entry.fields, entry.beside], copy)) giveUp(copy.line);
  }
}

/** Returns the numbers of the copies with a name. */
const idsOf = ({ exact }: SimulatedRecord, name: string): number[] =>
  (JSON.parse(exact.duplicateWorkflows ?? "[]") as { workflowEstimateId: number; name: string }[])
    .filter((each) => each.name === name)
    .map(({ workflowEstimateId }) => workflowEstimateId);

/** Checks that each copy that a user added is in its estimate once, with its own line, or waits on a device. */
export function findLostWorkflowCopies(state: FinalState): string[] {
  const { journal, records, tabs, entriesOfOthers } = state;
  const entries = [...tabs.flatMap((tab) => tab.entries), ...entriesOfOthers];
  return journal.copies.flatMap((copy) => {
    const { estimate, name, device, certainty, line } = copy;
    const record = records.find((one) => one.storeName === "estimates" && one.name === estimate);
    if (!record) return [];
    const own = idsOf(record, name);
    if (own.length > 1) return [`doubled: ${estimate} has the copy ${name} ${own.length} times`];
    const waits = entries.filter((entry) => copiesIn(journal, entry).includes(copy));
    if (wasDeletedWithRecord(state, { name: estimate, device, isIn: (version) => idsOf(version, name).length > 0 }))
      return [];
    const [number] = own;
    if (number === undefined)
      return certainty === "certain" && !waits.some((entry) => holdsName(entry, copy))
        ? [`lost: the copy ${name} of ${estimate}`]
        : [];
    const isLineThere = holdsLine(record.exact[`items:${number}:1.58`], copy);
    return line.certainty === "certain" && !isLineThere && !waits.some((entry) => holdsLine(entry, copy))
      ? [`lost: the line of the copy ${name} of ${estimate}`]
      : [];
  });
}
