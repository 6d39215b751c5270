import { idInAddress } from "@ridgebook/contract";
import { useParams } from "@tanstack/react-router";
import { LeadDocuments } from "#features/documents/panel/lead-documents.tsx";
import { LeadEstimates } from "#features/estimate/lead-estimates/lead-estimates.tsx";
import { LeadDetailsPage } from "#features/leads/lead-details-page.tsx";

/** A lead's page with its estimates and documents, which are other features'. */
export function LeadFrame() {
  const leadId = idInAddress(useParams({ strict: false }).id);
  if (leadId === undefined) return null;
  return (
    <LeadDetailsPage
      estimates={
        <>
          <LeadEstimates leadId={leadId} />
          <LeadDocuments leadId={leadId} />
        </>
      }
    />
  );
}
