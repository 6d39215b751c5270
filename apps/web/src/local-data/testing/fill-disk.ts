import type { Table } from "dexie";

/** From now on the disk is full: every write to the store fails, as the browser reports it. The result makes room again. */
export function fillDisk<Row, Key>(table: Table<Row, Key>): () => void {
  const fail = (): never => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  };
  table.hook("creating", fail);
  table.hook("updating", fail);
  return () => {
    table.hook("creating").unsubscribe(fail);
    table.hook("updating").unsubscribe(fail);
  };
}
