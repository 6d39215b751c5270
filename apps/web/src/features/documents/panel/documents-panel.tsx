import { lazy, Suspense } from "react";
import { changeableContracts } from "#features/documents/document-relations.ts";
import { useDocumentWork } from "#features/documents/document-work.tsx";
import { NewDocument } from "#features/documents/panel/new-document.tsx";
import { ShownList } from "#features/documents/panel/shown-list.tsx";
import { useDocuments } from "#features/documents/panel/use-documents.ts";
import type { LocalDocument } from "#local-data/documents/document-store.ts";
import { Panel } from "#ui/panel.tsx";

/** Lazy: reading papers takes more code than listing them, and most estimates have no signed contract. */
const ChangedSinceSigned = lazy(async () => {
  const { ChangedSinceSigned: component } = await import("#features/documents/panel/changed-since-signed.tsx");
  return { default: component };
});

/** Lazy: it reads papers too. */
const OpenSignings = lazy(async () => {
  const { OpenSignings: component } = await import("#features/documents/panel/open-signings.tsx");
  return { default: component };
});

const NO_DOCUMENTS: readonly LocalDocument[] = [];

/** The estimate's documents, with their actions (EST-26). */
export function DocumentsPanel() {
  const { estimate } = useDocumentWork();
  const shown = useDocuments({ leadId: estimate.leadId, estimateId: estimate.id });
  const { documents = NO_DOCUMENTS } = shown;
  return (
    <Panel title="Documents" padding="none" actions={<NewDocument documents={documents} />}>
      <Suspense>
        <OpenSignings estimateId={estimate.id} documents={documents} />
      </Suspense>
      {changeableContracts(documents).length > 0 && (
        <Suspense>
          <ChangedSinceSigned documents={documents} />
        </Suspense>
      )}
      <ShownList shown={shown} empty={"No documents yet."} />
    </Panel>
  );
}
