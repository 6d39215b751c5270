import type { UserId, DocumentSignature, SignatureKey, StoredDocument } from "@ridgebook/contract";
import { toListedDocument } from "#database/listed-documents.ts";
import type { DocumentRows } from "./document-repository.ts";

export function toDocument({ row, signatures }: DocumentRows): StoredDocument {
  const pictureUrl = (key: string): string =>
    `/api/Documents/${String(row.id)}/DownloadSignature?companyId=${String(row.companyId)}&key=${key}`;
  return {
    ...toListedDocument(row),
    revision: row.revision,
    createdByUserId: row.createdByUserId as UserId | null,
    workflows: row.workflows,
    receivedTime: row.receivedTime.toISOString(),
    showAdditionalCost: row.showAdditionalCost,
    additionalCost: row.additionalCost,
    additionalWorkTotalBroughtFromAddendum: row.additionalWorkTotalBroughtFromAddendum,
    data: row.data,
    signatures: Object.fromEntries(
      signatures.map(({ key, signedTime }): [SignatureKey, DocumentSignature] => [
        key as SignatureKey,
        { url: pictureUrl(key), timestamp: signedTime.toISOString() },
      ]),
    ),
    pdfFailure: row.pdfFailure,
    findings: [...row.findings],
  };
}
