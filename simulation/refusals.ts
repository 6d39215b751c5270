import { isSigned } from "@ridgebook/contract";
import type { PendingChange } from "../apps/web/src/local-data/outbox/pending-changes.ts";
import { wasRestored } from "./brought-back.ts";
import type { FinalState } from "./final-state.ts";
import { withReplacedValues, type FieldWrite } from "./journal.ts";
import { canonical, nameOfQueued, REFUSED_PROMOTION, REFUSED_ZIP_CODE } from "./simulated-record.ts";

/**
 * Explains why a refused entry that waits for a user has no valid cause; undefined if users can cause such a refusal. The code alone is no
 * valid cause: what it says has to be true. Otherwise the device sent something that no user had entered.
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
        // A signed document is accepted even if its estimate is gone (SIGN-20). An unsigned one may have arrived while the estimate was gone.
        estimateId:
          !isSigned({ signatures: (record?.signatures as object | undefined) ?? {} }) &&
          (!isThere("estimates", record?.estimateId) || wasRestored(state, paperOf(entry, state)?.estimateName ?? "")),
      };
      const fields = Object.keys(problem?.errors ?? {});
      const strange = fields.filter((field) => !causes[field]);
      return fields.length > 0 && strange.length === 0 ? undefined : `nothing is wrong with ${strange.join(", ")}`;
    }
    case "notFound":
      return own || kind === "created" ? "the record exists" : undefined;
    case "conflict":
      if (!own) return "the server has no record to conflict with";
      // A signed document restores an estimate as its device showed it, with values that were unsent there and have been edited since.
      return wasRestored(state, own.name) ? undefined : findKnownConflict(entry, state);
    case "inUse":
      return kind === "deleted" && isNamed(entry, state) ? undefined : "no record ever named it";
    case "documentSigned":
      return kind === "deleted" && own?.exact.signatures !== "[]" ? undefined : "it is not signed";
    default:
      return "users cannot cause it";
  }
}

const paperOf = ({ storeName, record }: PendingChange, { journal }: FinalState) =>
  journal.creations.find(({ name }) => name === nameOfQueued(storeName, record))?.paper;

/** Whether the server ever had an estimate of this lead, or a document of this estimate. It may be gone now. */
const isNamed = ({ storeName, id }: PendingChange, { history }: FinalState): boolean =>
  history.some(({ record: { storeName: other, exact } }) =>
    storeName === "leads"
      ? other === "estimates" && Number(exact.leadId) === id
      : storeName === "estimates" && other === "estimate-documents" && Number(exact.estimateId) === id,
  );

/** Finds a conflict between a value and one that its user knowingly replaced with it: the device has lost what it knew. */
function findKnownConflict({ storeName, record, conflict }: PendingChange, { journal }: FinalState) {
  const name = nameOfQueued(storeName, record);
  const fields = conflict?.fields ?? [];
  if (fields.length === 0) return "it names no field";
  for (const { field, mine, theirs } of fields) {
    const writes = journal.writes.filter((write) => write.name === name && write.field === field);
    const own = writes.filter(({ value }) => value === canonical(storeName, field, mine));
    const other = canonical(storeName, field, theirs);
    const hasSeen = ({ saw }: FieldWrite, value: string): boolean => withReplacedValues([...saw], writes).has(value);
    // A user restored it, its replacement was undone, or another device sent it from a rescue file.
    const mayBeBack = (value: string): boolean =>
      writes.some((write) =>
        hasSeen(write, value)
          ? write.value === value || write.certainty === "givenUp"
          : write.value === value && write.isRescued,
      );
    if (own.length > 0 && own.every((write) => hasSeen(write, other)) && !mayBeBack(other))
      return `${field} ${own[0]?.value ?? ""} was entered to replace ${other}`;
  }
  return undefined;
}
