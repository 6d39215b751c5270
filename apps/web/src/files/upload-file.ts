import { Problem, UPLOAD_FIELD, type FileRules, type StoredFile } from "@ridgebook/contract";
import type { ServerClient } from "#server-client/server-client.ts";
import { sortServerMessages } from "#server-client/server-validation.ts";
import { prepareFile } from "./prepare-file.ts";

/** How long a file may take on its way; the server waits as long for it. */
const UPLOAD_TIMEOUT_MS = 60_000;

/** The stored file, or what its field says when it was refused. */
type UploadOutcome = { readonly file: StoredFile } | { readonly message: string };

/** The message of a refused file: what a 400 says of `formFile` (3.§7). Every other failure is raised as it came. */
export function uploadMessage(error: unknown): string {
  const [refused] =
    error instanceof Problem && error.status === 400
      ? sortServerMessages({ problem: error, knownFields: [UPLOAD_FIELD] }).fields
      : [];
  if (!refused) throw error;
  return refused.message;
}

/**
 * Uploads a file that somebody chose for a field. What is wrong with it comes back for the field, whether it is seen here
 * or by the server; any other failure is a Problem for the generic handler (1.§7, 3.§7).
 */
export async function uploadFile({
  client,
  chosen,
  rules,
}: {
  client: ServerClient;
  chosen: File;
  rules: FileRules;
}): Promise<UploadOutcome> {
  const prepared = await prepareFile(chosen, rules);
  if ("message" in prepared) return prepared;
  try {
    const file = await client.call("uploadFile", { file: prepared.file }, { timeoutMs: UPLOAD_TIMEOUT_MS });
    return { file };
  } catch (error) {
    return { message: uploadMessage(error) };
  }
}
