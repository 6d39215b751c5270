import { useParams } from "@tanstack/react-router";
import { LeadEstimates } from "#features/estimate/lead-estimates/lead-estimates.tsx";
import { LeadDetailsPage } from "#features/leads/lead-details-page.tsx";

/** A lead's page with its estimates, which are another feature's. */
export function LeadFrame() {
  const { id } = useParams({ strict: false });
  return <LeadDetailsPage estimates={<LeadEstimates leadId={Number(id)} />} />;
}
