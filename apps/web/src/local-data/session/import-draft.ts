import type { DeviceDatabase } from "#local-data/database/device-database.ts";
import type { LocalStore } from "#local-data/database/local-store.ts";
import type { FieldValues } from "#local-data/database/stored-record.ts";
import type { Owner } from "#local-data/device/server-calls.ts";
import { onDevice } from "#local-data/device/storage-problem.ts";

/** A file of leads that the user chose. */
export interface ImportFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * An unfinished import of leads, kept per account and company across reloads and expired logins. The file is stored apart from the
 * decisions about it, which change with every key. It may be a company's whole list of customers, so a logout deletes it.
 */
export interface ImportDraft {
  read(): Promise<{ file: ImportFile; values: FieldValues } | undefined>;
  /** Replaces the file and deletes the decisions. */
  saveFile(file: ImportFile): Promise<void>;
  saveValues(values: FieldValues): Promise<void>;
  drop(): Promise<void>;
}

export function createImportDraft({ database, store }: { database: DeviceDatabase; store: LocalStore }): ImportDraft {
  const table = database.leadImportDrafts;
  const keyOf = (part: "file" | "values"): [number, number, string] => {
    const { accountId, companyId } = store.session().owner;
    return [accountId, companyId, part];
  };
  return {
    read: () =>
      onDevice(async () => {
        const [file, decided] = await table.bulkGet([keyOf("file"), keyOf("values")]);
        return file?.file && { file: file.file, values: decided?.values ?? {} };
      }),
    saveFile: (file) =>
      onDevice(async () => {
        await database.transaction("rw", table, async () => {
          await table.delete(keyOf("values"));
          await table.put({ ...store.session().owner, part: "file", file });
        });
      }),
    saveValues: (values) =>
      onDevice(async () => {
        await table.put({ ...store.session().owner, part: "values", values });
      }),
    drop: () => onDevice(() => forgetImportDraft({ database, owner: store.session().owner })),
  };
}

export async function forgetImportDraft({
  database,
  owner: { accountId, companyId },
}: {
  database: DeviceDatabase;
  owner: Owner;
}): Promise<void> {
  await database.leadImportDrafts.where("[accountId+companyId]").equals([accountId, companyId]).delete();
}
