import {
  isReconstructed,
  PDF_STATUSES,
  Problem,
  type DocumentId,
  type DocumentInput,
  type FieldErrors,
} from "@ridgebook/contract";
import { filesOf, readMadeWith } from "@ridgebook/documents";
import { readTimeZone } from "#database/company-settings.ts";
import type { CompanyScope } from "#database/company-scope.ts";
import { markGoneIfOutOfSight } from "#database/lead-sight.ts";
import { checkNamedFiles } from "#database/named-files.ts";
import { filePapers } from "#database/paper-outbox.ts";
import { findTombstone } from "#database/tombstones.ts";
import { announce } from "#database/webhook-outbox.ts";
import { checkWorkflows, refuse, type CheckedDocument } from "./check-document.ts";
import { enqueuePdf } from "./document-pdf.ts";
import { toDocument } from "./document-presenter.ts";
import {
  findDocument,
  holdEstimateOf,
  holdNumber,
  insertDocument,
  insertSignatures,
  updateDocument,
  type DocumentRow,
} from "./document-repository.ts";
import { addEvent, addSuperseded } from "./evidence-log.ts";
import { findPlace } from "./place-among-papers.ts";
import {
  restoreDeleted,
  findSameNumber,
  markSameNumber,
  noteMarked,
  othersOfNumber,
  sentFrom,
  type FormerRecords,
  type Sender,
} from "./receive-signed.ts";
import { findWrongClock } from "./wrong-clock.ts";

/** Members of `data` that name another document of the same estimate. */
const REFERENCES = {
  sourceId: "The document that this one is made from must be one of the estimate's documents.",
  basedOnId: "The contract that is changed must be one of the estimate's documents.",
} as const;

/** Checks the documents that a new one names. A deleted one is no reason to reject work made offline, perhaps signed. */
async function checkReferences(
  scope: CompanyScope,
  { estimateId, data }: Pick<DocumentInput, "estimateId" | "data">,
  errors: FieldErrors,
): Promise<{ source: DocumentRow | undefined }> {
  const found: { source: DocumentRow | undefined } = { source: undefined };
  for (const key of ["sourceId", "basedOnId"] as const) {
    const written = data[key] ?? "";
    if (written === "") continue;
    const id = /^[1-9]\d{0,14}$/.test(written) ? (Number(written) as DocumentId) : undefined;
    const named = id && (await findDocument(scope, id))?.row;
    if (named?.estimateId === estimateId) {
      if (key === "sourceId") found.source = named;
    } else if (named || !id || !(await findTombstone(scope, { store: "estimate-documents", id })))
      errors[`data.${key}`] = [REFERENCES[key]];
  }
  return found;
}

/** The new document's estimate, locked, with the server's findings. Restores a deleted estimate for a signed document. */
async function receiveDocument(
  scope: CompanyScope,
  { body, checked, now }: { body: DocumentInput; checked: CheckedDocument; now: Date },
  records: FormerRecords,
) {
  const { model, data, signatures, signed } = checked;
  const held = await holdEstimateOf(scope, body.estimateId);
  const timeZone = await readTimeZone(scope);
  const { number } = model;
  const others = othersOfNumber(await holdNumber(scope, number), data);
  if (!signed)
    return (
      held && {
        estimate: held,
        others,
        timeZone,
        replacedIds: [],
        findings: findSameNumber(others, { number, timeZone }),
      }
    );
  const back = held ? undefined : await restoreDeleted(scope, { body, checked, now, timeZone }, records);
  // Neither present nor deleted: another paper has restored it since the lookup.
  const estimate = held ?? back?.estimate ?? (await holdEstimateOf(scope, body.estimateId));
  if (!estimate) return undefined;
  const createdTime = new Date(body.createdTime);
  const signedTimes = signatures.map(({ signedTime }) => signedTime);
  // A paper without an agreement has no place among those with one.
  const place = isReconstructed(checked)
    ? { findings: [], replacedIds: [] }
    : await findPlace(scope, { body, checked }, timeZone);
  const findings = [
    ...(back ? [back.found] : []),
    ...place.findings,
    ...findSameNumber(others, { number, timeZone }),
    ...findWrongClock({ createdTime, signedTimes, data }, { now, timeZone }),
  ];
  return { estimate, others, timeZone, findings, replacedIds: place.replacedIds };
}

/** Stores a checked document with its evidence, and queues its PDF unless it brought one. */
export async function addDocument(
  scope: CompanyScope,
  {
    body,
    checked,
    pdfHash,
    sender,
    now,
    eventTime,
  }: {
    body: DocumentInput;
    checked: CheckedDocument;
    pdfHash: string | null;
    sender: Sender;
    now: Date;
    /** The time of signing in the evidence; only for the past of an inactive company. Default: now. */
    eventTime?: Date;
  },
  records: FormerRecords,
) {
  const { model, data, signatures, signed } = checked;
  const errors: FieldErrors = {};
  const taken = await receiveDocument(scope, { body, checked, now }, records);
  if (!taken) {
    errors["estimateId"] = ["The estimate must be one of the company's estimates."];
    throw new Problem("validation", { errors });
  }
  const { estimate, others, timeZone, replacedIds } = taken;
  const findings = [...taken.findings, ...checked.findings];
  checkWorkflows({ workflows: body.workflows, data, isSigned: signed !== undefined, estimate }, errors);
  const { source } = await checkReferences(scope, { estimateId: body.estimateId, data }, errors);
  // A signed document brings its PDF: a picture is no reason to reject it.
  if (!signed) await checkNamedFiles(scope, [{ field: "data.model", ids: filesOf(model) }], errors);
  refuse(errors);

  const row = await insertDocument(scope, {
    estimateId: body.estimateId,
    leadId: estimate.leadId,
    createdByUserId: scope.userId ?? null,
    modifiedBy: scope.userId ?? null,
    name: body.name,
    type: body.type,
    workflows: body.workflows,
    createdTime: new Date(body.createdTime),
    receivedTime: now,
    modifiedTime: now,
    showAdditionalCost: body.showAdditionalCost,
    additionalCost: body.additionalCost,
    additionalWorkTotalBroughtFromAddendum: body.additionalWorkTotalBroughtFromAddendum,
    data,
    isSigned: signed !== undefined,
    pdfStatus: pdfHash === null ? PDF_STATUSES.queued : PDF_STATUSES.skipped,
    pdfHash,
    findings,
  });
  const id = row.id as DocumentId;
  await insertSignatures(scope, id, signatures);
  await noteMarked(scope, sender, { id, model, findings });
  await markSameNumber(scope, others, { added: row, number: model.number, timeZone });
  if (signed) {
    const madeWith = readMadeWith(data);
    await addEvent(scope, {
      documentId: id,
      kind: "signed",
      payload: {
        number: model.number,
        kind: model.kind,
        name: body.name,
        estimateId: body.estimateId,
        leadId: estimate.leadId,
        ...sentFrom(sender, { createdTime: body.createdTime, data }),
        findings,
        createdTime: body.createdTime,
        ...(madeWith && { madeWith }),
        fingerprint: signed.fingerprint,
        signedBy: signed.signedBy,
        // The raw strokes as sent: the document can be deleted, the proof cannot.
        strokes: data["strokes"] ?? "",
      },
      fileHash: pdfHash ?? "",
      time: eventTime,
    });
    // A signed document is never edited but replaced by another.
    for (const replacedId of replacedIds) {
      await updateDocument(scope, replacedId as DocumentId, { supersededById: id });
      await addSuperseded(scope, replacedId as DocumentId, id);
    }
    if (
      source &&
      !isReconstructed({ findings }) &&
      !source.isSigned &&
      source.type === body.type &&
      source.supersededById === null
    )
      await updateDocument(scope, source.id as DocumentId, { supersededById: id });
  }
  await (pdfHash === null ? enqueuePdf(scope, id) : filePapers(scope, [id], now));
  const document = toDocument({
    row,
    signatures: signatures.map(({ key, signedTime }) => ({ documentId: id, key, signedTime })),
  });
  if (signed)
    await announce(scope, { event: "document.signed", records: [{ about: body.name, record: document }], now });
  // The findings mention other papers, which the sender no longer sees.
  return signed && (await markGoneIfOutOfSight(scope, estimate.leadId)) ? { ...document, findings: [] } : document;
}
