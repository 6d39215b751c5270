import { Problem } from "@ridgebook/contract";
import type { SaveResult } from "../apps/web/src/local-data/outbox/outbox.ts";
import { StorageProblem } from "../apps/web/src/local-data/device/storage-problem.ts";
import { takeBackDeletions, type Certainty, type Deletion, type FieldWrite, type Journal } from "./journal.ts";
import type { Tab } from "./simulated-device.ts";
import { nameOfQueued } from "./simulated-record.ts";

/** How often a user tries at most to save or delete when the app says to try again. */
const MAX_TRIES = 4;

/** A user's save, with callbacks that record its outcome. */
export interface Save {
  tab: Tab;
  /** The name of the record that is edited. */
  edited?: string;
  /** Texts that the device holds if the save happened. */
  texts: readonly string[];
  setCertainty: (certainty: Certainty) => void;
  setSaidSynced: () => void;
  work: () => Promise<SaveResult>;
  /** Whether the app itself undoes a refused save. */
  takesBackRefusal?: boolean;
  /** A deletion of the same record that was unsent when the edit began. An edit that the device accepts takes it back. */
  takesBack?: { name: string; device: number };
}

/** A saved record, with the id that it had at that time. */
export interface SavedRecord {
  readonly id: number;
  readonly name: string;
}

/** A user's deletion of one of the records that the tab shows. */
export interface Removal {
  tab: Tab;
  name: string;
  shownNames: readonly string[];
  work: () => Promise<SaveResult>;
}

/** Saves and deletes as users do, and records what they know of the outcome. */
export interface Saving {
  /** Resolves with the record's id; undefined when nothing was saved. */
  save(save: Save): Promise<number | undefined>;
  remove(removal: Removal): Promise<void>;
  /** Settles the saves that a tab had not finished when it died, by what its device holds. */
  noteDeath(tab: Tab): void;
  /** Returns the saves and deletions that open tabs have not finished. In the end, each would show a spinner forever. */
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

  /** An earlier deletion from this device was in the same entry, and was dropped with it when the app undid the refused one. */
  const forgetEarlier = (refused: Deletion): void => {
    for (const earlier of journal.deletions) {
      const isSameEntry = earlier.name === refused.name && earlier.device === refused.device;
      if (isSameEntry && earlier.certainty === "certain") earlier.certainty = "uncertain";
    }
  };

  /**
   * Called before an edit. An edit takes a deletion back if the device shows that the server refused it. The refusal may also arrive between
   * this check and the edit, so an unsent deletion is taken back if the device accepts the edit.
   */
  const noteEdit = async (save: Save): Promise<void> => {
    const { tab, edited: name } = save;
    const device = tab.device.index;
    // An open deletion counts too: its answer may have reached the device already, but not its caller.
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
    /** Saves, and tries again if the device could not store it, as the app asks users to. */
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
            // A refused change that the device kept must stay visible. A change of a record that is gone was never accepted.
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
      // The record is shown twice while the answer to its create is lost. Then the user deletes the duplicate.
      const isDuplicate = shownNames.filter((shown) => shown === name).length > 1;
      for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
        try {
          const result = await work();
          const isSure = !isDuplicate && !deletion.isTakenBack;
          // An earlier try whose answer was lost may have deleted the record.
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

/** Returns a function that sets the certainty of all values of one save, except those that were given up. */
export const setCertaintyOf =
  (writes: readonly FieldWrite[]) =>
  (certainty: Certainty): void => {
    for (const write of writes) if (write.certainty !== "givenUp") write.certainty = certainty;
  };
