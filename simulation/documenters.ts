import {
  DOCUMENT_TYPES,
  isSigned,
  LEAD_FIELDS,
  SIGNATURE_KEYS,
  type DocumentKind,
  type SignatureInput,
  type SignatureKey,
} from "@ridgebook/contract";
import { basisOf, canonicalJson, type DocumentModel } from "@ridgebook/documents";
import { buildDocument, buildModel, buildPdf } from "../apps/server/src/testing/build-document.ts";
import type { LocalDocument } from "../apps/web/src/local-data/documents/document-store.ts";
import type { LocalLeadPhoto } from "../apps/web/src/local-data/photos/lead-photo-store.ts";
import type { Creation, Journal, Paper } from "./journal.ts";
import { listPhotos } from "./photographers.ts";
import type { SavedRecord, Saving } from "./saving.ts";
import { readTab } from "./read-tab.ts";
import type { Tab } from "./simulated-device.ts";
import { NAME_FIELD } from "./simulated-record.ts";

/** The actions of users on documents at a tab. Each is recorded in the journal as the user would remember it. */
export interface Documenters {
  /** Creates a document of an estimate. If its kind can be signed, the first `signatures` of its signers sign it. */
  create(tab: Tab, what: NewPaper & { estimate: number }): Promise<void>;
  /** Creates a signed contract of an estimate, and right after it a change order to it. */
  createContractAndChangeOrder(tab: Tab, what: { estimate: number; signatures: number; photos: number }): Promise<void>;
  /** Like `createContractAndChangeOrder`, for an estimate that the tab has just created. */
  createChainOf(tab: Tab, place: Place, what: { signatures: number; photos: number }): Promise<void>;
  delete(tab: Tab, what: { document: number }): Promise<void>;
  lookAt(tab: Tab, what: { document: number }): Promise<void>;
  lookAtLead(tab: Tab, what: { lead: number }): Promise<void>;
}

interface Place {
  readonly estimate: SavedRecord;
  readonly lead: SavedRecord;
}

interface NewPaper {
  readonly kind: DocumentKind;
  /** 0 to 3. */
  readonly signatures: number;
  /** Whether it is made from the newest document of its kind, which it supersedes if it is signed. */
  readonly hasSource: boolean;
  /** How many photos of the lead it shows: the newest by name. */
  readonly photos: number;
  readonly isRefused: boolean;
}

/** A copy of a workflow that no estimate of the simulation has. */
const UNKNOWN_WORKFLOW = "9";

export function createDocumenters(journal: Journal, { save, remove }: Saving): Documenters {
  /** Lists documents in an order that does not depend on the server's ids. Of duplicates, the one that is still local comes first. */
  const listDocuments = async (tab: Tab): Promise<LocalDocument[]> => {
    const documents: LocalDocument[] = [];
    for (const id of await readTab(tab, (database) => database["estimate-documents"].toCollection().primaryKeys())) {
      const document = await tab.localData.documents.find(id);
      if (document) documents.push(document);
    }
    return documents.sort(
      (one, other) => one.name.localeCompare(other.name) || Number(one.id > 0) - Number(other.id > 0),
    );
  };

  const choose = async (tab: Tab, index: number): Promise<LocalDocument | undefined> => {
    const documents = await listDocuments(tab);
    return documents[index % Math.max(1, documents.length)];
  };

  /** Returns the chosen estimate and its lead; undefined without the lead, which another user may be deleting: a document needs it. */
  const choosePlace = async (tab: Tab, index: number): Promise<Place | undefined> => {
    const estimates = (await readTab(tab, ({ estimates: table }) => table.toArray()))
      .map(({ id, name, leadId }) => ({ id, name: String(name), leadId: Number(leadId) }))
      .sort((one, other) => one.name.localeCompare(other.name) || Number(one.id > 0) - Number(other.id > 0));
    const estimate = estimates[index % Math.max(1, estimates.length)];
    const lead = estimate && (await tab.localData.leads.find(estimate.leadId));
    return lead && { estimate, lead: { id: lead.id, name: lead[NAME_FIELD] } };
  };

  const sign = (tab: Tab, count: number): Partial<Record<SignatureKey, SignatureInput>> =>
    Object.fromEntries(
      SIGNATURE_KEYS.slice(0, count).map((key) => {
        const timestamp = new Date(tab.device.clock.now()).toISOString();
        return [key, { data: toPngUrl(journal.nextPicture()), timestamp }];
      }),
    );

  const make = async (
    tab: Tab,
    { estimate, lead }: Place,
    { kind, signatures: count, hasSource, photos: photoCount, isRefused }: NewPaper,
  ): Promise<void> => {
    const isSignable = kind === "contract" || kind === "changeOrder";
    const there = (await listDocuments(tab)).filter(({ estimateId }) => estimateId === estimate.id);
    const isOfKind =
      (wanted: DocumentKind) =>
      ({ type }: LocalDocument): boolean =>
        type === DOCUMENT_TYPES[wanted];
    const source = hasSource ? there.findLast(isOfKind(kind)) : undefined;
    const changed =
      kind === "changeOrder"
        ? there.findLast((document) => isOfKind("contract")(document) && isSigned(document))
        : undefined;

    const photos = photoCount > 0 ? (await listPhotos(tab, lead.id)).slice(-photoCount) : [];

    const name = journal.nextName("estimate-documents");
    const signatures = isSignable ? sign(tab, count) : {};
    const isSignedNow = Object.keys(signatures).length > 0;
    const pdf = isSignedNow ? Uint8Array.from(buildPdf(name)) : undefined;
    const named = { ...(source && { sourceId: source.name }), ...(changed && { basedOnId: changed.name }) };
    const { accountId } = tab.person;
    const paper: Paper = {
      estimateName: estimate.name,
      named,
      signatures,
      pdf,
      accountId,
      isRefused,
      photos: photos.map(({ caption }) => caption),
    };
    const device = tab.device.index;
    const creation: Creation = { name, leadName: lead.name, paper, device, certainty: "open", isSaidSynced: false };
    const snapshot = await snapshotOf(tab, { estimate, lead });
    // A page whose estimate or lead is gone creates no document.
    if (!snapshot) return;
    const { data, ...input } = await buildDocument({
      estimateId: estimate.id,
      kind,
      name,
      signatures,
      workflows: [isRefused ? UNKNOWN_WORKFLOW : "1"],
      createdTime: new Date(tab.device.clock.now()).toISOString(),
      data: isSignedNow ? snapshot : {},
      model: {
        number: name,
        ...(isSignable && { closing: closingOf(kind) }),
        sections: [...buildModel({ kind }).sections, ...pictureSection(photos)],
      },
    });
    journal.creations.push(creation);
    await save({
      tab,
      // A signed contract sets its lead to Sold, which takes back a refused deletion of the lead like any other edit.
      ...(isSignedNow && kind === "contract" && { edited: lead.name }),
      texts: [`"name":"${name}"`],
      setCertainty: (certainty) => {
        creation.certainty = certainty;
      },
      setSaidSynced: () => {
        creation.isSaidSynced = true;
      },
      work: () =>
        tab.localData.documents.create({
          ...input,
          estimateId: estimate.id,
          leadId: lead.id,
          data,
          pdf,
          sourceId: source?.id,
          basedOnId: changed?.id,
          showAdditionalCost: false,
          additionalCost: 0,
          additionalWorkTotalBroughtFromAddendum: 0,
        }),
    });
  };

  const makeChain: Documenters["createChainOf"] = async (tab, place, { signatures, photos }) => {
    const signed = { signatures: Math.max(1, signatures), hasSource: false, photos, isRefused: false };
    await make(tab, place, { kind: "contract", ...signed });
    await make(tab, place, { kind: "changeOrder", ...signed });
  };

  return {
    async create(tab, { estimate, ...paper }) {
      const place = await choosePlace(tab, estimate);
      if (place) await make(tab, place, paper);
    },

    async createContractAndChangeOrder(tab, { estimate, ...what }) {
      const place = await choosePlace(tab, estimate);
      if (place) await makeChain(tab, place, what);
    },

    createChainOf: makeChain,

    async delete(tab, { document: index }) {
      const documents = await listDocuments(tab);
      const chosen = documents[index % Math.max(1, documents.length)];
      if (!chosen) return;
      const shownNames = documents.map(({ name }) => name);
      await remove({ tab, name: chosen.name, shownNames, work: () => tab.localData.documents.remove(chosen.id) });
    },

    async lookAt(tab, { document: index }) {
      const chosen = await choose(tab, index);
      if (chosen) await tab.localData.documents.fetch(chosen.id);
    },

    async lookAtLead(tab, { lead: index }) {
      const { data } = await tab.localData.leads.list({ searchQuery: "", limit: 100, offset: 0, sort: "company-asc" });
      const lead = data[index % Math.max(1, data.length)];
      if (lead) await tab.localData.documents.fetchOfLead(lead.id);
    },
  };
}

/** Returns what a signed document stores of its estimate and lead, in case they are deleted before it arrives. Undefined if one is gone. */
async function snapshotOf(tab: Tab, { estimate, lead }: Place): Promise<Record<string, string> | undefined> {
  const shownLead = await tab.localData.leads.find(lead.id);
  const shownEstimate = await tab.localData.estimates.find(estimate.id);
  if (!shownLead || !shownEstimate) return undefined;
  return {
    lead: canonicalJson(Object.fromEntries(LEAD_FIELDS.map((field) => [field, shownLead[field] ?? null]))),
    basis: canonicalJson(basisOf(shownEstimate)),
  };
}

const toPngUrl = (png: Uint8Array): string => `data:image/png;base64,${Buffer.from(png).toString("base64")}`;

/** Builds a section with pictures, as the document builder does with chosen photos. */
function pictureSection(photos: readonly LocalLeadPhoto[]): DocumentModel["sections"] {
  if (photos.length === 0) return [];
  const pictures = photos.map(({ fileId, caption }) => ({ fileId, caption }));
  return [
    {
      id: "photos",
      number: "",
      heading: "Photos",
      note: "",
      aside: null,
      startsPage: false,
      blocks: [{ kind: "pictures", perRow: 2, pictures }],
    },
  ];
}

/** Returns a closing with places for three signatures, of which the first is required. */
function closingOf(kind: DocumentKind) {
  const { closing } = buildModel({ kind });
  const [first] = closing?.signatures ?? [];
  if (!closing || !first) throw new Error(`A ${kind} has no signatures.`);
  return {
    ...closing,
    signatures: SIGNATURE_KEYS.map((key, index) => ({ ...first, key, required: index === 0 })),
  };
}
