import type { Table } from "dexie";

/**
 * From now on the disk is full: every write to the store fails, as the browser reports it. The result makes room again.
 *
 * @param options.room how many writes still fit
 */
export function fillDisk<Row, Key>(table: Table<Row, Key>, { room = 0 } = {}): () => void {
  let left = room;
  const fail = (): void => {
    left -= 1;
    if (left < 0) throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  };
  table.hook("creating", fail);
  table.hook("updating", fail);
  return () => {
    table.hook("creating").unsubscribe(fail);
    table.hook("updating").unsubscribe(fail);
  };
}
