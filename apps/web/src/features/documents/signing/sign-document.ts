import { checkFile, PDF_RULES } from "@ridgebook/contract";
import { DRAWING_VERSION, fingerprintOf } from "@ridgebook/documents";
import type { FrozenDocument } from "#features/documents/create/frozen-document.ts";
import type { SigningResult } from "#features/documents/create/store-document.ts";
import { readDocumentFiles } from "#features/documents/pdf/document-files.ts";
import { makePdf, PdfProblem } from "#features/documents/pdf/make-pdf.ts";
import { pictureBytes } from "#features/documents/pdf/picture-bytes.ts";
import { signedData, toSeal, type TakenSignatures } from "#features/documents/signing/taken-signature.ts";

/**
 * Seals the signed paper and draws its PDF on this device. Throws `PdfProblem` for a missing or broken file, and for a PDF that no server
 * would accept.
 */
export async function signDocument(
  { model, buildsOn, lead }: FrozenDocument,
  taken: TakenSignatures,
  { companyId }: { companyId: number },
): Promise<SigningResult> {
  const slots = model.closing?.signatures ?? [];
  const sealed = toSeal(slots, taken);
  const [fingerprint, files] = await Promise.all([
    fingerprintOf(model, sealed),
    readDocumentFiles(model, { companyId }),
  ]);
  const pdf = await makePdf({
    model,
    files,
    signatures: sealed.map(({ key, data, timestamp }) => ({ key, picture: pictureBytes(data), timestamp })),
    fingerprint,
  });
  const [tooLarge] = checkFile({ name: "document.pdf", size: pdf.length }, PDF_RULES);
  if (tooLarge !== undefined)
    throw new PdfProblem(`${tooLarge} Attachments and photos make it large: leave some out, then sign again.`);
  const { signatures, signed } = signedData(slots, taken);
  return { signatures, signed: { ...signed, fingerprint, buildsOn, lead, drawing: DRAWING_VERSION }, pdf };
}
