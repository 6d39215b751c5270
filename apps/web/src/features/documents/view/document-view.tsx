import { DOCUMENT_LABELS, documentKindOf } from "@ridgebook/contract";
import type { DrawnPaper } from "@ridgebook/documents/pdf";
import { useEffect, useState } from "react";
import { MadeWith } from "#features/documents/made-with.tsx";
import { Mailed } from "#features/documents/mailed/mailed.tsx";
import { documentPaper, documentPdf, fetchPdf, type DocumentOnPaper } from "#features/documents/pdf/document-pdf.ts";
import { PdfProblem } from "#features/documents/pdf/make-pdf.ts";
import { pdfFile, pdfName } from "#features/documents/pdf/pdf-actions.ts";
import { loadPaperFonts } from "#features/documents/view/paper-fonts.ts";
import { PaperView } from "#features/documents/view/paper-view.tsx";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";

/** A failure's message for the user; defects are reported, with a general message. */
function useFailureText(): (error: unknown) => Promise<string> {
  const { reportFailure } = useSession();
  return async (error) => {
    if (error instanceof PdfProblem) return error.message;
    await reportFailure(error);
    return "This did not work. Try it again.";
  };
}

/** A document's paper, laid out on this device. */
export function DocumentView({ document, onDismiss }: { document: DocumentOnPaper; onDismiss: () => void }) {
  const localData = useLocalData();
  const { companyId } = useSession();
  const failureText = useFailureText();
  const [paper, setPaper] = useState<DrawnPaper>();
  const [failure, setFailure] = useState<string>();
  const parts = { localData, companyId: companyId ?? 0 };
  const kind = documentKindOf(document.type);

  useEffect(() => {
    let isClosed = false;
    const layOut = async (): Promise<void> => {
      try {
        const drawn = await documentPaper(document, parts);
        await loadPaperFonts(drawn);
        if (!isClosed) setPaper(drawn);
      } catch (error) {
        const text = await failureText(error);
        if (!isClosed) setFailure(text);
      }
    };
    void layOut();
    return () => {
      isClosed = true;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the view opens: what is read must not change under a reader
  }, []);

  return (
    <PaperView
      title={document.name || (kind ? DOCUMENT_LABELS[kind] : "Document")}
      paper={paper}
      details={
        <>
          <Mailed documentId={document.id} />
          <MadeWith document={document} />
        </>
      }
      failure={failure}
      readFile={async () => pdfFile(await documentPdf(document, parts), pdfName(document))}
      failureText={failureText}
      onDismiss={onDismiss}
    />
  );
}

/** A signed document's certificate. Only the server makes it, so it has no pages here: it is shared or saved. */
export function CertificateView({ document, onDismiss }: { document: DocumentOnPaper; onDismiss: () => void }) {
  const { companyId } = useSession();
  const failureText = useFailureText();
  const title = `Certificate of ${document.name}`;
  const url = `/api/documents/${String(document.id)}/certificate?companyId=${String(companyId ?? 0)}`;
  return (
    <PaperView
      title={title}
      paper={undefined}
      note="The certificate says who signed, when, and the fingerprint of the file. It is a PDF that the server makes: save or share it to read it."
      readFile={async () => {
        const pdf = await fetchPdf(url);
        if (!pdf) throw new PdfProblem("The certificate could not be loaded. It needs a signal: try again.");
        return pdfFile(pdf, pdfName({ ...document, name: title }));
      }}
      failureText={failureText}
      onDismiss={onDismiss}
    />
  );
}
