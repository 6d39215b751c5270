import { checkFile, fileMessages, Problem, UPLOAD_FIELD, type FileRules, type UploadedFile } from "@ridgebook/contract";
import type { FastifyRequest } from "fastify";
import { detectContent } from "./detect-content.ts";

/** A file that may be taken, or what is wrong with it. */
export type Upload = { readonly file: UploadedFile } | { readonly messages: readonly string[] };

/** Further fields of the form are read over; more than these are no form of ours. */
const FORM_LIMITS = { files: 1, fields: 20, fieldSize: 10_000, headerPairs: 50 };
const MAX_NAME_LENGTH = 200;
/** Characters that break a header or show a name as another one: controls, and those that turn the direction of writing. */
const UNFIT_FOR_A_NAME = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** A name without folders and tricks, and not too long; the extension, which is its end, stays. A form may send none. */
function cleanFileName(name: string | undefined = ""): string {
  // Forms write quotation marks so, and nothing else that a name keeps.
  const written = name.replaceAll("%22", '"').replace(/%0[ad]/gi, "");
  const plain = (written.normalize("NFC").split(/[/\\]/).at(-1) ?? "").replace(UNFIT_FOR_A_NAME, "").trim();
  if (plain.length <= MAX_NAME_LENGTH) return plain;
  const extension = /\.[^.]{1,10}$/.exec(plain)?.[0] ?? "";
  return plain.slice(0, MAX_NAME_LENGTH - extension.length) + extension;
}

/** A form with more in it than ours have. Every other failure of reading one means that its parts cannot be told apart. */
const isOverfull = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^FST_(PARTS|FILES|FIELDS)_LIMIT$/.test(String(error.code));

interface ReceivedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The file of the form, up to one byte more than the most, which says that there were more. */
async function readForm(request: FastifyRequest, maxBytes: number): Promise<ReceivedFile | undefined> {
  const limits = { ...FORM_LIMITS, fileSize: maxBytes + 1 };
  let found: ReceivedFile | undefined;
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type !== "file") continue;
      if (part.fieldname === UPLOAD_FIELD) found = { name: cleanFileName(part.filename), bytes: await part.toBuffer() };
      else part.file.resume();
    }
  } catch (error) {
    throw new Problem(isOverfull(error) ? "tooLarge" : "malformedBody");
  }
  return found;
}

/**
 * Reads the file of a form as it arrives and looks at its name, size and content (3.§5). Raises tooLarge and malformedBody
 * for what is no form of ours.
 *
 * No more than the rules allow is kept in memory. What comes beyond is read and forgotten: a caller who is answered while
 * still sending would see a broken connection instead of the answer.
 */
export async function readUpload(request: FastifyRequest, rules: FileRules): Promise<Upload> {
  const found = request.isMultipart() ? await readForm(request, rules.maxBytes) : undefined;
  if (!found) return { messages: [fileMessages.empty] };

  const { name, bytes } = found;
  const isReadable = bytes.length > 0 && bytes.length <= rules.maxBytes;
  const content = isReadable ? await detectContent(bytes) : undefined;
  const contentExtensions = isReadable ? (content?.extensions ?? []) : undefined;
  const messages = checkFile({ name, size: bytes.length, contentExtensions }, rules);
  if (messages.length > 0 || !content) return { messages };
  return { file: { name, bytes, contentType: content.contentType } };
}
