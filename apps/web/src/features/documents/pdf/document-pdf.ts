import { isSigned } from "@ridgebook/contract";
import { readModel } from "@ridgebook/documents";
import { readDocumentFiles } from "#features/documents/pdf/document-files.ts";
import { makePdf, PdfProblem } from "#features/documents/pdf/make-pdf.ts";
import type { LocalDocument } from "#local-data/documents/document-store.ts";
import type { LocalData } from "#local-data/local-data.ts";

/**
 * A document's PDF on this device: of a signed one the file that was made when it was signed, of another one made now from what it
 * says. Throws `PdfProblem` for a signed one that this device does not hold: its PDF is never made again.
 */
export async function documentPdf(
  document: LocalDocument,
  { localData, companyId }: { localData: Pick<LocalData, "documents">; companyId: number },
): Promise<Uint8Array> {
  const kept = await localData.documents.keptPdf(document);
  if (kept) return kept;
  if (isSigned(document)) throw new PdfProblem("The signed PDF is not on this device. It opens with a signal.");
  const model = readModel(document.data);
  const files = await readDocumentFiles(model, { companyId });
  return makePdf({ model, files, signatures: [], fingerprint: null });
}
