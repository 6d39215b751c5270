import type { Dexie } from "dexie";

/** The middleware that Dexie adds for its live queries alone. */
const FOR_LIVE_QUERIES = ["Cache", "Observability"];

/**
 * Removes the bookkeeping of Dexie's live queries from a database: on each write it collects all keys and index values and
 * posts them to all tabs. This app has no live queries; LocalStore notifies of changed records by id.
 */
export function withoutLiveQueries<Database extends Dexie>(database: Database): Database {
  for (const name of FOR_LIVE_QUERIES) database.unuse({ stack: "dbcore", name });
  return database;
}
