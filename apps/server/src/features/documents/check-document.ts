import { createHash } from "node:crypto";
import {
  copiesOf,
  documentKindOf,
  DOCUMENT_PDF_FIELD,
  Problem,
  SIGNATURE_KEYS,
  summaryKey,
  type DocumentData,
  type DocumentFinding,
  type DocumentInput,
  type DocumentKind,
  type EstimateMembers,
  type FieldErrors,
  type SignatureKey,
  type UploadedFile,
} from "@ridgebook/contract";
import {
  fingerprintOf,
  readBasis,
  readChoices,
  readModel,
  sayUnprintable,
  type DocumentModel,
} from "@ridgebook/documents";
import { storable } from "#database/storable.ts";
import type { SignaturePicture } from "./document-repository.ts";
import { isWholePdf } from "./is-whole-pdf.ts";

/** Papers that the homeowner signs. */
export const SIGNED_KINDS: readonly DocumentKind[] = ["contract", "changeOrder"];

export const sha256 = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");

export function refuse(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw new Problem("validation", { errors });
}

/** Parses a document's model and checks its type; problems go to `errors`. */
export function checkModel(
  { type, data }: { type: number; data: DocumentData },
  errors: FieldErrors,
): DocumentModel | undefined {
  let model: DocumentModel;
  try {
    model = readModel(data);
  } catch (error) {
    errors["data.model"] = [error instanceof Error ? error.message : "What the document says cannot be read."];
    return undefined;
  }
  if (documentKindOf(type) !== model.kind) errors["type"] = ["The type is not that of what the document says."];
  if (data["number"] !== undefined && data["number"] !== model.number)
    errors["data.number"] = ["The number is not that of what the document says."];
  // Documents are looked up by it.
  else if (model.number.length > MAX_NUMBER_LENGTH)
    errors["data.number"] = [`The number has more than ${String(MAX_NUMBER_LENGTH)} characters.`];
  return errors["type"] ? undefined : model;
}

const MAX_NUMBER_LENGTH = 100;

/** Optional values of documents made elsewhere; present ones must be valid. */
const READ_WITH_IT = [
  ["choices", readChoices],
  ["basis", readBasis],
] as const;

/** Checks an unsigned document, to which the paper rules do not apply: it can be printed, and its choices and estimate are valid. */
export function checkUnsigned(
  { model, data }: { model: DocumentModel; data: DocumentData },
  errors: FieldErrors,
): void {
  const unprintable = sayUnprintable(model);
  if (unprintable.length > 0) errors["data.model"] = [...unprintable];
  for (const [key, read] of READ_WITH_IT)
    if (data[key] !== undefined) noteUnread(`data.${key}`, () => read(data), errors);
}

function noteUnread(field: string, read: () => unknown, errors: FieldErrors): void {
  try {
    read();
  } catch (error) {
    errors[field] = [error instanceof Error ? error.message : "It cannot be read."];
  }
}

/** A signature as the evidence log keeps it. */
interface SignedBy {
  readonly key: SignatureKey;
  readonly name: string;
  readonly role: string;
  readonly consent: string;
  /** The device's time, verbatim: the fingerprint covers this text. */
  readonly deviceTime: string;
  readonly pictureHash: string;
  /** Of the strokes as sent; null for a typed signature. */
  readonly strokesHash: string | null;
}

export interface SignedContent {
  readonly fingerprint: string;
  readonly signedBy: readonly SignedBy[];
}

/** A new document after all checks without the database. */
export interface CheckedDocument {
  readonly model: DocumentModel;
  readonly data: DocumentData;
  readonly signatures: readonly SignaturePicture[];
  /** Undefined for an unsigned one. */
  readonly signed: SignedContent | undefined;
  /** Findings that don't reject it. */
  readonly findings: readonly DocumentFinding[];
}

const PICTURE_PREFIX = "data:image/png;base64,";

/** Reads an object by signature key from `data`. */
function readByKey(
  { data, key }: { data: DocumentData; key: "consents" | "strokes" },
  errors: FieldErrors,
): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(data[key] ?? "{}");
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Reported below, like every other value.
  }
  errors[`data.${key}`] = [`${key} must be an object by signature.`];
  return {};
}

async function checkSignatures(
  { body, data, model }: { body: DocumentInput; data: DocumentData; model: DocumentModel },
  { isWholeImage, errors }: { isWholeImage: (bytes: Uint8Array) => Promise<boolean>; errors: FieldErrors },
): Promise<Pick<CheckedDocument, "signatures" | "signed">> {
  const given = SIGNATURE_KEYS.flatMap((key) => {
    const signature = body.signatures[key];
    return signature ? [{ key, ...signature }] : [];
  });
  if (given.length === 0) {
    if (data["fingerprint"] !== undefined) errors["data.fingerprint"] = ["Only a signed document has a fingerprint."];
    return { signatures: [], signed: undefined };
  }
  if (!SIGNED_KINDS.includes(model.kind)) {
    errors["signatures"] = ["Only contracts and change orders are signed."];
    return { signatures: [], signed: undefined };
  }

  const slots = model.closing?.signatures ?? [];
  for (const { key, name, required } of slots)
    if (required && !body.signatures[key]) errors[`signatures.${key}`] = [`The signature of ${name} is missing.`];
  const consents = readByKey({ data, key: "consents" }, errors);
  const strokes = readByKey({ data, key: "strokes" }, errors);
  const signatures: SignaturePicture[] = [];
  const signedBy: SignedBy[] = [];
  for (const { key, data: url, timestamp } of given) {
    const slot = slots.find((each) => each.key === key);
    const picture = Buffer.from(url.slice(PICTURE_PREFIX.length), "base64");
    if (!slot) errors[`signatures.${key}`] = ["The document has no place for this signature."];
    else if (consents[key] !== slot.consent)
      errors[`data.consents`] = [`${slot.name} did not agree to the sentence above the signature.`];
    // The fingerprint covers the text, so it must encode exactly the stored picture.
    const isSameText = picture.toString("base64") === url.slice(PICTURE_PREFIX.length);
    if (!isSameText || !(await isWholeImage(picture)))
      errors[`signatures.${key}.data`] = ["The signature must be a PNG picture."];
    const drawn = strokes[key];
    signatures.push({ key, picture, signedTime: new Date(timestamp) });
    signedBy.push({
      key,
      name: slot?.name ?? "",
      role: slot?.role ?? "",
      consent: slot?.consent ?? "",
      deviceTime: timestamp,
      pictureHash: sha256(picture),
      strokesHash: drawn === undefined || drawn === null ? null : sha256(JSON.stringify(drawn)),
    });
  }
  const fingerprint = await fingerprintOf(model, given);
  if (data["fingerprint"] !== fingerprint)
    errors["data.fingerprint"] = [
      "The fingerprint is not that of what the document says and its signatures: something was changed after signing.",
    ];
  return { signatures, signed: { fingerprint, signedBy } };
}

/** Whether a signed document's stored words, pictures and times still match the signed ones. */
export async function isStillSealed({
  data,
  signatures,
  signed,
}: {
  data: DocumentData;
  signatures: readonly SignaturePicture[];
  signed: SignedContent;
}): Promise<boolean> {
  const timeByKey = new Map(signed.signedBy.map(({ key, deviceTime }) => [key, deviceTime]));
  const sealed = signatures.map(({ key, picture }) => ({
    key,
    data: `${PICTURE_PREFIX}${picture.toString("base64")}`,
    timestamp: timeByKey.get(key) ?? "",
  }));
  try {
    return (await fingerprintOf(readModel(data), sealed)) === signed.fingerprint;
  } catch {
    return false;
  }
}

/** ISO 8601 has a year 0; the database does not. */
const NO_YEAR = "0000-";

const signatureTimes = ({ signatures }: DocumentInput): readonly (readonly [field: string, time: string])[] =>
  Object.entries(signatures).map(([key, { timestamp }]) => [`signatures.${key}.timestamp`, timestamp]);

/** Checks everything about a new document that needs no database. Throws validation with every field. */
export async function checkNewDocument(
  { body, file }: { body: DocumentInput; file: UploadedFile | undefined },
  { isWholeImage }: { isWholeImage: (bytes: Uint8Array) => Promise<boolean> },
): Promise<Omit<CheckedDocument, "findings">> {
  const errors: FieldErrors = {};
  const data = storable(body.data);
  const model = checkModel({ type: body.type, data }, errors);
  for (const [field, time] of [["createdTime", body.createdTime], ...signatureTimes(body)] as const)
    if (time.startsWith(NO_YEAR)) errors[field] = ["The time must be one of the calendar, which begins with year 1."];
  if (file && !isWholePdf(file.bytes))
    errors[DOCUMENT_PDF_FIELD] = ["The PDF is damaged, or holds something besides a PDF."];
  if (model && Object.keys(body.signatures).length === 0) checkUnsigned({ model, data }, errors);
  const checked = model && (await checkSignatures({ body, data, model }, { isWholeImage, errors }));
  refuse(errors);
  if (!model || !checked) throw new Error("A document passed without what it says.");
  return { model, data, ...checked };
}

/** The signed document's copies that the estimate has lost since: a signed paper stays signed. */
function signedCopies(data: DocumentData): string[] {
  try {
    return copiesOf(readBasis(data)).map(summaryKey);
  } catch {
    return [];
  }
}

/** Reports workflows that are not copies of the estimate; "0" is the estimate as a whole (OP-37). */
export function checkWorkflows(
  {
    workflows,
    data,
    isSigned,
    estimate,
  }: {
    workflows: readonly string[];
    data: DocumentData;
    isSigned: boolean;
    estimate: Pick<EstimateMembers, "workflowIds" | "duplicateWorkflows">;
  },
  errors: FieldErrors,
): void {
  const known = new Set(["0", ...copiesOf(estimate).map(summaryKey), ...(isSigned ? signedCopies(data) : [])]);
  const unknown = workflows.filter((key) => !known.has(key));
  if (unknown.length > 0) errors["workflows"] = [`The estimate has no workflow ${unknown.join(", ")}.`];
}
