import { kindOfNextCall, type ChangeKind, type LocalChange } from "#local-data/database/change-record.ts";
import type { QueuedStoreName } from "#local-data/database/stored-record.ts";

/** The order in which changes are sent (1.§4, OFF-11). The specification has no photos; they are sent between the others. */
const PHASES: readonly { kind: ChangeKind; storeName: QueuedStoreName }[] = [
  { kind: "delete", storeName: "estimate-documents" },
  { kind: "delete", storeName: "lead-photos" },
  { kind: "delete", storeName: "estimates" },
  { kind: "delete", storeName: "leads" },
  { kind: "update", storeName: "leads" },
  { kind: "update", storeName: "estimates" },
  { kind: "update", storeName: "lead-photos" },
  { kind: "create", storeName: "leads" },
  { kind: "create", storeName: "estimates" },
  // Files are sent before the document that shows them.
  { kind: "create", storeName: "lead-photos" },
  { kind: "create", storeName: "estimate-documents" },
];

/** The phase in which a change is sent; it depends on the kind of its next call. */
export function phaseOf(change: LocalChange): number {
  const kind = kindOfNextCall(change);
  return PHASES.findIndex((phase) => phase.kind === kind && phase.storeName === change.storeName);
}

/** Sorts changes into the sending order; within a phase, oldest first. */
export function inSendingOrder(changes: readonly LocalChange[]): LocalChange[] {
  return changes
    .map((change) => ({ change, phase: phaseOf(change) }))
    .sort((one, other) => one.phase - other.phase || compareAge(one.change, other.change))
    .map(({ change }) => change);
}

function compareAge(one: LocalChange, other: LocalChange): number {
  // Local ids count down, so the greater one is the older record, whenever it was last edited.
  if (one.id < 0 && other.id < 0) return other.id - one.id;
  return one.data.changedTime - other.data.changedTime || one.id - other.id;
}
