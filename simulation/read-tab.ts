import type { SpecifiedDatabase } from "../apps/web/src/local-data/database/specified-database.ts";
import { onDevice } from "../apps/web/src/local-data/device/storage-problem.ts";
import type { Tab } from "./simulated-device.ts";

/** Reads a tab's database directly. Reopens a lost connection, or throws a `StorageProblem`, as the app does. */
export const readTab = <Result>(
  { localData }: Pick<Tab, "localData">,
  read: (database: SpecifiedDatabase) => PromiseLike<Result>,
): Promise<Result> =>
  onDevice(async () => {
    const { specified } = localData.databases;
    if (!specified.isOpen()) await specified.open();
    return await read(specified);
  });
