import { isLocalId, isSigned } from "@ridgebook/contract";
import type { LocalData } from "#local-data/local-data.ts";
import { createPacedReading } from "#local-data/paced-reading.ts";
import type { NewNotice } from "#ui/notices/notice-store.ts";

/** A paper that is sent sooner needs no notice: its page showed "sending" and then "sent" while the user looked at it. */
const NEWS_AFTER_MS = 5_000;

/**
 * Notifies the salesperson on any page when a signed paper that waited on this device has reached the server: that it arrived, if it waited for a
 * signal, and the server's findings. The returned function stops it.
 */
export function watchPapers({
  localData,
  showNotice,
  now,
}: {
  localData: Pick<LocalData, "changes" | "documents" | "subscribe">;
  showNotice: (notice: NewNotice) => void;
  /** Epoch milliseconds, by the clock that dates changes. */
  now: () => number;
}): () => void {
  /** When each new unsent document was saved, by its local id. */
  let waiting: ReadonlyMap<number, number> = new Map();
  const look = async (): Promise<void> => {
    const changes = await localData.changes.list();
    const before = waiting;
    waiting = new Map(
      changes.flatMap(({ storeName, id, changedTime }) =>
        storeName === "estimate-documents" && isLocalId(id) ? [[id, changedTime]] : [],
      ),
    );
    for (const [id, savedTime] of before) {
      if (waiting.has(id)) continue;
      const document = await localData.documents.find(id);
      // A discarded one is gone.
      if (!document || !isSigned(document)) continue;
      const { name, findings } = document;
      if (findings.length > 0) {
        const texts = findings.map(({ text }) => text).join(" ");
        showNotice({ type: "warning", autoClose: false, message: `${name}: ${texts}` });
      } else if (now() - savedTime >= NEWS_AFTER_MS) showNotice({ message: `${name} was signed and is now sent` });
    }
  };
  // No user is signed in, or the device cannot be read: the list of documents shows the same later.
  const reading = createPacedReading(() => look().catch(() => undefined));
  reading.ask();
  const unsubscribe = localData.subscribe((storeName) => {
    if (storeName === "estimate-documents") reading.ask();
  });
  return () => {
    unsubscribe();
    reading.stop();
  };
}
