import { z } from "zod";
import { MAX_REQUEST_BYTES, SIGNED_LINK_MINUTES } from "#constants.ts";
import {
  document,
  documentChange,
  documentEmail,
  documentEmailInput,
  documentInput,
  documentVerification,
  emailAddress,
  purchaseOrderSuggestion,
} from "#entities/document.ts";
import { signingCheck } from "#entities/document-findings.ts";
import { DOCUMENT_KINDS, DOCUMENT_SLUGS, SIGNATURE_KEYS, type DocumentKind } from "#entities/document-kinds.ts";
import { DOCUMENT_PDF_FIELD, formToDocument } from "#entities/document-form.ts";
import { documentIdInText, estimateIdInText, leadIdInText } from "#ids.ts";
import { PDF_RULES } from "#rules/file-rules.ts";
import { binaryReply, defineRoutes } from "./define-routes.ts";

const params = z.object({ id: documentIdInText });

const MAX_DOCUMENT_NUMBER = 100;

const KIND_BY_SLUG = new Map(DOCUMENT_KINDS.map((kind): [string, DocumentKind] => [DOCUMENT_SLUGS[kind], kind]));

/** A kind's name in an address. */
const kindInText = z.string().transform((slug, context): DocumentKind => {
  const kind = KIND_BY_SLUG.get(slug);
  if (kind) return kind;
  context.addIssue({ code: "custom", message: "This kind of document is not known." });
  return z.NEVER;
});

export const documentRoutes = defineRoutes({
  listDocuments: {
    method: "GET",
    path: "/api/documents",
    summary: "The documents of one lead, or of one of its estimates, newest first.",
    access: "companyUser",
    query: z.object({ leadId: leadIdInText, estimateId: estimateIdInText.optional() }),
    reply: z.array(document),
    problems: ["notFound"],
  },
  getDocument: {
    method: "GET",
    path: "/api/documents/:id",
    summary: "One document with all that it says.",
    access: "companyUser",
    params,
    reply: document,
    problems: ["notFound"],
  },
  createDocument: {
    method: "POST",
    path: "/api/documents/",
    summary:
      "Adds a document to an estimate. The PDF that the device made of a signed one comes along and is kept byte for byte.",
    access: "companyUser",
    body: documentInput,
    // The document's frozen words and the pictures of its signatures.
    maxBodyBytes: MAX_REQUEST_BYTES,
    form: { toBody: formToDocument, file: { field: DOCUMENT_PDF_FIELD, rules: PDF_RULES } },
    reply: document,
    problems: ["keyReused"],
    isSyncedChange: true,
  },
  updateDocument: {
    method: "PUT",
    path: "/api/documents/:id",
    summary: "Changes a document that is not signed; its PDF is made again.",
    access: "companyUser",
    params,
    body: documentChange,
    // The document's frozen words.
    maxBodyBytes: MAX_REQUEST_BYTES,
    reply: document,
    problems: ["notFound", "conflict", "documentSigned"],
  },
  deleteDocument: {
    method: "DELETE",
    path: "/api/documents/:id",
    summary: "Deletes a document. Signed ones stay for salespeople, and a contract while change orders build on it.",
    access: "companyUser",
    params,
    reply: z.void(),
    problems: ["notFound", "documentSigned", "inUse", "keyReused"],
    isSyncedChange: true,
  },
  checkBeforeSigning: {
    method: "GET",
    path: "/api/estimates/:id/signing-check",
    summary: "Which papers of an estimate are signed, and whether a number is taken: asked before the first signature.",
    access: "companyUser",
    params: z.object({ id: estimateIdInText }),
    query: z.object({ number: z.string().max(MAX_DOCUMENT_NUMBER, "A document number is shorter than that.") }),
    reply: signingCheck,
    problems: ["notFound"],
  },
  getDocumentEmailHistory: {
    method: "GET",
    path: "/api/documents/:id/emailhistory",
    summary: "To whom a document was sent, newest first, with what became of each.",
    access: "companyUser",
    params,
    reply: z.array(documentEmail),
    problems: ["notFound"],
  },
  listDocumentRecipients: {
    method: "GET",
    path: "/api/documents/:id/recipients",
    summary: "Addresses that the document could go to: the lead's, the salespeople's, and those it went to before.",
    access: "companyUser",
    params,
    reply: z.array(emailAddress),
    problems: ["notFound"],
  },
  generateDocumentPdf: {
    method: "POST",
    path: "/api/documents/:id/generatepdf",
    summary: "Makes the PDF of a document again; of a signed one the kept file stays.",
    access: "companyUser",
    params,
    reply: document,
    problems: ["notFound"],
  },
  emailDocument: {
    method: "POST",
    path: "/api/documents/email",
    summary: "Sends a document with a message to each address.",
    access: "companyUser",
    body: documentEmailInput,
    // A message of 200,000 characters, which take up to 6 bytes each as JSON.
    maxBodyBytes: 1_250_000,
    reply: z.array(documentEmail),
    problems: ["notFound", "tooManyRequests"],
  },
  downloadSignature: {
    method: "GET",
    path: "/api/Documents/:id/DownloadSignature",
    summary: "The picture of a signature.",
    access: "companyUser",
    isOpenedByBrowser: true,
    params,
    query: z.object({ key: z.enum(SIGNATURE_KEYS, "This signature is not known.") }),
    reply: binaryReply,
    problems: ["notFound"],
  },
  viewDocument: {
    method: "GET",
    path: "/pdf/:kind/:id",
    summary: "The paper of a document: its stored PDF, else made now.",
    access: "companyUser",
    isOpenedByBrowser: true,
    isLinkable: true,
    params: z.object({ kind: kindInText, id: documentIdInText }),
    reply: binaryReply,
    problems: ["notFound"],
  },
  createDocumentLink: {
    method: "POST",
    path: "/api/documents/:id/link",
    summary: `A link that opens the paper of this one document without a login, for ${String(SIGNED_LINK_MINUTES)} minutes.`,
    access: "companyUser",
    params,
    reply: z.object({ url: z.string(), expiresTime: z.iso.datetime() }),
    problems: ["notFound"],
  },
  downloadCertificate: {
    method: "GET",
    path: "/api/documents/:id/certificate",
    summary: "A page that says who signed the document, when and to what, with its fingerprints.",
    access: "companyUser",
    isOpenedByBrowser: true,
    params,
    reply: binaryReply,
    problems: ["notFound"],
  },
  verifyDocument: {
    method: "POST",
    path: "/api/documents/verify",
    summary: "Says whether a PDF is, byte for byte, a signed document of the company.",
    access: "companyUser",
    upload: PDF_RULES,
    reply: documentVerification,
    problems: [],
  },
  listPurchaseOrderSuggestions: {
    method: "GET",
    path: "/api/leads/:id/projects",
    summary: "Numbers that a purchase order of the lead could have: those used already, then the next.",
    access: "companyUser",
    params: z.object({ id: leadIdInText }),
    reply: z.array(purchaseOrderSuggestion),
    problems: ["notFound"],
  },
});
