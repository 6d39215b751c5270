import type { UploadedFile } from "@ridgebook/contract";
import type { CompanyScope } from "#database/company-scope.ts";
import { addFile } from "./file-repository.ts";
import type { FileStore } from "./file-store.ts";
import { makeFileId } from "./make-file-id.ts";
import { assertHarmless, toStorableFile, type CheckPdf } from "./storable-file.ts";

/**
 * Stores a file that the program generated, with an upload's checks; returns its id.
 *
 * @param now the clock of upload times
 */
export const createKeepFile =
  ({ store, checkPdf, now }: { store: Pick<FileStore, "write">; checkPdf: CheckPdf; now: () => Date }) =>
  async (scope: CompanyScope, uploaded: UploadedFile): Promise<string> => {
    await assertHarmless(uploaded, checkPdf);
    const file = await toStorableFile(uploaded);
    const { name, bytes, contentType, bytesHash } = file;
    const id = makeFileId({ companyId: scope.companyId, file });
    // Bytes first, as with an upload: if the record fails, they only waste space.
    await store.write({ companyId: scope.companyId, id }, bytes);
    await addFile(scope, { id, name, size: bytes.length, contentType, bytesHash, uploadTime: now() });
    return id;
  };
