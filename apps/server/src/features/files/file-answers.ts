import { fileUrl, isNoFile, Problem, type CompanyId, type StoredFile } from "@ridgebook/contract";
import { readSettings } from "#database/company-settings.ts";
import { inCompany, inCompanySteps } from "#http/handlers.ts";
import { orNotFound } from "#http/or-not-found.ts";
import { addUpload, assertRoom } from "./file-quota.ts";
import { findFile, type FileRow } from "./file-repository.ts";
import type { FileStore } from "./file-store.ts";
import { makeFileId } from "./make-file-id.ts";
import { assertHarmless, toStorableFile, type CheckPdf } from "./storable-file.ts";

/** Types that browsers may display, since they run no code in them. Others are downloaded. */
const SHOWN_TYPES: readonly string[] = ["image/jpeg", "image/png", "image/gif", "application/pdf"];

const toFile = ({ companyId, id, name, size, uploadTime }: FileRow): StoredFile => ({
  id,
  name,
  size,
  uploadTimestamp: uploadTime.toISOString(),
  url: fileUrl({ id, companyId }),
});

/** The routes of files and the company's logo (1.§7). `now` is the clock of upload times. */
export const fileAnswers = ({
  store,
  checkPdf,
  quotaBytes,
  now,
}: {
  store: FileStore;
  checkPdf: CheckPdf;
  quotaBytes: number;
  now: () => Date;
}) => {
  const toBinary = (companyId: CompanyId, row: FileRow | undefined) => {
    if (!row) throw new Problem("notFound");
    const { id, name, contentType, bytesHash } = row;
    return {
      contentType,
      name,
      disposition: SHOWN_TYPES.includes(contentType) ? ("inline" as const) : ("attachment" as const),
      // A browser's cache under the id alone may still have the picture's metadata.
      etag: bytesHash ?? id,
      bytes: async () => {
        const bytes = await store.read({ companyId, id });
        if (!bytes) throw new Error(`The bytes of file ${id} are gone.`);
        return bytes;
      },
    };
  };

  return {
    ...inCompany({
      async getFile({ params, scope }) {
        return toFile(orNotFound(await findFile(scope, params.id)));
      },
    }),

    ...inCompanySteps({
      async uploadFile({ file: uploaded, companyId, transact }) {
        await assertHarmless(uploaded, checkPdf);
        const file = await toStorableFile(uploaded);
        const { name, bytes, contentType, bytesHash } = file;
        const id = makeFileId({ companyId, file });
        const known = await transact(async (scope) => {
          await assertRoom(scope, { id, size: bytes.length, quotaBytes });
          return findFile(scope, id);
        });
        if (known) return toFile(known);
        // Bytes first: a record without bytes would be a broken picture, bytes without a record only waste space.
        await store.write({ companyId, id }, bytes);
        const values = { id, name, size: bytes.length, contentType, bytesHash, uploadTime: now() };
        return toFile(await transact((scope) => addUpload(scope, values, quotaBytes)));
      },

      async downloadFile({ params: { id }, companyId, transact }) {
        return toBinary(companyId, await transact((scope) => findFile(scope, id)));
      },

      async getCompanyLogo({ companyId, transact }) {
        return toBinary(
          companyId,
          await transact(async (scope) => {
            const { values } = await readSettings(scope);
            const { logoImage } = values;
            return logoImage === null || isNoFile(logoImage) ? undefined : await findFile(scope, logoImage);
          }),
        );
      },
    }),
  };
};
