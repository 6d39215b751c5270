import type { CompanyId } from "@ridgebook/contract";
import { stripPicture } from "@ridgebook/documents/pictures";
import type { CompanyScope } from "#database/company-scope.ts";
import { listPicturesFromBefore, noteStoredBytes } from "./file-repository.ts";
import type { FileStore } from "./file-store.ts";
import { hashBytes } from "./storable-file.ts";

/** Few enough for a shutdown to wait. */
const PICTURES_PER_STEP = 20;

type Transact = <Result>(work: (scope: CompanyScope) => Promise<Result>) => Promise<Result>;

/**
 * Strips the metadata of a batch of pictures stored before uploads were stripped; true if more are left. They keep their ids. Each is
 * recorded after being stored again, so a killed or repeated step is harmless.
 */
export async function stripStoredPictures(
  { companyId, transact }: { companyId: CompanyId; transact: Transact },
  { store, reportLeftAlone }: { store: FileStore; reportLeftAlone: (fileId: string) => void },
): Promise<boolean> {
  const ids = await transact((scope) => listPicturesFromBefore(scope, { limit: PICTURES_PER_STEP }));
  for (const id of ids) {
    const stored = (await store.read({ companyId, id })) ?? new Uint8Array();
    const stripped = stripPicture(stored);
    if (!stripped) reportLeftAlone(id);
    else if (stripped !== stored) await store.write({ companyId, id }, stripped);
    const { length: size } = stripped ?? stored;
    await transact((scope) => noteStoredBytes(scope, { id, size, bytesHash: hashBytes(stripped ?? stored) }));
  }
  return ids.length === PICTURES_PER_STEP;
}
