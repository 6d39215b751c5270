import { Problem, type DocumentKind } from "@ridgebook/contract";
import { readChoices, type DocumentChoices } from "@ridgebook/documents";
import { kindsMadeFrom, needsSource } from "#features/documents/document-relations.ts";
import { standingContractsOf } from "#features/documents/signing/papers-before.ts";
import type { LocalDocument } from "#local-data/documents/document-store.ts";
import { draftKey } from "#local-data/estimates/document-draft-ids.ts";
import type { LocalData } from "#local-data/local-data.ts";
import type { FieldValues } from "#local-data/database/stored-record.ts";
import { isAlreadyMade } from "#features/documents/create/document-draft.ts";

/** The initial data of a new document besides its estimate. */
export interface DocumentForm {
  readonly madeFrom: LocalDocument | undefined;
  readonly madeFromChoices: DocumentChoices | undefined;
  /** All documents of the estimate on this device. */
  readonly documents: readonly LocalDocument[];
  /** Of a change order: the signed contracts that it could change, newest first. */
  readonly contracts: readonly LocalDocument[];
  /** The stored draft. */
  readonly kept: FieldValues | undefined;
}

/** Why a form does not open, in words. */
export class FormRefusal extends Error {
  override readonly name = "FormRefusal";
}

async function findSource(
  localData: Pick<LocalData, "documents">,
  { estimateId, kind, sourceId }: { estimateId: number; kind: DocumentKind; sourceId: number },
): Promise<LocalDocument> {
  if (sourceId === 0) throw new Problem("notFound");
  const found = (await localData.documents.find(sourceId)) ?? (await localData.documents.fetch(sourceId));
  if (found.estimateId !== estimateId) throw new FormRefusal("The document to begin with belongs to another estimate.");
  if (!kindsMadeFrom(found).includes(kind)) throw new FormRefusal("This kind of document is not made from that one.");
  return found;
}

/** Reads the initial data of a document kind. Throws `FormRefusal` if it cannot be made, and `notFound` without its source. */
export async function openDocumentForm({
  localData,
  estimateId,
  kind,
  sourceId,
}: {
  localData: Pick<LocalData, "documents" | "estimates">;
  estimateId: number;
  kind: DocumentKind;
  sourceId: number | undefined;
}): Promise<DocumentForm> {
  if (sourceId === undefined && needsSource(kind))
    throw new FormRefusal("This kind of document is made from another one.");
  const madeFrom = sourceId === undefined ? undefined : await findSource(localData, { estimateId, kind, sourceId });
  const documents = await localData.documents.listOfEstimate(estimateId);
  const contracts = kind === "changeOrder" ? standingContractsOf(documents) : [];
  if (kind === "changeOrder" && contracts.length === 0)
    throw new FormRefusal("A change order changes a signed contract, and this estimate has none.");
  const key = { estimateId, copyKey: draftKey(kind, sourceId) };
  const draft = await localData.estimates.drafts.read(key);
  // The app crashed between the two databases: the signed paper already exists, and finishing it again would duplicate it.
  const isMade = draft !== undefined && isAlreadyMade(draft.values, kind, documents);
  if (isMade) await localData.estimates.drafts.drop(key).catch(() => undefined);
  return {
    madeFrom,
    madeFromChoices: madeFrom && readChoices(madeFrom.data),
    documents,
    contracts,
    kept: isMade ? undefined : draft?.values,
  };
}
