import { useMemo } from "react";
import { ShownList } from "#features/documents/panel/shown-list.tsx";
import { useDocuments } from "#features/documents/panel/use-documents.ts";
import { useLocalData, useLocalQuery } from "#local-data/local-data-context.tsx";
import { Panel } from "#ui/panel.tsx";

/** The documents of all estimates of a lead. */
export function LeadDocuments({ leadId }: { leadId: number }) {
  const localData = useLocalData();
  const shown = useDocuments({ leadId });
  const estimates = useLocalQuery("estimates", () => localData.estimates.listOfLead(leadId), [localData, leadId]).value;
  const nameById = useMemo(() => new Map(estimates?.map(({ id, name }) => [id, name])), [estimates]);
  return (
    <Panel title="Documents" padding="none">
      <ShownList shown={shown} nameById={nameById} empty="No documents yet. They are made on an estimate's page." />
    </Panel>
  );
}
