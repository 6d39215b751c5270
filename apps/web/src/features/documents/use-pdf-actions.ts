import { PdfProblem } from "#features/documents/pdf/make-pdf.ts";
import { pdfFile, pdfName, shareFile } from "#features/documents/pdf/pdf-actions.ts";
import { saveFile } from "#files/save-file.ts";
import { useAttempt } from "#forms/use-attempt.ts";
import type { LocalDocument } from "#local-data/documents/document-store.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";

/** Saves and shares a document's PDF. Each shows its own errors. */
export function usePdfActions(document: LocalDocument) {
  const localData = useLocalData();
  const { companyId } = useSession();
  const { isBusy, attempt } = useAttempt({ isExplained: (error) => error instanceof PdfProblem });

  const read = async (): Promise<File> => {
    // Lazy: the code is large, and a list of documents works without it.
    const { documentPdf } = await import("#features/documents/pdf/document-pdf.ts");
    return pdfFile(await documentPdf(document, { localData, companyId: companyId ?? 0 }), pdfName(document));
  };

  return {
    isBusy,
    save: () => attempt(async () => saveFile(await read())),
    share: () => attempt(async () => shareFile(await read())),
  };
}
