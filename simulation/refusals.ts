import { isSigned } from "@ridgebook/contract";
import type { PendingChange } from "../apps/web/src/local-data/outbox/pending-changes.ts";
import { wasBroughtBack } from "./brought-back.ts";
import type { FinalState } from "./final-state.ts";
import { withWhatTheySaw, type FieldWrite } from "./journal.ts";
import { canonical, nameOfQueued, REFUSED_PROMOTION, REFUSED_ZIP_CODE } from "./simulated-record.ts";

/**
 * What is wrong with an entry that waits for a person because the server refused it; undefined where people can run into that. A code
 * alone excuses nothing: its statement has to be true, or the device sent something that no user had entered.
 */
export function findStrangeRefusal(entry: PendingChange, state: FinalState): string | undefined {
  const { storeName, id, kind, problem, record } = entry;
  const code = problem?.code ?? "none";
  const isThere = (store: string, recordId: unknown): boolean =>
    state.records.some((one) => one.storeName === store && one.id === Number(recordId));
  const own = state.records.find((one) => one.storeName === storeName && one.id === id);
  switch (code) {
    case "validation": {
      const causes: Readonly<Record<string, boolean>> = {
        zipCode: record?.zipCode === REFUSED_ZIP_CODE,
        promotion: record?.promotion === REFUSED_PROMOTION,
        workflows: paperOf(entry, state)?.isRefused ?? false,
        leadId: !isThere("leads", record?.leadId),
        // What people have signed is taken whatever became of its estimate (SIGN-20); what they have not may have come while it was gone.
        estimateId:
          !isSigned({ signatures: (record?.signatures as object | undefined) ?? {} }) &&
          (!isThere("estimates", record?.estimateId) ||
            wasBroughtBack(state, paperOf(entry, state)?.estimateName ?? "")),
      };
      const fields = Object.keys(problem?.errors ?? {});
      const strange = fields.filter((field) => !causes[field]);
      return fields.length > 0 && strange.length === 0 ? undefined : `nothing is wrong with ${strange.join(", ")}`;
    }
    case "notFound":
      return own || kind === "created" ? "it is there" : undefined;
    case "conflict":
      if (!own) return "there is nothing to disagree with";
      // A signed paper brings an estimate back as its device showed it then, with values that waited there and were edited since.
      return wasBroughtBack(state, own.name) ? undefined : findKnownConflict(entry, state);
    case "inUse":
      return kind === "deleted" && isNamed(entry, state) ? undefined : "nothing ever named it";
    case "documentSigned":
      return kind === "deleted" && own?.exact.signatures !== "[]" ? undefined : "it is not signed";
    default:
      return "people cannot run into it";
  }
}

const paperOf = ({ storeName, record }: PendingChange, { journal }: FinalState) =>
  journal.creations.find(({ name }) => name === nameOfQueued(storeName, record))?.paper;

/** Whether an estimate or a document was ever of it on the server; it may be gone by now. */
const isNamed = ({ storeName, id }: PendingChange, { history }: FinalState): boolean =>
  history.some(({ record: { storeName: other, exact } }) =>
    storeName === "leads"
      ? other === "estimates" && Number(exact.leadId) === id
      : storeName === "estimates" && other === "estimate-documents" && Number(exact.estimateId) === id,
  );

/** A value that its person knowingly entered in the place of the other is no conflict: the device forgot what it knew. */
function findKnownConflict({ storeName, record, conflict }: PendingChange, { journal }: FinalState) {
  const name = nameOfQueued(storeName, record);
  const fields = conflict?.fields ?? [];
  if (fields.length === 0) return "it names no field";
  for (const { field, mine, theirs } of fields) {
    const writes = journal.writes.filter((write) => write.name === name && write.field === field);
    const own = writes.filter(({ value }) => value === canonical(storeName, field, mine));
    const other = canonical(storeName, field, theirs);
    const hasSeen = ({ saw }: FieldWrite, value: string): boolean => withWhatTheySaw([...saw], writes).has(value);
    // A user put it back, or what replaced it was undone, or another device sent it out of a rescue file.
    const mayHaveComeAgain = (value: string): boolean =>
      writes.some((write) =>
        hasSeen(write, value)
          ? write.value === value || write.certainty === "givenUp"
          : write.value === value && write.isRescued,
      );
    if (own.length > 0 && own.every((write) => hasSeen(write, other)) && !mayHaveComeAgain(other))
      return `${field} ${own[0]?.value ?? ""} was entered in the place of ${other}`;
  }
  return undefined;
}
