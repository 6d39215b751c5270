import { Problem } from "@ridgebook/contract";
import type { SaveResult } from "../apps/web/src/local-data/outbox/outbox.ts";
import { StorageProblem } from "../apps/web/src/local-data/device/storage-problem.ts";
import { takeBackDeletions, type Certainty, type Deletion, type FieldWrite, type Journal } from "./journal.ts";
import type { Tab } from "./simulated-device.ts";
import { nameOfQueued } from "./simulated-record.ts";

/** A person whose message says to save again does so, up to a point. */
const MAX_TRIES = 4;

/** Something that a person saves, and how they remember what became of it. */
export interface Save {
  tab: Tab;
  /** The name of the record that is edited. */
  edited?: string;
  /** Texts that the device holds if the save happened. */
  texts: readonly string[];
  setCertainty: (certainty: Certainty) => void;
  setSaidSynced: () => void;
  work: () => Promise<SaveResult>;
  /** A refused save is taken back by the app itself. */
  takesBackRefusal?: boolean;
  /** A deletion of the same record, which waited at the device when the edit began: an edit that is taken takes it back. */
  takesBack?: { name: string; device: number };
}

/** What was saved, by the id that it had then. */
export interface SavedRecord {
  readonly id: number;
  readonly name: string;
}

/** Something that a person deletes, one of those that the tab shows under their names. */
export interface Removal {
  tab: Tab;
  name: string;
  shownNames: readonly string[];
  work: () => Promise<SaveResult>;
}

/** How people save and delete, and what they know of it afterwards. */
export interface Saving {
  /** Resolves with the record's id; undefined when nothing was saved. */
  save(save: Save): Promise<number | undefined>;
  remove(removal: Removal): Promise<void>;
  /** What the tab was in the middle of when it died: the device tells what became of it. */
  noteDeath(tab: Tab): void;
  /** What living tabs are still in the middle of: in the end a person would be looking at a spinner for ever. */
  unanswered(): string[];
}

const holds = (tab: Tab, texts: readonly string[]): boolean => {
  const dump = tab.device.storage.dump();
  return texts.some((text) => dump.includes(text));
};

export function createSaving(journal: Journal): Saving {
  const unanswered = new Set<Save>();
  const removals = new Set<Removal>();

  const settle = (save: Save, certainty: Certainty): void => {
    save.setCertainty(certainty);
    if (certainty !== "uncertain" && save.takesBack) takeBackDeletions(journal, save.takesBack);
  };

  /** An earlier one from this device waited in the same entry, and went with it when the app took the refused one back. */
  const forgetEarlier = (refused: Deletion): void => {
    for (const earlier of journal.deletions) {
      const isSameEntry = earlier.name === refused.name && earlier.device === refused.device;
      if (isSameEntry && earlier.certainty === "certain") earlier.certainty = "uncertain";
    }
  };

  /**
   * Before an edit: who edits what the server would not delete, and what the device shows so, takes the deletion back. The refusal may
   * come between this look and the edit: of a deletion that waits, an edit that is taken tells as much.
   */
  const noteEdit = async (save: Save): Promise<void> => {
    const { tab, edited: name } = save;
    const device = tab.device.index;
    // The answer may have come to the device already, but not to its caller.
    const isKnown = journal.deletions.some(
      ({ name: deleted, device: at, certainty }) =>
        deleted === name && at === device && (certainty === "certain" || certainty === "open"),
    );
    if (name === undefined || !isKnown) return;
    const entries = await tab.localData.changes.list();
    const own = entries.filter(
      ({ kind, storeName, record }) => kind === "deleted" && nameOfQueued(storeName, record) === name,
    );
    if (own.some(({ status }) => status === "failed")) takeBackDeletions(journal, { name, device });
    else if (own.length > 0) save.takesBack = { name, device };
  };

  return {
    /** Saves, and saves again when the app says that it could not, as it asks people to. */
    async save(save) {
      const { tab, texts, setSaidSynced, work, takesBackRefusal = false } = save;
      const setCertainty = (certainty: Certainty): void => settle(save, certainty);
      unanswered.add(save);
      try {
        for (let tries = 1; ; tries += 1) {
          try {
            await noteEdit(save);
            const { outcome, id } = await work();
            const isRefused = outcome === "refused";
            // A refused change that the device kept must stay visible; one for a record that is gone was never taken.
            setCertainty(
              isRefused && takesBackRefusal ? "givenUp" : isRefused && !holds(tab, texts) ? "uncertain" : "certain",
            );
            if (outcome === "synced") setSaidSynced();
            return id;
          } catch (error) {
            if (!(error instanceof Problem)) throw error;
            setCertainty("uncertain");
            if (!(error instanceof StorageProblem) || tries === MAX_TRIES) return undefined;
          }
        }
      } finally {
        unanswered.delete(save);
      }
    },
    async remove(removal) {
      const { tab, name, shownNames, work } = removal;
      removals.add(removal);
      const deletion: Deletion = { name, device: tab.device.index, certainty: "open", isTakenBack: false };
      journal.deletions.push(deletion);
      // It stands there twice while the answer to its create is lost: deleting one means to remove the double.
      const isDouble = shownNames.filter((shown) => shown === name).length > 1;
      for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
        try {
          const result = await work();
          const isSure = !isDouble && !deletion.isTakenBack;
          // What is gone may have gone by a try whose answer was lost.
          const isGone = result.outcome === "refused" && result.problem.code === "notFound";
          const isRefused = result.outcome === "refused" && !isGone;
          deletion.certainty = isRefused ? "givenUp" : isSure && !isGone ? "certain" : "uncertain";
          if (isRefused) forgetEarlier(deletion);
          break;
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          deletion.certainty = "uncertain";
          if (!(error instanceof StorageProblem)) break;
        }
      }
      removals.delete(removal);
    },
    noteDeath(tab) {
      for (const save of unanswered) {
        if (save.tab !== tab) continue;
        unanswered.delete(save);
        settle(save, holds(tab, save.texts) ? "certain" : "uncertain");
      }
    },
    unanswered: () => [
      ...[...unanswered]
        .filter(({ tab }) => tab.isAlive())
        .map(({ tab, texts }) => `${tab.name} saves ${texts.join(" ")}`),
      ...[...removals].filter(({ tab }) => tab.isAlive()).map(({ tab, name }) => `${tab.name} deletes ${name}`),
    ],
  };
}

/** What all values of one save have in common. */
export const setCertaintyOf =
  (writes: readonly FieldWrite[]) =>
  (certainty: Certainty): void => {
    for (const write of writes) if (write.certainty !== "givenUp") write.certainty = certainty;
  };
