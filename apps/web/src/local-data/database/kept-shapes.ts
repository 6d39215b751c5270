import { Problem, SYNCED_STORES, type RecordStore, type Shapes } from "@ridgebook/contract";
import type { ChangeData, LocalChange } from "./change-record.ts";
import type { FieldValues, RecordId, StoredRecord } from "./stored-record.ts";

/*
 * Data that an older release of the app stored is upgraded whenever it is read, and written back in today's shape. A row has the
 * last release that changed its kind of record, or none before the first such change.
 *
 * Data of a newer release is never read, because this app may not know all of its members. Reading it throws `appTooOld`, which aborts the
 * transaction, so that nothing is changed.
 */

/** A row of a store. */
interface Row {
  readonly release?: number | undefined;
}

export interface KeptShapes {
  /** The last release that changed what the change feed brings. */
  readonly feedRelease: number;
  /** Throws `appTooOld` for a row of a newer release. */
  assertReadable(row: Row): void;
  /** Upgrades the values of a row to today's shape. */
  read(store: RecordStore, values: FieldValues, row: Row): FieldValues;
  /** The release to store with values in today's shape. */
  stamp(store: RecordStore): { release?: number };
  readRecord<Id extends RecordId>(store: RecordStore, row: StoredRecord<Id>): StoredRecord<Id>;
  toRow<Id extends RecordId>(store: RecordStore, record: StoredRecord<Id>): StoredRecord<Id>;
  readonly readChange: (row: LocalChange) => LocalChange;
  readonly toChangeRow: (change: LocalChange) => LocalChange;
}

export const NEWER_DATA_TITLE =
  "A newer version of Ridgebook has worked on this device. Reload the page to go on. Everything is kept.";

export const isAppTooOld = (error: unknown): boolean => error instanceof Problem && error.code === "appTooOld";

export function createKeptShapes(shapes: Shapes, reportTooOld: () => void = () => undefined): KeptShapes {
  const releaseOf = ({ release = 1 }: Row): number => {
    if (release <= shapes.release) return release;
    reportTooOld();
    throw new Problem("appTooOld", { title: NEWER_DATA_TITLE });
  };
  const stamp: KeptShapes["stamp"] = (store) => {
    const release = shapes.stampOf(store);
    return release === undefined ? {} : { release };
  };
  const read: KeptShapes["read"] = (store, values, row) =>
    shapes.upgrade(store, values, { release: releaseOf(row), isWhole: true });
  return {
    feedRelease: Math.max(...SYNCED_STORES.map((store) => shapes.stampOf(store) ?? 1)),
    assertReadable: releaseOf,
    read,
    stamp,
    readRecord: (store, row) => {
      if (row.release === undefined && shapes.stampOf(store) === undefined) return row;
      const { release, ...values } = row as typeof row & Row;
      return read(store, values, { release }) as typeof row;
    },
    toRow: (store, record) => (shapes.stampOf(store) === undefined ? record : { ...record, ...stamp(store) }),
    readChange: (row) => {
      const from = releaseOf(row.data);
      return from === (shapes.stampOf(row.storeName) ?? 1) ? row : upgradeChange(row, { shapes, from });
    },
    toChangeRow: (change) =>
      shapes.stampOf(change.storeName) === undefined
        ? change
        : { ...change, data: { ...change.data, ...stamp(change.storeName) } },
  };
}

function upgradeChange(change: LocalChange, { shapes, from }: { shapes: Shapes; from: number }): LocalChange {
  const { storeName, error } = change;
  const part = <Kept extends FieldValues>(values: Kept): Kept =>
    shapes.upgrade(storeName, values, { release: from, isWhole: false }) as Kept;
  const whole = <Kept extends FieldValues>(values: Kept): Kept =>
    shapes.upgrade(storeName, values, { release: from, isWhole: true }) as Kept;
  const { former, base, attempt, siblings, laterSiblings, removed, ...data } = change.data;
  const upgraded: ChangeData = {
    ...data,
    former: part(former),
    base: base && whole(base),
    ...(removed && { removed: whole(removed) }),
    ...(siblings && { siblings: part(siblings) }),
    ...(laterSiblings && { laterSiblings: laterSiblings.map(part) }),
    ...(attempt && {
      // The frozen call stays unchanged and has the release of its shape.
      attempt: { release: from, ...attempt, former: (attempt.kind === "create" ? whole : part)(attempt.former) },
    }),
  };
  const conflicts = error?.conflicts?.flatMap((conflict) => {
    const field = shapes.upgradeName(storeName, conflict.field, from);
    if (field === undefined) return [];
    const valueOf = (value: unknown): unknown => part({ [conflict.field]: value })[field];
    const [former, mine, theirs] = [conflict.former, conflict.mine, conflict.theirs].map(valueOf);
    return [{ ...conflict, field, former, mine, theirs }];
  });
  return { ...change, data: upgraded, error: error && conflicts ? withConflicts(error, conflicts) : error };
}

/** Drops conflicts about fields that no longer exist. */
const withConflicts = (
  error: NonNullable<LocalChange["error"]>,
  conflicts: NonNullable<NonNullable<LocalChange["error"]>["conflicts"]>,
): LocalChange["error"] => (conflicts.length > 0 ? { ...error, conflicts } : null);
