import "@fontsource-variable/inter/wght.css";
import "#ui/theme/global.css";
import type { DocumentModel } from "@ridgebook/documents";
import { createRoot } from "react-dom/client";
import { DocumentPaper, type ShownSignatures } from "#features/documents/paper/document-paper.tsx";

/* The paper alone in a page, for tests. */

/** A picture of one pixel, for every file. */
const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

export const paper = {
  show(model: DocumentModel, signatures: ShownSignatures = {}): void {
    const root = document.getElementById("root");
    if (!root) throw new Error("The page has no root.");
    createRoot(root).render(
      <main>
        <h1 className="rb-visually-hidden">Paper</h1>
        <DocumentPaper model={model} fileUrl={() => PIXEL} signatures={signatures} label="Paper as it will be" />
      </main>,
    );
  },
};
