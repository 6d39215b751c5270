import { Problem, UPLOAD_FIELD, type FileRules, type StoredFile } from "@ridgebook/contract";
import type { ServerClient } from "#server-client/server-client.ts";
import { sortServerMessages } from "#server-client/server-validation.ts";
import { prepareFile } from "./prepare-file.ts";

/** The timeout of an upload; the server's is the same. */
const UPLOAD_TIMEOUT_MS = 60_000;

/** The stored file, or the field's error message. */
type UploadOutcome = { readonly file: StoredFile } | { readonly message: string };

/** The message of a refused file: the messages of a 400 about `formFile` (3.§7). Throws every other error again. */
export function uploadMessage(error: unknown): string {
  const [refused] =
    error instanceof Problem && error.status === 400
      ? sortServerMessages({ problem: error, knownFields: [UPLOAD_FIELD] }).fields
      : [];
  if (!refused) throw error;
  return refused.message;
}

/**
 * Uploads the file of a field. Returns the field's message for a file that the app or the server refuses; throws any other failure as a
 * Problem for the generic handler (1.§7, 3.§7).
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
