import { DocumentsPanel } from "#features/documents/panel/documents-panel.tsx";
import { EstimateSummaryPage } from "#features/estimate/summary/estimate-summary-page.tsx";

/** An estimate's page with its documents, which are another feature's. */
export function EstimateSummaryFrame() {
  return <EstimateSummaryPage documents={<DocumentsPanel />} />;
}
