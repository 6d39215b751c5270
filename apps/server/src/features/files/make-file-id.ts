import { createHash } from "node:crypto";
import { fileIdPrefix, type CompanyId, type UploadedFile } from "@ridgebook/contract";

/**
 * The id of an upload: the SHA-256 of company, name and content.
 *
 * Made of what is uploaded rather than by chance, because an answer can get lost: the same upload sent again is the same
 * file, not a second one. The company is part of it, so that no id tells whether another company has the same content.
 * The id opens nothing: who may read a file is decided by their session.
 */
export const makeFileId = ({ companyId, file }: { companyId: CompanyId; file: UploadedFile }): string =>
  createHash("sha256")
    .update(fileIdPrefix({ companyId, name: file.name }))
    .update(file.bytes)
    .digest("hex");
