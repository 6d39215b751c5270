import { leadAddress, leadName, type DocumentKind, type Settings, type User } from "@ridgebook/contract";
import { buildDocument, initialChoices, type DocumentModel } from "@ridgebook/documents";
import { documentSource, type Moment } from "#features/documents/create/document-source.ts";
import type { DocumentWork } from "#features/documents/document-work.tsx";
import { standingContractsOf } from "#features/documents/signing/papers-before.ts";
import type { LocalDocument } from "#local-data/documents/document-store.ts";
import type { LocalLead } from "#local-data/leads/leads.ts";
import type { LocalData } from "#local-data/local-data.ts";

/* The estimate for previewing the settings' wording. */

/** An estimate in the list to choose from. */
export interface ChoosableEstimate {
  readonly id: number;
  /** "Whitfield, Karen" */
  readonly lead: string;
  /** "Roof and gutters · 1847 Maple Ridge Dr, Portage, MI 49024" */
  readonly details: string;
}

const MOST_LISTED = 20;
/** A search with this many matching leads is too broad. */
const MOST_LEADS = 200;

/** The newest estimates of this device; with a search, those of matching leads. */
export async function listEstimates(
  { leads, estimates }: Pick<LocalData, "leads" | "estimates">,
  words: string,
): Promise<readonly ChoosableEstimate[]> {
  const isAsked = words.trim() !== "";
  const found = isAsked
    ? (await leads.list({ searchQuery: words.trim().slice(0, 200), offset: 0, limit: MOST_LEADS, sort: undefined }))
        .data
    : [];
  const newest = await estimates.listNewest({
    limit: MOST_LISTED,
    ...(isAsked && { leadIds: found.map(({ id }) => id) }),
  });
  const leadsById = await leads.some(newest.map(({ leadId }) => leadId));
  return newest.flatMap(({ id, leadId, name }) => {
    const lead = leadsById.get(leadId);
    return lead ? [{ id, lead: leadName(lead), details: [name, leadAddress(lead)].filter(Boolean).join(" · ") }] : [];
  });
}

/** Everything for building a paper of the estimate, besides the settings. */
export interface WordingWork {
  readonly work: Omit<DocumentWork, "settings">;
  readonly lead: LocalLead;
  readonly person: User | undefined;
  readonly documents: readonly LocalDocument[];
  /** The signed contracts that a change order could change, newest first. */
  readonly contracts: readonly LocalDocument[];
}

/** Undefined if the estimate or its lead is not on this device. Throws the `Problem` of missing prices. */
export async function readWordingWork(
  localData: Pick<LocalData, "estimates" | "leads" | "documents" | "priceBook" | "users">,
  { estimateId, userId }: { estimateId: number; userId: number },
): Promise<WordingWork | undefined> {
  const estimate = await localData.estimates.find(estimateId);
  const lead = estimate && (await localData.leads.find(estimate.leadId));
  if (!estimate || !lead) return undefined;
  const [book, workflows, documents, person] = await Promise.all([
    localData.priceBook.readVersion(estimate.priceBookVersion),
    localData.priceBook.readWorkflows(),
    localData.documents.listOfEstimate(estimate.id),
    localData.users.find(userId),
  ]);
  return {
    work: { estimate, lead, book, workflows, findWorkWithoutPrice: () => [] },
    lead,
    person,
    documents,
    contracts: standingContractsOf(documents),
  };
}

/** Papers that print the settings' wording. */
export type WordingKind = Extract<DocumentKind, "contract" | "changeOrder">;

/** Builds the estimate's current paper. Throws an Error with the reason if it cannot. */
export function buildWithWording(
  { work, lead, person, documents, contracts }: WordingWork,
  { settings, kind, moment }: { settings: Settings; kind: WordingKind; moment: Moment },
): DocumentModel {
  const contract = kind === "changeOrder" ? contracts[0] : undefined;
  const source = documentSource({ work: { ...work, settings }, lead, person, moment, contract, documents });
  return buildDocument(source, initialChoices(source, kind));
}
