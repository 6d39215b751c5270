import { Problem } from "@ridgebook/contract";
import type { LocalStore } from "#local-data/database/local-store.ts";
import type { RecordKey, StoredRecord } from "#local-data/database/stored-record.ts";
import type { Connection } from "#local-data/device/connection.ts";
import { isNoAnswer } from "#local-data/device/server-calls.ts";
import { readAskedAt, receiveRecords, receiveRemovals } from "./receive.ts";

/**
 * Fetches one record from the server. Keeps the device's copy if the server cannot be reached. Throws the call's `Problem` if
 * there is no copy, or if the user may not see the record.
 */
export async function fetchRecord(
  { store, connection }: { store: LocalStore; connection: Connection },
  { storeName, id }: RecordKey,
  { path, isRecord }: { path: string; isRecord: (body: unknown) => body is StoredRecord },
): Promise<void> {
  const session = store.session();
  try {
    const askedAt = await session.read(readAskedAt);
    const { body } = await connection.call({ method: "GET", path, session: session.owner });
    if (!isRecord(body)) return;
    await session.write((transaction) =>
      receiveRecords(transaction, { storeName, incoming: [body], isLate: true, askedAt }),
    );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const isHere = (): Promise<boolean> =>
      session.read(async (transaction) => (await transaction.record(storeName, id)) !== undefined);
    if (error.code === "notFound")
      await session.write((transaction) => receiveRemovals(transaction, { storeName, ids: [id] }));
    else if (error.status === 403 || (!isNoAnswer(error) && !(await isHere()))) throw error;
  }
}
