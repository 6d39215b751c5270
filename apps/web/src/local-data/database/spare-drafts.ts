import type { DeviceDatabase, Draft, EstimateDraft } from "./device-database.ts";
import type { PageStorage } from "./page-storage.ts";
import type { Owner } from "#local-data/device/server-calls.ts";
import { onDevice, StorageProblem } from "#local-data/device/storage-problem.ts";

/** The prefix of the keys in `localStorage`; each draft has its own entry. */
const PREFIX = "ridgebook-draft ";

/** The storage of spare drafts: `localStorage`, because its writes are synchronous and work while the page is being left. */
export type TextStorage = Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

type DraftRow =
  | { readonly table: "drafts"; readonly row: Draft }
  | { readonly table: "estimateDrafts"; readonly row: EstimateDraft };

/**
 * Writes drafts to the device's database, or to `localStorage` if the database is not available: while the page is being left, and after
 * the connection to it is lost. The next page that reads drafts moves them into the database. Of two drafts under one key, the
 * newer one stays.
 */
export interface SpareDrafts {
  /**
   * Stores a draft; throws a `StorageProblem` if neither storage can.
   *
   * @param draft the draft under the id that its form knows, which needs no lookup
   * @param follow looks up the same draft under the record's current id
   */
  put(draft: DraftRow, follow: () => Promise<DraftRow>): Promise<void>;
  /** Moves drafts from `localStorage` into the database. Call it before every read or delete of drafts. */
  restore(): Promise<void>;
  /** Deletes an owner's spare drafts. */
  forget(owner: Owner): void;
}

export function createSpareDrafts({
  device,
  storage,
  texts,
}: {
  device: DeviceDatabase;
  storage: Pick<PageStorage, "isShut" | "listenShut">;
  /** Undefined without `localStorage`: in a worker, or if site data is blocked. */
  texts: TextStorage | undefined;
}): SpareDrafts {
  /** Drafts that are being written to the database. */
  const inFlight = new Set<DraftRow>();

  const spare = (draft: DraftRow): boolean => {
    try {
      texts?.setItem(nameOf(draft), JSON.stringify(draft));
      return texts !== undefined;
    } catch {
      // `localStorage` is full too.
      return false;
    }
  };

  // The transactions that write these drafts are about to be aborted.
  storage.listenShut(() => {
    for (const draft of inFlight) spare(draft);
  });

  const put: SpareDrafts["put"] = async (draft, follow) => {
    if (storage.isShut() && spare(draft)) return;
    inFlight.add(draft);
    try {
      await onDevice(async () => putIntoDatabase(device, await follow()));
    } catch (error) {
      // A full disk is reported to the user.
      if (!(error instanceof StorageProblem) || error.isFull || !spare(draft)) throw error;
    } finally {
      inFlight.delete(draft);
    }
  };

  const restore: SpareDrafts["restore"] = async () => {
    for (const name of spareNames(texts)) {
      const text = texts?.getItem(name);
      if (!text) continue;
      const draft = JSON.parse(text) as DraftRow;
      await device.transaction("rw", device[draft.table], async () => {
        const known = await device.table<{ savedTime: number }>(draft.table).get(keyOf(draft));
        if (!known || known.savedTime < draft.row.savedTime) await putIntoDatabase(device, draft);
      });
      // Another page may have replaced it.
      if (texts?.getItem(name) === text) texts.removeItem(name);
    }
  };

  return {
    put,
    restore,
    forget: ({ accountId, companyId }) => {
      for (const name of spareNames(texts))
        if (name.startsWith(`${PREFIX}${JSON.stringify([accountId, companyId]).slice(0, -1)},`))
          texts?.removeItem(name);
    },
  };
}

const putIntoDatabase = async (device: DeviceDatabase, draft: DraftRow): Promise<void> => {
  if (draft.table === "drafts") await device.drafts.put(draft.row);
  else await device.estimateDrafts.put(draft.row);
};

const keyOf = ({ table, row }: DraftRow): [number, number, ...(string | number)[]] =>
  table === "drafts"
    ? [row.accountId, row.companyId, row.storeName, row.id]
    : [row.accountId, row.companyId, row.estimateId, row.copyKey];

const nameOf = (draft: DraftRow): string => `${PREFIX}${JSON.stringify(keyOf(draft))}`;

const spareNames = (texts: TextStorage | undefined): string[] =>
  Array.from({ length: texts?.length ?? 0 }, (_, index) => texts?.key(index) ?? "").filter((name) =>
    name.startsWith(PREFIX),
  );

/** The page's `localStorage`, if any: reading the property throws if site data is blocked. */
export function findTextStorage(): TextStorage | undefined {
  try {
    return (globalThis as Partial<typeof globalThis>).localStorage;
  } catch {
    return undefined;
  }
}
