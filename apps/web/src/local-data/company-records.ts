import { isSameValue, type Settings, type User } from "@ridgebook/contract";
import type { LocalStore } from "#local-data/database/local-store.ts";

/* What admins change at the server, and the device only keeps. */

export interface UserReader {
  list(): Promise<User[]>;
  find(id: number): Promise<User | undefined>;
}

/** `modifiedTime` is that of their last change at the server; null where this device does not know it. */
type StoredSettings = Settings & { id: 1; modifiedTime?: string | null };

export interface SettingsStore {
  read(): Promise<StoredSettings | undefined>;
  /** Stores what a save returned, until the next sync tells its time, unless the settings here are no longer those that it was saved over. */
  receive(saved: Settings, options: { over: Settings }): Promise<void>;
}

export const createUserReader = ({ read }: LocalStore): UserReader => ({
  list: () => read(async (transaction) => (await transaction.records("users")) as unknown as User[]),
  find: (id) => read(async (transaction) => (await transaction.record("users", id)) as unknown as User | undefined),
});

export const createSettingsStore = ({ read, write }: LocalStore): SettingsStore => ({
  read: () =>
    read(async (transaction) => (await transaction.record("settings", 1)) as unknown as StoredSettings | undefined),
  receive: (saved, { over }) =>
    write(async (transaction) => {
      const held = await transaction.record("settings", 1);
      if (isSameValue(held, over))
        await transaction.putRecords("settings", [{ ...held, ...saved, id: 1, modifiedTime: null }]);
    }),
});
