import { isLocalId, isSigned } from "@ridgebook/contract";
import type { LocalData } from "#local-data/local-data.ts";
import { createPacedReading } from "#local-data/paced-reading.ts";
import type { NewNotice } from "#ui/notices/notice-store.ts";

/**
 * Tells the salesperson when a signed paper that waited on this device has reached the server and came back with findings, wherever in the
 * app they are by then. The result stops it.
 */
export function watchFindings({
  localData,
  showNotice,
}: {
  localData: Pick<LocalData, "changes" | "documents" | "subscribe">;
  showNotice: (notice: NewNotice) => void;
}): () => void {
  let waiting: readonly number[] = [];
  const look = async (): Promise<void> => {
    const changes = await localData.changes.list();
    const before = waiting;
    waiting = changes.flatMap(({ storeName, id }) => (storeName === "estimate-documents" && isLocalId(id) ? [id] : []));
    for (const id of before.filter((each) => !waiting.includes(each))) {
      const document = await localData.documents.find(id);
      if (!document || !isSigned(document) || document.findings.length === 0) continue;
      const texts = document.findings.map(({ text }) => text).join(" ");
      showNotice({ type: "warning", autoClose: false, message: `${document.name}: ${texts}` });
    }
  };
  // Nobody is signed in, or the device cannot be read: the list of documents says the same later.
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
