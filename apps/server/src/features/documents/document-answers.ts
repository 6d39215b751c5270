import {
  documentKindOf,
  documentViewUrl,
  DOCUMENT_TYPES,
  isCompanyAdmin,
  isReconstructed,
  PDF_STATUSES,
  Problem,
  type UserId,
  type DocumentEmail,
  type DocumentId,
  type EstimateId,
  type FieldErrors,
  type CompanyId,
  type PurchaseOrderSuggestion,
} from "@ridgebook/contract";
import { filesOf } from "@ridgebook/documents";
import { reduceHtml } from "@ridgebook/documents/rich-text";
import { takeMailAllowance, type MailLimits } from "#database/mail-allowance.ts";
import { findAuthor } from "#database/company-users.ts";
import { checkNamedFiles } from "#database/named-files.ts";
import { seeingAllLeads } from "#database/lead-sight.ts";
import { storable } from "#database/storable.ts";
import { inCompany, inCompanyPrepared, inCompanySteps } from "#http/handlers.ts";
import { orNotFound } from "#http/or-not-found.ts";
import type { LinkClaims } from "#http/signed-link.ts";
import { PrintFailure } from "#jobs/pdf/printer.ts";
import { addDocument } from "./add-document.ts";
import { drawCertificate } from "./certificate.ts";
import { checkModel, checkNewDocument, checkUnsigned, refuse, sha256 } from "./check-document.ts";
import type { CheckSigned, SignedParts } from "./check-signed.ts";
import { insertEmails, listEmails, type EmailRow } from "./document-email-repository.ts";
import { enqueueEmails, openPaper, queuePdf } from "./document-pdf.ts";
import { toDocument } from "./document-presenter.ts";
import { listRecipients } from "./document-recipients.ts";
import {
  findDocument,
  findLeadOfDocuments,
  hasChangeOrders,
  hasEstimate,
  hasPdf,
  holdDocument,
  isNumberTaken,
  listChoices,
  listDocuments,
  listSignedPapers,
  readSignatures,
  removeDocument,
  updateDocument,
} from "./document-repository.ts";
import { addEvent, addSuperseded } from "./evidence-log.ts";
import { suggestPurchaseOrders } from "./purchase-order-numbers.ts";
import { withMadeData, type MakingParts } from "./make-document.ts";
import { listWeighed, markAfterDeletion } from "./place-among-papers.ts";
import type { FormerRecords } from "./receive-signed.ts";
import { verifyPdf } from "./verify-pdf.ts";

interface DocumentParts extends SignedParts, MakingParts {
  readonly checkSigned: CheckSigned;
  /** Restores records that were deleted before a signed paper arrived. */
  readonly formerRecords: FormerRecords;
  /** Describes a user agent: "Safari on iPad". */
  readonly describeDevice: (userAgent: string) => string;
  readonly mailLimits: MailLimits;
  /** Whether a picture is complete and can be decoded. */
  readonly isWholeImage: (bytes: Uint8Array) => Promise<boolean>;
  readonly signLink: (claims: LinkClaims) => Promise<{ link: string; expiresTime: Date }>;
  /** A CRM's purchase order numbers for a lead, by external id; empty on failure. */
  readonly suggestElsewhere: (companyId: CompanyId, externalId: string) => Promise<PurchaseOrderSuggestion[]>;
}

const toEmail = ({ documentId, email, requestedTime, status, failure }: EmailRow): DocumentEmail => ({
  documentId: documentId as DocumentId,
  emailAddresses: [email],
  timestamp: requestedTime.toISOString(),
  status,
  failure,
});

/** The result, or the work's validation problem: a retry must get its stored response before a rejection. */
async function orRefusal<Value>(work: () => Promise<Value>): Promise<{ value: Value } | { refusal: Problem }> {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof Problem && error.code === "validation") return { refusal: error };
    throw error;
  }
}

/** The routes of documents (1.§7). `now` is the clock of received times. */
export const documentAnswers = ({ isWholeImage, signLink, suggestElsewhere, ...parts }: DocumentParts) => ({
  ...inCompanyPrepared("createDocument", {
    async prepare({ body: sent, file, companyId, transact, session }) {
      const made = await orRefusal(() =>
        withMadeData({ body: sent, hasPdf: file !== undefined, by: session.user.id, transact }, parts),
      );
      if ("refusal" in made) return made;
      const { body, findings } = made.value;
      const checked = await checkNewDocument({ body, file }, { isWholeImage });
      // The server draws the PDF of an unsigned document from its current content.
      const bytes = checked.signed && file?.bytes;
      // The server's own words need no check.
      const found =
        checked.signed && !isReconstructed({ findings })
          ? await orRefusal(() => parts.checkSigned({ body, bytes, checked, companyId, transact }, parts))
          : { value: findings };
      if ("refusal" in found) return found;
      const pdfHash = bytes ? sha256(bytes) : null;
      // Bytes first: a document without its PDF would be worse than unused bytes.
      if (bytes && pdfHash !== null) await parts.files.write({ companyId, id: pdfHash }, bytes);
      return { body, checked: { ...checked, findings: found.value }, pdfHash };
    },
    handle: ({ prepared, scope, session: { user }, caller: { userAgent, address } }) => {
      // Not earlier: a retry of an accepted attempt gets the stored response, whatever has changed since.
      if ("refusal" in prepared) throw prepared.refusal;
      const sender = { user, device: parts.describeDevice(userAgent), userAgent, address };
      const add = () => addDocument(scope, { ...prepared, sender, now: parts.now() }, parts.formerRecords);
      // Signed papers are accepted even if the sender no longer sees the lead (decision 0083).
      return prepared.checked.signed ? seeingAllLeads(scope, add) : add();
    },
  }),

  ...inCompany({
    async listDocuments({ query: { leadId, estimateId }, scope }) {
      if (!(await findLeadOfDocuments(scope, leadId))) throw new Problem("notFound");
      return (await listDocuments(scope, { leadId, estimateId })).map(toDocument);
    },

    async getDocument({ params, scope }) {
      return toDocument(orNotFound(await findDocument(scope, params.id)));
    },

    async updateDocument({ params, body, scope }) {
      const held = orNotFound(await holdDocument(scope, params.id));
      const { row } = held;
      if (row.isSigned) throw new Problem("documentSigned");
      if (body.revision !== undefined && row.revision !== body.revision) {
        throw new Problem("conflict", {
          changedTime: row.modifiedTime.toISOString(),
          ...(await findAuthor(scope, row.modifiedBy as UserId | null)),
        });
      }
      const { revision: _revision, data, ...members } = body;
      const errors: FieldErrors = {};
      const written = data && storable(data);
      if (written) {
        const model = checkModel({ type: row.type, data: written }, errors);
        if (model) {
          checkUnsigned({ model, data: written }, errors);
          await checkNamedFiles(scope, [{ field: "data.model", ids: filesOf(model) }], errors);
        }
        if (written["fingerprint"] !== undefined)
          errors["data.fingerprint"] = ["Only a signed document has a fingerprint."];
      }
      refuse(errors);
      await updateDocument(scope, params.id, {
        ...Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)),
        ...(written && { data: written }),
        revision: row.revision + 1,
        modifiedTime: parts.now(),
        modifiedBy: scope.userId ?? null,
      });
      return toDocument({ ...held, row: await queuePdf(scope, params.id) });
    },

    async deleteDocument({ params, scope, session }) {
      const held = orNotFound(await holdDocument(scope, params.id));
      const { row } = held;
      if (row.isSigned && !isCompanyAdmin(session.user)) throw new Problem("documentSigned");
      // Their amounts are relative to this document.
      if (row.isSigned && (await hasChangeOrders(scope, params.id))) throw new Problem("inUse");
      if (row.isSigned)
        await addEvent(scope, {
          documentId: params.id,
          kind: "deleted",
          payload: { deletedBy: session.user.id, fingerprint: row.data["fingerprint"] ?? "" },
          fileHash: row.pdfHash ?? "",
        });
      const before = row.isSigned ? await listWeighed(scope, row.estimateId as EstimateId) : [];
      const replaced = await removeDocument(scope, row);
      if (!row.isSigned) return;
      if (row.supersededById !== null)
        for (const id of replaced) await addSuperseded(scope, id, row.supersededById as DocumentId);
      await markAfterDeletion(scope, { deleted: row, before, now: parts.now() });
    },

    async checkBeforeSigning({ params, query: { number }, scope }) {
      if (!(await hasEstimate(scope, params.id))) throw new Problem("notFound");
      const papers = await listSignedPapers(scope, params.id);
      return {
        serverTime: parts.now().toISOString(),
        isNumberTaken: await isNumberTaken(scope, number),
        signedPapers: papers.map(({ id, type, data, createdTime, supersededById }) => ({
          documentId: id as DocumentId,
          type,
          number: data["number"] ?? "",
          fingerprint: data["fingerprint"] ?? "",
          createdTime: createdTime.toISOString(),
          supersededById: supersededById as DocumentId | null,
        })),
      };
    },

    async getDocumentEmailHistory({ params, scope }) {
      if (!(await findDocument(scope, params.id))) throw new Problem("notFound");
      return (await listEmails(scope, params.id)).map(toEmail);
    },

    async listDocumentRecipients({ params, scope }) {
      const found = orNotFound(await findDocument(scope, params.id));
      return listRecipients(scope, found.row);
    },

    async generateDocumentPdf({ params, scope }) {
      const held = orNotFound(await holdDocument(scope, params.id));
      // A signed document's file is kept; redrawing would change it.
      if (held.row.isSigned && held.row.pdfHash !== null) return toDocument(held);
      return toDocument({ ...held, row: await queuePdf(scope, params.id) });
    },

    async emailDocument({ body: { documentId, emailAddresses, message }, scope, session }) {
      const held = orNotFound(await holdDocument(scope, documentId));
      const addresses = new Map(emailAddresses.map((address) => [address.toLowerCase(), address]));
      await takeMailAllowance(scope, {
        companyId: scope.companyId,
        accountId: session.accountId,
        mails: addresses.size,
        limits: parts.mailLimits,
        now: parts.now(),
      });
      const reduced = reduceHtml(message, "email");
      const rows = await insertEmails(
        scope,
        [...addresses.values()].map((email) => ({ documentId, email, message: reduced, requestedTime: parts.now() })),
      );
      if (hasPdf(held.row))
        await enqueueEmails(
          scope,
          rows.map(({ id }) => id),
        );
      // Mails are sent after drawing; a failed drawing is retried for them.
      else if (held.row.pdfStatus === PDF_STATUSES.failure) await queuePdf(scope, documentId);
      return rows.map(toEmail);
    },

    async downloadSignature({ params, query: { key }, scope }) {
      const signature = orNotFound((await readSignatures(scope, params.id)).find((each) => each.key === key));
      const etag = sha256(signature.picture);
      return { contentType: "image/png", name: `${key}.png`, disposition: "inline", etag, bytes: signature.picture };
    },

    async createDocumentLink({ params, scope, session }) {
      const found = await findDocument(scope, params.id);
      const { companyId } = scope;
      const url = found && documentViewUrl({ id: params.id, type: found.row.type, pdfUrl: null, companyId });
      const [path = ""] = url?.split("?") ?? [];
      if (url === undefined) throw new Problem("notFound");
      const { sessionId, accountId } = session;
      const { link, expiresTime } = await signLink({ sessionId, accountId, companyId, path });
      return { url: `${url}&link=${link}`, expiresTime: expiresTime.toISOString() };
    },
  }),

  ...inCompanySteps({
    async listPurchaseOrderSuggestions({ params, companyId, transact }) {
      const { lead, own } = await transact(async (scope) => {
        const found = orNotFound(await findLeadOfDocuments(scope, params.id));
        const type = DOCUMENT_TYPES.purchaseOrder;
        const choices = await listChoices(scope, { leadId: params.id, type });
        return { lead: found, own: suggestPurchaseOrders(found, choices) };
      });
      const elsewhere = lead.externalId === null ? [] : await suggestElsewhere(companyId, lead.externalId);
      const known = new Set(elsewhere.map(({ poNumber }) => poNumber));
      return [...elsewhere, ...own.filter(({ poNumber }) => !known.has(poNumber))];
    },

    async viewDocument({ params: { kind, id }, companyId, transact }) {
      const found = await transact((scope) => findDocument(scope, id));
      if (!found || documentKindOf(found.row.type) !== kind) throw new Problem("notFound");
      return orNotFound(await inWords(() => openPaper({ companyId, id, transact }, found.row, parts)));
    },

    async downloadCertificate({ params: { id }, companyId, transact }) {
      return orNotFound(await inWords(() => drawCertificate({ companyId, id, transact }, parts)));
    },

    async verifyDocument({ file, transact }) {
      const fileHash = sha256(file.bytes);
      return transact((scope) => verifyPdf(scope, fileHash));
    },
  }),
});

/** Converts a failure to draw a paper into a problem with its reason. */
async function inWords<Result>(draw: () => Promise<Result>): Promise<Result> {
  try {
    return await draw();
  } catch (error) {
    if (!(error instanceof PrintFailure)) throw error;
    throw new Problem("unavailable", { title: `The PDF could not be made: ${error.message}` });
  }
}
