import { z } from "zod";
import { MAX_PRICE } from "#constants.ts";
import { userId, documentId, estimateId, leadId } from "#ids.ts";
import { requiredEmail, requiredText, text, withoutTurning } from "#rules/text.ts";
import { documentFinding } from "./document-findings.ts";
import { DOCUMENT_KINDS, DOCUMENT_TYPES, SIGNATURE_KEYS } from "./document-kinds.ts";

/** Bytes that one value of `data` may have: what a document says, with hundreds of lines. */
export const MAX_DOCUMENT_DATA_BYTES = 2_000_000;
/** Bytes of a signature's picture as a data URL. */
const MAX_SIGNATURE_BYTES = 500_000;

/** What a paper is and was signed as, byte by byte: its fingerprint would not fit anything else. */
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
 * - `number`: what people call it by; made on the device, unique through its random part
 * - `model`: what the document says, as canonical JSON (documents, DocumentModel); its PDF is drawn from this alone
 * - `choices`: what was chosen when it was made, as JSON; a document made from this one begins with it
 * - `basis`: the estimate that it was made from, as JSON (documents, DocumentBasis); change orders compare with it
 * - `madeWith`: the versions of settings and prices that it was made with, as JSON (documents, MadeWith); of release 1 none
 * - `fingerprint`: of a signed one, SHA-256 of model and signatures, hexadecimal
 * - `consents`: of a signed one, by signature key the sentence that was agreed to, as JSON
 * - `strokes`: of a signed one, by signature key the points of the drawn lines, as JSON; a typed signature has none
 * - `sourceId`: the document it was made from
 * - `basedOnId`: of a change order, the signed contract that it changes
 * - `buildsOn`: of a signed one, fingerprints of the signed papers of the same work that the device knew, oldest first, as JSON
 * - `clock`: of a signed one, how far the device's clock was off when it last heard of the server, as JSON (documents, DeviceClock)
 * - `drawing`: of a signed one, which version of the code drew its PDF (documents, DRAWING_VERSION)
 * - `lead`: of a signed one, the lead as it stood, as JSON: where the lead was deleted meanwhile, it comes back with the paper
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

/** A signature as the server holds it: its picture is at `url`; `data` only while a device has not sent it yet. */
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
  /** Dollars; negative where work falls away. */
  additionalCost: z.number().min(-MAX_PRICE).max(MAX_PRICE),
  /** Dollars of earlier change orders. */
  additionalWorkTotalBroughtFromAddendum: z.number().min(-MAX_PRICE).max(MAX_PRICE),
};

const name = requiredText({ field: "Name", max: 200 });

/** What a new document is made of (1.§7). `workflows` are keys of copies (`summaryKey`). */
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

/** What may be changed of a document that is not signed (OP-69: online only). */
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
  /** When the server received it; a device's clock says `createdTime`. */
  receivedTime: z.iso.datetime(),
  ...additionalWork,
  data: z.record(z.string(), z.string()),
  signatures: z.partialRecord(z.enum(SIGNATURE_KEYS), documentSignature),
  pdfStatus: z.number().int(),
  /** Where the stored PDF is; null while none exists (3.§7). */
  pdfUrl: z.string().nullable(),
  /** Why there is no PDF; "" unless pdfStatus is failure. */
  pdfFailure: z.string(),
  /** The document that stands in place of this one: a signed one is never edited. */
  supersededById: documentId.nullable(),
  /** What the server found when it received a signed one. */
  findings: z.array(documentFinding),
});
export type StoredDocument = z.output<typeof document>;

/** What lists show of a document; also the entries of an estimate's `documents`. */
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

/** An address to send to (1.§3 "Email record"). */
export const emailAddress = z.object({ email: requiredEmail("E-mail"), name: text({ field: "Name", max: 200 }) });
export type EmailAddress = z.infer<typeof emailAddress>;

export const MAX_EMAIL_ADDRESSES = 20;

/** A document sent by e-mail (1.§7). `message` is HTML of the editor's e-mail mode. */
export const documentEmailInput = z.object({
  documentId,
  emailAddresses: z
    .array(requiredEmail("E-mail"))
    .min(1, "Enter at least one e-mail address.")
    .max(MAX_EMAIL_ADDRESSES, `At most ${String(MAX_EMAIL_ADDRESSES)} e-mail addresses.`),
  message: text({ field: "Message", max: 200_000 }).default(""),
});

/** One address of one sending (1.§3 "Email send record"); each address has a status of its own. */
export const documentEmail = z.object({
  documentId,
  emailAddresses: z.array(z.string()),
  timestamp: z.iso.datetime(),
  status: z.number().int(),
  /** What the mail server said, of a failure; else "". */
  failure: z.string(),
});
export type DocumentEmail = z.infer<typeof documentEmail>;

/** A number that a purchase order could have (1.§3). */
export const purchaseOrderSuggestion = z.object({ poNumber: z.string(), projectType: z.string() });
export type PurchaseOrderSuggestion = z.infer<typeof purchaseOrderSuggestion>;

/** What is known of a PDF file that somebody holds. */
export const documentVerification = z.object({
  /** Whether the bytes are those of a signed document of the company, and the log that says so is whole. */
  isSigned: z.boolean(),
  documentId: documentId.nullable(),
  /** SHA-256 of the file, hexadecimal. */
  fileHash: z.string(),
  /** In words. */
  explanation: z.string(),
});
export type DocumentVerification = z.infer<typeof documentVerification>;
