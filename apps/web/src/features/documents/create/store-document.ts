import { DOCUMENT_TYPES, type SignatureInput, type SignatureKey } from "@ridgebook/contract";
import { documentDataOf, workflowKeysOf, type SignedData } from "@ridgebook/documents";
import { paperTime } from "#features/documents/create/document-source.ts";
import type { FrozenDocument } from "#features/documents/create/frozen-document.ts";
import type { NewDocument } from "#local-data/documents/document-store.ts";
import type { LocalEstimate } from "#local-data/estimates/estimate-store.ts";
import type { LocalData } from "#local-data/local-data.ts";
import { notices } from "#ui/notices/notices.ts";

/** The result of signing. */
export interface SigningResult {
  readonly signatures: Partial<Record<SignatureKey, SignatureInput>>;
  readonly signed: SignedData;
  readonly pdf: Uint8Array;
}

/**
 * Stores a document on this device and sends it if online; returns its id, which may be local. A rejected one stays among the unsent
 * changes, which is reported.
 */
export async function storeDocument({
  localData,
  estimate,
  document: { model, choices, basis, madeWith, sourceId, basedOnId },
  signing,
  whenStored,
}: {
  localData: Pick<LocalData, "documents" | "deviceClock">;
  estimate: Pick<LocalEstimate, "id" | "leadId">;
  document: FrozenDocument;
  signing?: SigningResult;
  /** Called once it is on this device, before the server is asked. */
  whenStored?: () => void;
}): Promise<number> {
  const isChange = choices.kind === "changeOrder";
  const created: NewDocument = {
    estimateId: estimate.id,
    leadId: estimate.leadId,
    name: choices.name,
    type: DOCUMENT_TYPES[choices.kind],
    workflows: workflowKeysOf(choices),
    createdTime: paperTime(localData).toISOString(),
    showAdditionalCost: isChange && choices.showAdditionalCost,
    additionalCost: isChange && choices.showAdditionalCost ? choices.additionalCost : 0,
    additionalWorkTotalBroughtFromAddendum: isChange ? choices.additionalWorkTotalBroughtFromAddendum : 0,
    // Ids of other documents are separate members: they may still be local.
    data: documentDataOf({ model, choices, basis, madeWith, signed: signing?.signed }),
    signatures: signing?.signatures ?? {},
    sourceId,
    basedOnId,
    pdf: signing?.pdf,
  };
  const result = await localData.documents.create(created, { ...(whenStored && { whenStored }) });
  if (result.outcome === "refused")
    notices.add({
      message: `Not sent: ${result.problem.message} The document is kept on this device.`,
      type: "error",
    });
  return result.id;
}
