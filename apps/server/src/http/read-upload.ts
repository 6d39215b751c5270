import {
  checkFile,
  fileMessages,
  MAX_DOCUMENT_DATA_BYTES,
  Problem,
  UPLOAD_FIELD,
  type BodyLimit,
  type FileRules,
  type FormFields,
  type Route,
  type UploadedFile,
} from "@ridgebook/contract";
import type { FastifyRequest } from "fastify";
import { detectContent } from "./detect-content.ts";

/** An accepted file, or the messages of its errors. */
export type Upload = { readonly file: UploadedFile } | { readonly messages: readonly string[] };

/** In UTF-8. Text limits count UTF-16 units, each of at most 3 bytes. */
const MAX_BYTES_OF_A_CHARACTER = 3;

/** Other fields of the form are ignored, up to these limits. */
const UPLOAD_LIMITS = { files: 1, fields: 20, fieldSize: 10_000, headerPairs: 50 };
/** Limits of a form in place of a body: each field up to the largest text of a body. */
const FORM_LIMITS = {
  files: 1,
  fields: 200,
  fieldNameSize: 200,
  fieldSize: MAX_DOCUMENT_DATA_BYTES * MAX_BYTES_OF_A_CHARACTER,
  headerPairs: 50,
};
const MAX_NAME_LENGTH = 200;
/** Control characters, which break headers, and direction marks, which make a name look like another one. */
const UNFIT_FOR_A_NAME = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** Removes folders and unsafe characters from a file name and shortens it, but keeps its extension. Forms may send no name. */
function cleanFileName(name: string | undefined = ""): string {
  // Forms percent-encode quotation marks and line breaks only.
  const written = name.replaceAll("%22", '"').replace(/%0[ad]/gi, "");
  const plain = (written.normalize("NFC").split(/[/\\]/).at(-1) ?? "").replace(UNFIT_FOR_A_NAME, "").trim();
  if (plain.length <= MAX_NAME_LENGTH) return plain;
  const extension = /\.[^.]{1,10}$/.exec(plain)?.[0] ?? "";
  return plain.slice(0, MAX_NAME_LENGTH - extension.length) + extension;
}

/** Whether a form exceeded the limits. Any other error means that its parts cannot be parsed. */
const isOverfull = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^FST_(PARTS|FILES|FIELDS)_LIMIT$/.test(String(error.code));

/** The problem of a form that is too large because of its file, with the message of the file's rules. */
export const formTooLarge = (file: { field: string; rules: Pick<FileRules, "maxBytes"> } | undefined): Problem =>
  new Problem("tooLarge", file ? { errors: { [file.field]: [fileMessages.tooLarge(file.rules.maxBytes)] } } : {});

interface ReceivedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface ReceivedForm {
  readonly fields: FormFields;
  readonly file: ReceivedFile | undefined;
}

/**
 * Reads the parts of a form: its fields, if requested, and its file, up to one byte more than the limit, which shows that it is too large.
 */
async function readParts(
  request: FastifyRequest,
  { limit, ...expected }: ExpectedParts & { limit: BodyLimit },
): Promise<ReceivedForm> {
  let received = 0;
  const tooMuch = new Promise<never>((_, reject) => {
    request.raw.on("data", (piece: Buffer) => {
      received += piece.length;
      if (received > (limit.form ?? limit.json)) reject(formTooLarge({ field: expected.field, rules: expected }));
    });
  });
  return Promise.race([collectParts(request, { ...expected, fieldBytes: limit.json }), tooMuch]);
}

interface ExpectedParts {
  readonly field: string;
  readonly maxBytes: number;
  readonly limits: object;
  readonly keepsFields: boolean;
}

async function collectParts(
  request: FastifyRequest,
  { field, maxBytes, limits, keepsFields, fieldBytes }: ExpectedParts & { fieldBytes: number },
): Promise<ReceivedForm> {
  const fields: [name: string, value: string][] = [];
  let file: ReceivedFile | undefined;
  let size = 0;
  try {
    for await (const part of request.parts({ limits: { ...limits, fileSize: maxBytes + 1 } })) {
      if (part.type === "file") {
        if (part.fieldname === field) file = { name: cleanFileName(part.filename), bytes: await part.toBuffer() };
        else part.file.resume();
      } else if (keepsFields) {
        const value = typeof part.value === "string" ? part.value : "";
        size += part.fieldname.length + Buffer.byteLength(value);
        if (part.fieldnameTruncated || part.valueTruncated || size > fieldBytes) throw new Problem("tooLarge");
        fields.push([part.fieldname, value]);
      }
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(isOverfull(error) ? "tooLarge" : "malformedBody");
  }
  return { fields, file };
}

/** Checks a file's name, size and content (3.§5). */
async function checkReceived({ name, bytes }: ReceivedFile, rules: FileRules): Promise<Upload> {
  const isReadable = bytes.length > 0 && bytes.length <= rules.maxBytes;
  const content = isReadable ? await detectContent(bytes) : undefined;
  const contentExtensions = isReadable ? (content?.extensions ?? []) : undefined;
  const messages = checkFile({ name, size: bytes.length, contentExtensions }, rules);
  if (messages.length > 0 || !content) return { messages };
  return { file: { name, bytes, contentType: content.contentType } };
}

/**
 * Reads the file of a form as a stream and checks its name, size and content (3.§5). Throws tooLarge and malformedBody for a form
 * that does not fit the limits.
 *
 * Keeps no more in memory than the rules allow. Reads and discards the rest, up to the call's limit: a caller that gets a reply
 * while it is still sending would see a broken connection.
 */
export async function readUpload(
  request: FastifyRequest,
  { rules, limit }: { rules: FileRules; limit: BodyLimit },
): Promise<Upload> {
  if (!request.isMultipart()) return { messages: [fileMessages.empty] };
  const { maxBytes } = rules;
  const { file } = await readParts(request, {
    field: UPLOAD_FIELD,
    maxBytes,
    limit,
    limits: UPLOAD_LIMITS,
    keepsFields: false,
  });
  return file ? checkReceived(file, rules) : { messages: [fileMessages.empty] };
}

export interface ReceivedBody {
  /** The body for the route's schema. */
  readonly body: unknown;
  readonly upload: Upload | undefined;
}

/**
 * Reads a form in place of a body, with its optional file. Undefined if the call has no form: in a batch it has the body itself.
 * Throws tooLarge and malformedBody like `readUpload`.
 */
export async function readForm(
  request: FastifyRequest,
  { form: { toBody, file: expected }, limit }: { form: NonNullable<Route["form"]>; limit: BodyLimit },
): Promise<ReceivedBody | undefined> {
  if (!request.isMultipart()) return undefined;
  const { fields, file } = await readParts(request, {
    field: expected.field,
    maxBytes: expected.rules.maxBytes,
    limit,
    limits: FORM_LIMITS,
    keepsFields: true,
  });
  return { body: toBody(fields), upload: file && (await checkReceived(file, expected.rules)) };
}
