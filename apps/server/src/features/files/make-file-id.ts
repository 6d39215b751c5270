import { createHash } from "node:crypto";
import type { CompanyId, UploadedFile } from "@ridgebook/contract";

/**
 * The id of an upload: the SHA-256 of company, name and content.
 *
 * Made of what is uploaded rather than by chance, because an answer can get lost: the same upload sent again is the same
 * file, not a second one. The company is part of it, so that no id tells whether another company has the same content.
 * The id opens nothing: who may read a file is decided by their session.
 */
export const makeFileId = ({ companyId, file }: { companyId: CompanyId; file: UploadedFile }): string =>
  createHash("sha256")
    // No name holds the character that parts it from the content.
    .update(`${String(companyId)}\0${file.name}\0`)
    .update(file.bytes)
    .digest("hex");
