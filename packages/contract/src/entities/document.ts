import { z } from "zod";
import { MAX_PRICE } from "#constants.ts";
import { userId, documentId, estimateId, leadId } from "#ids.ts";
import { requiredEmail, requiredText, text, withoutTurning } from "#rules/text.ts";
import { documentFinding } from "./document-findings.ts";
import { DOCUMENT_KINDS, DOCUMENT_TYPES, SIGNATURE_KEYS } from "./document-kinds.ts";

/** The largest value of `data` in bytes: a document's content, with hundreds of lines. */
export const MAX_DOCUMENT_DATA_BYTES = 2_000_000;
/** Bytes of a signature's picture as a data URL. */
const MAX_SIGNATURE_BYTES = 500_000;

/** Keys that must stay byte for byte, since the fingerprint covers them. */
const PAPER_ITSELF = [
  "model",
  "choices",
  "basis",
  "madeWith",
  "fingerprint",
  "consents",
  "strokes",
  "buildsOn",
  "clock",
  "lead",
];

/**
 * A document's own values by key, each a text (1.§7 "data.{key}"). Ours:
 *
 * - `typeVersion`: version of the shape of the others; "1"
 * - `number`: the printed number; generated on the device, unique through its random part
 * - `model`: the document's content, as canonical JSON (documents, DocumentModel); its PDF is drawn from this alone
 * - `choices`: the choices when it was made, as JSON; copies start with them
 * - `basis`: the estimate that it was made from, as JSON (documents, DocumentBasis); change orders compare with it
 * - `madeWith`: the versions of settings and prices that it was made with, as JSON (documents, MadeWith); missing in release 1
 * - `fingerprint`: if signed, SHA-256 of model and signatures, hexadecimal
 * - `consents`: if signed, the sentence agreed to by signature key, as JSON
 * - `strokes`: if signed, the points of the drawn lines by signature key, as JSON; a typed signature has none
 * - `sourceId`: the document it was made from
 * - `basedOnId`: of a change order, the signed contract that it changes
 * - `buildsOn`: if signed, fingerprints of the signed papers of the same work known to the device, oldest first, as JSON
 * - `clock`: if signed, the device clock's offset at its last contact with the server, as JSON (documents, DeviceClock)
 * - `drawing`: if signed, the version of the code that drew its PDF (documents, DRAWING_VERSION)
 * - `lead`: if signed, the lead at that time, as JSON: if the lead was deleted, the paper restores it
 */
export const documentData = z
  .record(
    z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,49}$/, "A key of data has 1 to 50 letters and digits."),
    z.string().max(MAX_DOCUMENT_DATA_BYTES, "data is too large."),
  )
  .overwrite((data) =>
    Object.fromEntries(
      Object.entries(data).map(([key, value]) => [key, PAPER_ITSELF.includes(key) ? value : withoutTurning(value)]),
    ),
  );
export type DocumentData = z.infer<typeof documentData>;

/** A picture, as a device draws it. */
const pictureUrl = z
  .string()
  .max(MAX_SIGNATURE_BYTES, "The signature is too large.")
  .regex(/^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/, "The signature must be a PNG picture.");

const signatureInput = z.object({
  /** PNG data URL. */
  data: pictureUrl,
  timestamp: z.iso.datetime("The signature's time must be a date and time."),
});
export type SignatureInput = z.infer<typeof signatureInput>;

/** A signature on the server, with its picture at `url`; `data` only while unsent. */
export const documentSignature = z.object({
  url: z.string(),
  data: z.string().optional(),
  timestamp: z.iso.datetime(),
});
export type DocumentSignature = z.infer<typeof documentSignature>;

const workflows = z.array(z.string().regex(/^\d(\.\d{1,4})?$/, "workflows must hold keys such as 1 or 1.2.")).max(30);

const additionalWork = {
  /** Whether a change order shows `additionalCost`. */
  showAdditionalCost: z.boolean(),
  /** Dollars; negative if work is removed. */
  additionalCost: z.number().min(-MAX_PRICE).max(MAX_PRICE),
  /** Dollars of earlier change orders. */
  additionalWorkTotalBroughtFromAddendum: z.number().min(-MAX_PRICE).max(MAX_PRICE),
};

const name = requiredText({ field: "Name", max: 200 });

/** The input of a new document (1.§7). `workflows` are keys of copies (`summaryKey`). */
export const documentInput = z.object({
  estimateId,
  name,
  type: z.union(
    DOCUMENT_KINDS.map((kind) => z.literal(DOCUMENT_TYPES[kind])),
    "Invalid type",
  ),
  workflows,
  createdTime: z.iso.datetime("createdTime must be a date and time."),
  showAdditionalCost: additionalWork.showAdditionalCost.default(false),
  additionalCost: additionalWork.additionalCost.default(0),
  additionalWorkTotalBroughtFromAddendum: additionalWork.additionalWorkTotalBroughtFromAddendum.default(0),
  data: documentData.default({}),
  signatures: z.partialRecord(z.enum(SIGNATURE_KEYS), signatureInput).default({}),
});
export type DocumentInput = z.output<typeof documentInput>;

/** Editable members of an unsigned document (OP-69: online only). */
export const documentChange = z
  .object({ name, ...additionalWork, data: documentData })
  .partial()
  // Default: the newest is changed.
  .extend({ revision: z.number().int().min(1).optional() });

/** A document as the server holds it (3.§3). */
export const document = z.object({
  id: documentId,
  revision: z.number().int(),
  estimateId,
  leadId,
  createdByUserId: userId.nullable(),
  name: z.string(),
  type: z.number().int(),
  workflows: z.array(z.string()),
  createdTime: z.iso.datetime(),
  /** When the server received it; `createdTime` is by the device's clock. */
  receivedTime: z.iso.datetime(),
  ...additionalWork,
  data: z.record(z.string(), z.string()),
  signatures: z.partialRecord(z.enum(SIGNATURE_KEYS), documentSignature),
  pdfStatus: z.number().int(),
  /** The address of the stored PDF; null without one (3.§7). */
  pdfUrl: z.string().nullable(),
  /** Why there is no PDF; "" unless pdfStatus is failure. */
  pdfFailure: z.string(),
  /** The document that replaces this one: a signed one is never edited. */
  supersededById: documentId.nullable(),
  /** The server's findings on receipt of a signed one. */
  findings: z.array(documentFinding),
});
export type StoredDocument = z.output<typeof document>;

/** A document in lists; also the entries of an estimate's `documents`. */
export const listedDocument = document.pick({
  id: true,
  estimateId: true,
  leadId: true,
  name: true,
  type: true,
  createdTime: true,
  pdfStatus: true,
  pdfUrl: true,
  supersededById: true,
});
export type ListedDocument = z.output<typeof listedDocument>;

/** A recipient (1.§3 "Email record"). */
export const emailAddress = z.object({ email: requiredEmail("E-mail"), name: text({ field: "Name", max: 200 }) });
export type EmailAddress = z.infer<typeof emailAddress>;

export const MAX_EMAIL_ADDRESSES = 20;

/** A mail with a document (1.§7). `message` is HTML of the editor's e-mail mode. */
export const documentEmailInput = z.object({
  documentId,
  emailAddresses: z
    .array(requiredEmail("E-mail"))
    .min(1, "Enter at least one e-mail address.")
    .max(MAX_EMAIL_ADDRESSES, `At most ${String(MAX_EMAIL_ADDRESSES)} e-mail addresses.`),
  message: text({ field: "Message", max: 200_000 }).default(""),
});

/** One recipient of a mail (1.§3 "Email send record"); each has its own status. */
export const documentEmail = z.object({
  documentId,
  emailAddresses: z.array(z.string()),
  timestamp: z.iso.datetime(),
  status: z.number().int(),
  /** The mail server's message on failure; else "". */
  failure: z.string(),
});
export type DocumentEmail = z.infer<typeof documentEmail>;

/** A suggested purchase order number (1.§3). */
export const purchaseOrderSuggestion = z.object({ poNumber: z.string(), projectType: z.string() });
export type PurchaseOrderSuggestion = z.infer<typeof purchaseOrderSuggestion>;

/** The result of verifying a PDF file. */
export const documentVerification = z.object({
  /** Whether the file is a signed document of the company, according to an intact log. */
  isSigned: z.boolean(),
  documentId: documentId.nullable(),
  /** SHA-256 of the file, hexadecimal. */
  fileHash: z.string(),
  /** In words. */
  explanation: z.string(),
});
export type DocumentVerification = z.infer<typeof documentVerification>;
