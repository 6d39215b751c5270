import { Dexie } from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { expect, test } from "vitest";
import { withoutLiveQueries } from "./without-live-queries.ts";

/** Whether Dexie tells its live queries, in all tabs, of a write. */
async function isTold(prepare: (database: Dexie) => Dexie): Promise<boolean> {
  const database = prepare(new Dexie("names", { indexedDB: new IDBFactory(), IDBKeyRange }));
  database.version(1).stores({ names: "id" });
  // Opening is announced in any case.
  await database.open();
  let told = false;
  const listener = (): void => {
    told = true;
  };
  Dexie.on.storagemutated.subscribe(listener);
  try {
    await database.table("names").bulkPut([{ id: 1 }, { id: 2 }]);
    await database.table("names").delete(1);
    expect(await database.table("names").toArray()).toEqual([{ id: 2 }]);
    return told;
  } finally {
    Dexie.on.storagemutated.unsubscribe(listener);
    database.close();
  }
}

// The first shows that the second would notice if another version of Dexie named its parts otherwise.
test("Dexie gathers for live queries what each write touches", async () => {
  expect(await isTold((database) => database)).toBe(true);
});

test("our databases are without that, and written and read as before", async () => {
  expect(await isTold(withoutLiveQueries)).toBe(false);
});
