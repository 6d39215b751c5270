import { useDocumentWork } from "#features/documents/document-work.tsx";
import { NewDocument } from "#features/documents/panel/new-document.tsx";
import { ShownList } from "#features/documents/panel/shown-list.tsx";
import { useDocuments } from "#features/documents/panel/use-documents.ts";
import { Panel } from "#ui/panel.tsx";

/** What was made of an estimate, and everything that can be done with it (EST-26). */
export function DocumentsPanel() {
  const { estimate } = useDocumentWork();
  const shown = useDocuments({ leadId: estimate.leadId, estimateId: estimate.id });
  return (
    <Panel title="Documents" padding="none" actions={<NewDocument documents={shown.documents ?? []} />}>
      <ShownList shown={shown} empty={"No documents yet."} />
    </Panel>
  );
}
