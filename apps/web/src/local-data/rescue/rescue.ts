/**
 * Rescue files move unsent work from one device to another, encrypted with a passphrase, by its owner or by an admin of the company.
 *
 * Saving freezes every change as an attempt (key, body), here and in the file, and later edits here wait behind it. So either device, or
 * both, may send it: the server does each attempt once. Opening gives new local ids to records and items that the server does not know.
 *
 *     const { file } = await rescue.save("four ridges above Portage");
 *     await rescueOnAnotherDevice.open(file, "four ridges above Portage", { confirmOthers });
 */
import type { DeviceDatabase } from "#local-data/database/device-database.ts";
import type { Entities } from "#local-data/database/entity.ts";
import type { KeptShapes } from "#local-data/database/kept-shapes.ts";
import type { LocalStore } from "#local-data/database/local-store.ts";
import type { Clock, Random } from "#local-data/device/clock.ts";

export interface SavedRescue {
  file: Uint8Array;
  changeCount: number;
  draftCount: number;
  /**
   * Whether this device has stored the keys of the file. It cannot without any free space: then only one of the two devices may
   * send, or new records are duplicated.
   */
  isNoted: boolean;
}

/** The numbers of changes and drafts that opening a file added or left out. */
export interface OpenedRescue {
  takenIn: number;
  alreadyHere: number;
  /** One device deletes what the other one changes; this device's version stays. */
  leftOut: number;
  draftsTakenIn: number;
  /** Drafts of which this device has a newer version. */
  draftsLeftOut: number;
}

/** What an admin confirms before another user's file is opened. */
export interface OthersWork {
  /** "Dana Whitlock"; undefined if this device has no such user of the company, such as a deleted one. */
  personName: string | undefined;
  changeCount: number;
  draftCount: number;
}

export interface Rescue {
  /** Saves all unsent work of the signed-in user, encrypted. Throws a `StorageProblem` if it cannot be read. */
  save(passphrase: string): Promise<SavedRescue>;
  /**
   * Opens a file that was saved in the same company on any device, by the same user or, for an admin, by another one.
   * Throws a `RescueProblem`.
   *
   * @param confirmOthers asks the admin; without it, files of other users are refused
   * @returns undefined if the admin declined; nothing is imported then
   */
  open(
    file: Uint8Array,
    passphrase: string,
    options?: { confirmOthers?: (work: OthersWork) => Promise<boolean> },
  ): Promise<OpenedRescue | undefined>;
}

export interface RescueOptions {
  store: LocalStore;
  device: DeviceDatabase;
  entities: Entities;
  shapes: KeptShapes;
  clock: Clock;
  random: Random;
  /** Sends the imported changes. */
  flush: () => Promise<void>;
  /** Iterations of the key derivation; only tests set fewer. */
  iterations?: number | undefined;
}
