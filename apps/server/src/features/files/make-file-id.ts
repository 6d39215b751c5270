import { createHash } from "node:crypto";
import { fileIdPrefix, type CompanyId, type UploadedFile } from "@ridgebook/contract";

/**
 * The id of an upload: the SHA-256 of company, name and content.
 *
 * Deterministic, so that a retry after a lost response gives the same file. Includes the company, so that an id does not reveal whether
 * another company has the content. An id grants no access: the session decides that.
 */
export const makeFileId = ({ companyId, file }: { companyId: CompanyId; file: UploadedFile }): string =>
  createHash("sha256")
    .update(fileIdPrefix({ companyId, name: file.name }))
    .update(file.bytes)
    .digest("hex");
