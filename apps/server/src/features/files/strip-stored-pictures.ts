import type { CompanyId } from "@ridgebook/contract";
import { stripPicture } from "@ridgebook/documents/pictures";
import type { CompanyScope } from "#database/company-scope.ts";
import { listPicturesFromBefore, noteStoredBytes } from "./file-repository.ts";
import type { FileStore } from "./file-store.ts";
import { hashBytes } from "./storable-file.ts";

/** So few that a server that stops waits for them. */
const PICTURES_PER_STEP = 20;

type Transact = <Result>(work: (scope: CompanyScope) => Promise<Result>) => Promise<Result>;

/**
 * Takes the metadata out of some of the pictures that were stored before uploads were stripped; true where more are left. They keep
 * their ids. Each picture is noted once it is stored again: a step that is killed or done twice changes nothing more.
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
