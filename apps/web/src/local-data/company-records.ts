import { isSameValue, type Settings, type User } from "@ridgebook/contract";
import type { LocalStore } from "#local-data/database/local-store.ts";
import type { ServedRecord } from "#local-data/database/served-records.ts";

/* Records that admins change on the server, and that the device only reads. */

export interface UserReader {
  list(): Promise<User[]>;
  find(id: number): Promise<User | undefined>;
}

export interface SettingsStore {
  read(): Promise<ServedRecord<"settings"> | undefined>;
  /** Stores the settings that a save returned, until the next sync, unless the settings here have changed since the save. */
  receive(saved: Settings, options: { over: Settings }): Promise<void>;
}

export const createUserReader = ({ read }: LocalStore): UserReader => ({
  list: () => read((transaction) => transaction.records("users")),
  find: (id) => read((transaction) => transaction.record("users", id)),
});

export const createSettingsStore = ({ read, write }: LocalStore): SettingsStore => ({
  read: () => read((transaction) => transaction.record("settings", 1)),
  receive: (saved, { over }) =>
    write(async (transaction) => {
      const held = await transaction.record("settings", 1);
      if (isSameValue(held, over))
        await transaction.putRecords("settings", [{ ...held, ...saved, id: 1, modifiedTime: null }]);
    }),
});
