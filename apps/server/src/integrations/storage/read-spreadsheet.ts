import { FILE_CAN_DOWNLOAD_MESSAGE, FILE_EXISTS_MESSAGE, MAX_FILE_BYTES, Problem } from "@ridgebook/contract";
import type { CompanyScope } from "#database/company-scope.ts";
import { readSettings } from "#database/company-settings.ts";
import { asProblem } from "#integrations/connection/connections.ts";
import type { OpenStorage } from "./connected-storage.ts";

const refuse = (message: string): Problem => new Problem("validation", { errors: { formFile: [message] } });

/**
 * Downloads the price book's spreadsheet (OP-58). Undefined without a connected storage. Throws validation if the file is not chosen,
 * deleted or protected, and providerFailed.
 */
export async function readSpreadsheet({
  openStorage,
  inCompany,
}: {
  openStorage: OpenStorage;
  inCompany: <Result>(work: (scope: CompanyScope) => Promise<Result>) => Promise<Result>;
}): Promise<{ name: string; bytes: Uint8Array } | undefined> {
  const { connected, id } = await inCompany(async (scope) => {
    const { values } = await readSettings(scope);
    return { connected: await openStorage.find(scope), id: values.estimateFieldsSpreadsheet };
  });
  if (!connected) return undefined;
  if (id === "") throw refuse("No spreadsheet is chosen in the file settings.");
  return asProblem(
    (async () => {
      const item = await connected.storage.find(id);
      if (!item || item.isFolder) throw refuse(FILE_EXISTS_MESSAGE);
      if (!item.canDownload) throw refuse(FILE_CAN_DOWNLOAD_MESSAGE);
      return { name: item.name, bytes: await connected.storage.download(item, MAX_FILE_BYTES) };
    })(),
  );
}
