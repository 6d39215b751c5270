import {
  copiesOf,
  documentKindOf,
  Problem,
  SIGNATURE_KEYS,
  summaryKey,
  type DocumentData,
  type DocumentFinding,
  type DocumentId,
  type DocumentInput,
  type DocumentKind,
  type Estimate,
  type EstimateId,
  type FindingKind,
  type Lead,
  type UserId,
} from "@ridgebook/contract";
import {
  agreedElsewhere,
  basisOf,
  buildDocument,
  canonicalJson,
  dayOf,
  documentDataOf,
  fingerprintOf,
  hasNothingToOrder,
  initialChoices,
  makeDocumentNumber,
  NOTHING_TO_ORDER,
  readChoices,
  reconstructedPaper,
  sayUnprintable,
  signedPaperOf,
  systemRandomBytes,
  timeZoneOf,
  UNNAMED_SALESPERSON,
  workflowKeysOf,
  type DocumentChoices,
  type DocumentModel,
  type DocumentSource,
} from "@ridgebook/documents";
import type { CompanyScope } from "#database/company-scope.ts";
import { readSettings, toSettings } from "#database/company-settings.ts";
import { findPerson } from "#database/company-users.ts";
import { SIGNED_KINDS } from "./check-document.ts";
import { signedWorksOf, toPaper, toSignedDocument, type SignedParts } from "./check-signed.ts";
import type { Transact } from "./document-pdf.ts";
import { findDocument, listSignedPapers } from "./document-repository.ts";
import { inTimeZone } from "./in-time-zone.ts";

/*
 * The specification's call only names an estimate and a type (1.§7); our app also sends the document's content. For other callers the
 * server builds that from the estimate, with the app's defaults.
 */

export interface WorkOfDocuments {
  /** Undefined if it is missing or hidden from the person. */
  find(scope: CompanyScope, id: EstimateId): Promise<{ readonly estimate: Estimate; readonly lead: Lead } | undefined>;
  workflows(scope: CompanyScope): Promise<DocumentSource["workflows"]>;
}

export interface MakingParts extends Pick<SignedParts, "prices"> {
  readonly work: WorkOfDocuments;
  readonly now: () => Date;
}

const refusal = (field: string, message: string): Problem =>
  new Problem("validation", { errors: { [field]: [message] } });

/** The signed contract that a change order changes, with its signed change orders: the named one, or the newest valid one. */
async function findChanged(
  scope: CompanyScope,
  { estimateId, data }: Pick<DocumentInput, "estimateId" | "data">,
): Promise<Pick<DocumentSource, "changed" | "agreedElsewhere">> {
  const rows = await listSignedPapers(scope, estimateId);
  const works = signedWorksOf(rows);
  const named = data["basedOnId"] ?? "";
  const work = works
    .toSorted((one, other) => one.contract.createdTime.localeCompare(other.contract.createdTime))
    .findLast(({ contract }) => named === "" || String(contract.id) === named);
  if (!work) throw refusal("data.basedOnId", "The estimate has no signed contract to change.");
  const papers = rows.flatMap((row) => signedPaperOf(toSignedDocument(row)) ?? []);
  return { changed: work, agreedElsewhere: agreedElsewhere(work.contract.id, papers) };
}

/** A document of the same estimate; storing the new one rejects any other. */
async function findMadeFrom(
  scope: CompanyScope,
  { estimateId, data }: Pick<DocumentInput, "estimateId" | "data">,
): Promise<DocumentSource["madeFrom"]> {
  const named = Number(data["sourceId"]) as DocumentId;
  if (!Number.isSafeInteger(named)) return undefined;
  const row = (await findDocument(scope, named))?.row;
  return row?.estimateId === estimateId ? toPaper(row) : undefined;
}

async function readSource(
  scope: CompanyScope,
  { body, kind, by }: { body: DocumentInput; kind: DocumentKind; by: UserId },
  { work, prices, now }: MakingParts,
): Promise<{ source: DocumentSource; settingsTime: Date | null; estimateTime: Date }> {
  const found = await work.find(scope, body.estimateId);
  if (!found) throw refusal("estimateId", "The estimate must be one of the company's estimates.");
  const { estimate, lead } = found;
  const book = await prices.find(scope, estimate.priceBookVersion);
  if (!book) throw new Error("An estimate names prices that the company does not have.");
  const { values, modifiedTime } = await readSettings(scope);
  const settings = toSettings(values);
  const time = now();
  const day = dayOf(time, timeZoneOf(settings));
  const madeFrom = await findMadeFrom(scope, body);
  const changed = kind === "changeOrder" ? await findChanged(scope, body) : {};
  const source = {
    lead,
    estimate,
    settings,
    book,
    workflows: await work.workflows(scope),
    now: time,
    salesperson: (await findPerson(scope, by)) ?? UNNAMED_SALESPERSON,
    number: makeDocumentNumber({ day, randomBytes: systemRandomBytes }),
    ...(madeFrom && { madeFrom }),
    ...changed,
  };
  return { source, settingsTime: modifiedTime, estimateTime: new Date(estimate.modifiedTime) };
}

function earlierChoices({ madeFrom }: DocumentSource): DocumentChoices | undefined {
  try {
    return madeFrom && readChoices(madeFrom.data);
  } catch {
    // Written by a caller itself: its choices are unknown.
    return undefined;
  }
}

/** The app's defaults, overridden by the call. "0" is the estimate as a whole (OP-37). */
function choicesOf(source: DocumentSource, kind: DocumentKind, body: DocumentInput): DocumentChoices {
  const begun: DocumentChoices = initialChoices(source, kind, { madeFromChoices: earlierChoices(source) });
  const isWhole = body.workflows.length === 0 || body.workflows.includes("0");
  const named = new Set(body.workflows);
  const copies = isWhole ? begun.copies : copiesOf(source.estimate).filter((copy) => named.has(summaryKey(copy)));
  if (copies.length === 0) throw refusal("workflows", `The estimate has no workflow ${body.workflows.join(", ")}.`);
  const { showAdditionalCost, additionalCost } = body;
  const chosen = { ...begun, name: body.name, copies };
  return chosen.kind === "changeOrder" ? { ...chosen, showAdditionalCost, additionalCost } : chosen;
}

function build(source: DocumentSource, choices: DocumentChoices): DocumentModel {
  let model: DocumentModel;
  try {
    model = buildDocument(source, choices);
  } catch (error) {
    throw refusal("type", `This paper cannot be made: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (hasNothingToOrder(model)) throw refusal("workflows", NOTHING_TO_ORDER);
  const [unprintable] = sayUnprintable(model);
  if (unprintable !== undefined) throw refusal("data.model", unprintable);
  return model;
}

/** A document written by the server, with its findings. */
interface MadeDocument {
  readonly body: DocumentInput;
  readonly findings: readonly DocumentFinding[];
}

/** The wording, on the paper and in its finding, for signatures that came without words. */
function reconstructedText({ now, settings }: DocumentSource, estimateTime: Date): string {
  // Some versions of ICU put a narrow space before AM and PM, which no bundled typeface has.
  const at = (time: Date): string => inTimeZone(time, timeZoneOf(settings)).replaceAll("\u202f", " ");
  return [
    "These signatures came without the words that were signed.",
    `The server wrote this paper afterwards, on ${at(now)}, from the estimate, which was last changed on ${at(estimateTime)}, and took the signers' names from there.`,
    "It does not show what the signers read or agreed to, and does not count as agreed.",
  ].join(" ");
}

/** Builds the data of signatures without words: the server's words with the sent signatures, sealed against later changes. */
async function seal(
  model: DocumentModel,
  { signatures }: DocumentInput,
  lead: DocumentSource["lead"],
): Promise<DocumentData> {
  const given = SIGNATURE_KEYS.flatMap((key) => {
    const signature = signatures[key];
    return signature ? [{ key, ...signature }] : [];
  });
  const consents = model.closing?.signatures.map(({ key, consent }) => [key, consent]) ?? [];
  return {
    fingerprint: await fingerprintOf(model, given),
    consents: canonicalJson(Object.fromEntries(consents)),
    lead: canonicalJson(lead),
  };
}

/**
 * Adds `data` and `workflows` built from the estimate to a call without content; any other call is returned unchanged. A signed one is
 * completed too, and states that its words are not those that were signed (decision 0142).
 */
export async function withMadeData(
  { body, hasPdf, by, transact }: { body: DocumentInput; hasPdf: boolean; by: UserId; transact: Transact },
  parts: MakingParts,
): Promise<MadeDocument> {
  const kind = documentKindOf(body.type);
  if (body.data["model"] !== undefined || !kind) return { body, findings: [] };
  const keys = SIGNATURE_KEYS.filter((key) => body.signatures[key]);
  const isSigned = keys.length > 0;
  if (isSigned && hasPdf) throw refusal("data.model", "A signed PDF comes with what it says, in data.model.");
  if (isSigned && !SIGNED_KINDS.includes(kind))
    throw refusal("signatures", "Only contracts and change orders are signed.");
  const { source, settingsTime, estimateTime } = await transact((scope) =>
    readSource(scope, { body, kind, by }, parts),
  );
  const choices = choicesOf(source, kind, body);
  const statement = reconstructedText(source, estimateTime);
  const built = build(source, choices);
  const model = isSigned ? reconstructedPaper(built, { keys, statement }) : built;
  const data: DocumentData = documentDataOf({
    model,
    choices,
    basis: basisOf(source.estimate),
    sourceId: source.madeFrom?.id,
    basedOnId: source.changed?.contract.id,
    madeWith: {
      settingsTime: settingsTime?.toISOString() ?? null,
      priceBookVersion: source.estimate.priceBookVersion,
    },
  });
  return {
    body: {
      ...body,
      workflows: workflowKeysOf(choices),
      ...(choices.kind === "changeOrder" && {
        additionalWorkTotalBroughtFromAddendum: choices.additionalWorkTotalBroughtFromAddendum,
      }),
      data: { ...body.data, ...data, ...(isSigned && (await seal(model, body, source.lead))) },
    },
    findings: isSigned ? [{ kind: "reconstructed" satisfies FindingKind, text: statement }] : [],
  };
}
