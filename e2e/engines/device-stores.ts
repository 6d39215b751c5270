import type { Tab } from "./browser.ts";

type Rows = readonly Readonly<Record<string, unknown>>[];

/** The contents of a store on the device, read without the app; empty if the app has not created it yet. */
export const readStore = (tab: Tab, store: string, database = "ridgebook"): Promise<Rows> =>
  tab.evaluate(
    async (databaseName, name) => {
      const answerOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error ?? new Error("The database cannot be read."));
        });
      const known = await indexedDB.databases();
      if (!known.some((each) => each.name === databaseName)) return [];
      const opened = await answerOf(indexedDB.open(databaseName));
      try {
        if (!opened.objectStoreNames.contains(name)) return [];
        // JSON cannot hold bytes.
        const rows = (await answerOf(opened.transaction(name).objectStore(name).getAll())) as object[];
        return rows.map((row) =>
          Object.fromEntries(
            Object.entries(row).map(([key, value]) => [
              key,
              value instanceof Uint8Array ? value.length : (value as unknown),
            ]),
          ),
        );
      } finally {
        opened.close();
      }
    },
    database,
    store,
  );
