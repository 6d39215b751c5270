import { Problem } from "@ridgebook/contract";
import type { PendingChange } from "../apps/web/src/local-data/outbox/pending-changes.ts";
import { StorageProblem } from "../apps/web/src/local-data/device/storage-problem.ts";
import type { Faults } from "./faults.ts";
import { writesIn } from "./entry-writes.ts";
import { waitsForPerson } from "./invariants.ts";
import type { Journal } from "./journal.ts";
import type { Tab } from "./simulated-device.ts";
import { nameOfQueued } from "./simulated-record.ts";

/** Saves and opens rescue files as users do, on the same device or another. */
export interface Rescuers {
  /** Saves the unsent changes of the tab's user on its device, and keeps the file. */
  save(tab: Tab): Promise<void>;
  /** Opens one of the files of the tab's user; it may have been opened before, here or elsewhere. */
  open(tab: Tab, what: { file: number }): Promise<void>;
  /** Saves a file at one tab and opens it at another tab of the same user. */
  carry(from: Tab, to: Tab): Promise<void>;
}

interface KeptFile {
  readonly file: Uint8Array;
  readonly accountId: number;
  readonly device: number;
  /** The entries that the device showed at the moment of saving. */
  readonly entries: readonly PendingChange[];
}

const PASSPHRASE = "four ridges above Portage";
/** How often a user tries at most to open a file when the app says to try again. */
const MAX_TRIES = 4;

export function createRescuers(journal: Journal, { faults }: { faults: Faults }): Rescuers {
  const files: KeptFile[] = [];

  /** Notes that a change that waits for the user may be sent again from the opened file, because it has no key. */
  const noteUndecided = (entry: PendingChange): void => {
    const { storeName, kind } = entry;
    const name = nameOfQueued(storeName, entry.record);
    if (!waitsForPerson(entry)) return;
    if (kind === "deleted")
      for (const deletion of journal.deletions)
        if (deletion.name === name && deletion.certainty === "givenUp") deletion.certainty = "uncertain";
    for (const write of writesIn(journal, entry)) write.allowedTimes += 1;
  };

  /** Notes that a deletion from where the file was saved may delete the record here too, with its unsent changes. */
  const noteDeletionHere = ({ storeName, record }: PendingChange, device: number): void => {
    const name = nameOfQueued(storeName, record);
    journal.deletions.push({ name, device, certainty: "uncertain", isTakenBack: false });
  };

  const saveAt = async (tab: Tab): Promise<KeptFile | undefined> => {
    const reading = tab.localData.changes.list();
    const saving = tab.localData.rescue.save(PASSPHRASE);
    saving.catch(() => undefined);
    const entries = await reading;
    const { file, changeCount, isNoted } = await saving;
    // A device without space could not note the keys. It says that only one of the two may send, and continues itself.
    if (!isNoted || changeCount === 0) return undefined;
    const kept = { file, accountId: tab.person.accountId, device: tab.device.index, entries };
    files.push(kept);
    faults.count("a rescue file was saved");
    return kept;
  };

  const openAt = async (tab: Tab, { file, accountId, device: savedAt, entries }: KeptFile): Promise<void> => {
    const device = tab.device.index;
    for (const entry of entries) {
      noteUndecided(entry);
      for (const write of writesIn(journal, entry)) write.isRescued = true;
      if (entry.kind === "deleted") noteDeletionHere(entry, device);
    }
    // Noted before, in case the tab dies while it opens the file: PDFs of documents are stored first.
    journal.openedRescues.push({ accountId, device });
    for (let tries = 1; ; tries += 1)
      try {
        const opened = await tab.localData.rescue.open(file, PASSPHRASE);
        faults.count(`a rescue file was opened ${device === savedAt ? "where it was saved" : "at another device"}`);
        if (opened && opened.takenIn > 0) faults.count("a rescue file brought something");
        return;
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        if (!(error instanceof StorageProblem) || tries === MAX_TRIES) return;
      }
  };

  return {
    async save(tab) {
      await saveAt(tab);
    },

    async open(tab, { file: index }) {
      const own = files.filter(({ accountId }) => accountId === tab.person.accountId);
      const chosen = own[index % Math.max(1, own.length)];
      if (chosen) await openAt(tab, chosen);
    },

    async carry(from, to) {
      const saved = await saveAt(from);
      if (saved) await openAt(to, saved);
    },
  };
}
