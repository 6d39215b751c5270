import type { Dexie } from "dexie";

/** What Dexie puts between a table and the browser for its live queries alone. */
const FOR_LIVE_QUERIES = ["Cache", "Observability"];

/**
 * The same database without the bookkeeping of Dexie's live queries: for each write it gathers every key and every value of an index,
 * and posts them to all tabs. Nobody here asks such a query; who shows records hears of them from LocalStore, by their ids.
 */
export function withoutLiveQueries<Database extends Dexie>(database: Database): Database {
  for (const name of FOR_LIVE_QUERIES) database.unuse({ stack: "dbcore", name });
  return database;
}
