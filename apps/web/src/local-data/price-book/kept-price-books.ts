import type { EstimateField } from "@ridgebook/contract";
import type { DeviceDatabase, KeptPriceBook } from "#local-data/database/device-database.ts";
import type { KeptShapes } from "#local-data/database/kept-shapes.ts";
import type { LocalStore, StoreSession } from "#local-data/database/local-store.ts";
import type { StoreTransaction } from "#local-data/database/store-transaction.ts";
import type { ServedRecord } from "#local-data/database/served-records.ts";
import type { SpecifiedDatabase } from "#local-data/database/specified-database.ts";
import type { FieldValues, StoredRecord } from "#local-data/database/stored-record.ts";
import { onDevice } from "#local-data/device/storage-problem.ts";

/*
 * Former versions of the price book. The specified store has only the newest one; a device keeps a former one as long as it has an
 * estimate that was priced with it, also in held work.
 */

type StoredEstimateField = ServedRecord<"estimate-fields">;

/** All entries of the newest version. */
export const readNewestEntries = (transaction: Pick<StoreTransaction, "records">): Promise<StoredEstimateField[]> =>
  transaction.records("estimate-fields");

/** The version of a price book: that of its newest entry, because each publish changes at least one. 0 if it has no entries. */
export const versionOfEntries = (entries: readonly { version: number }[]): number =>
  entries.reduce((newest, { version }) => Math.max(newest, version), 0);

/** The versions that estimates were priced with. */
export const namedVersions = (estimates: readonly FieldValues[]): Set<number> =>
  new Set(estimates.map(({ priceBookVersion }) => priceBookVersion).filter((version) => typeof version === "number"));

async function readHeldVersions(device: DeviceDatabase, companyId: number): Promise<Set<number>> {
  const held = (await device.heldWork.toArray()).filter((work) => work.companyId === companyId);
  const estimates = held.flatMap(({ records }) => records.filter(({ storeName }) => storeName === "estimates"));
  return namedVersions(estimates.map(({ record }) => record));
}

/** Deletes a company's kept versions that no estimate needs. */
export async function pruneKeptPriceBooks({
  device,
  companyId,
  named,
}: {
  device: DeviceDatabase;
  companyId: number;
  named: ReadonlySet<number>;
}): Promise<void> {
  await device.priceBooks
    .where("companyId")
    .equals(companyId)
    .filter(({ version }) => !named.has(version))
    .delete();
}

/** The newest complete version on this device; 0 without one. */
export async function readNewestVersion({
  store,
  device,
}: {
  store: LocalStore;
  device: DeviceDatabase;
}): Promise<number> {
  const { entries, isArriving } = await store.read(async (transaction) => ({
    entries: await readNewestEntries(transaction),
    isArriving: (await transaction.info("price-book-arriving")) !== undefined,
  }));
  if (!isArriving) return versionOfEntries(entries);
  const { companyId } = store.session().owner;
  const kept = await onDevice(() => device.priceBooks.where("companyId").equals(companyId).primaryKeys());
  return Math.max(0, ...kept.map(([, version]) => version));
}

/** Converts entries to the rows of a kept price book. */
export const toRows = (entries: readonly EstimateField[], shapes: KeptShapes): EstimateField[] =>
  entries.map((entry) => shapes.toRow("estimate-fields", entry as StoredRecord<EstimateField["id"]>) as typeof entry);

export const fromRows = (rows: readonly EstimateField[], shapes: KeptShapes): EstimateField[] =>
  rows.map((row) => shapes.readRecord("estimate-fields", row as StoredRecord<EstimateField["id"]>) as typeof row);

async function settle({
  device,
  current,
  named,
}: {
  device: DeviceDatabase;
  current: KeptPriceBook;
  named: ReadonlySet<number>;
}): Promise<void> {
  const { companyId, version } = current;
  if (named.has(version) && !(await device.priceBooks.get([companyId, version]))) await device.priceBooks.put(current);
  await pruneKeptPriceBooks({ device, companyId, named });
}

/** Before a newer version arrives: keeps the current one, if estimates on this device were priced with it. */
export async function keepNamedPriceBook({
  session,
  device,
  shapes,
}: {
  session: StoreSession;
  device: DeviceDatabase;
  shapes: KeptShapes;
}): Promise<void> {
  const { companyId } = session.owner;
  const { estimates, entries, isArriving } = await session.read(async (transaction) => ({
    estimates: await transaction.records("estimates"),
    entries: await readNewestEntries(transaction),
    isArriving: await transaction.info("price-book-arriving"),
  }));
  // An incomplete version is not kept.
  if (isArriving) return;
  await onDevice(async () => {
    const named = new Set([...namedVersions(estimates), ...(await readHeldVersions(device, companyId))]);
    const current = { companyId, version: versionOfEntries(entries), entries: toRows(entries, shapes) };
    await settle({ device, current, named });
  });
}

/** Before the specified database is emptied: keeps the versions of held work, and deletes the others. */
export async function keepPriceBookOfHeldWork({
  specified,
  device,
  companyId,
}: {
  specified: SpecifiedDatabase;
  device: DeviceDatabase;
  companyId: number;
}): Promise<void> {
  const entries = (await specified["estimate-fields"].toArray()) as StoredEstimateField[];
  const isArriving = (await specified.info.get("price-book-arriving")) !== undefined;
  const current = { companyId, version: isArriving ? 0 : versionOfEntries(entries), entries };
  await settle({ device, current, named: await readHeldVersions(device, companyId) });
}
