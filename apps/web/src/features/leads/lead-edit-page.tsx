import { idInAddress, Problem } from "@ridgebook/contract";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import detailsClasses from "#features/leads/lead-details.module.css";
import { LeadForm } from "#features/leads/lead-form.tsx";
import { BackToLeads, LEADS_PATH, NoLead } from "#features/leads/lead-page-parts.tsx";
import { NEW_LEAD } from "#features/leads/new-lead.ts";
import { openLeadForm } from "#features/leads/open-lead-form.ts";
import { useLocalData, useLocalQuery } from "#local-data/local-data-context.tsx";
import { MissingRecord } from "#server-client/missing-record.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { usePageTitle } from "#ui/page-place.ts";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { useAddressOfServer, useOpenedAs } from "#ui/use-opened-record.ts";

/** Creates a lead (id "new" or negative) or edits one, online or offline (LEAD-14). */
export function LeadEditPage() {
  const { id: idText = NEW_LEAD } = useParams({ strict: false });
  const localData = useLocalData();
  const { timeZone, user } = useSession();
  const { openedAs, followLead } = useOpenedForm(idText);
  const title = idText === NEW_LEAD ? "New lead" : "Edit lead";
  usePageTitle(title);
  const form = useQuery({
    queryKey: ["lead-form", openedAs],
    queryFn: () => openLeadForm({ localData, idText: openedAs, timeZone, salesperson: user?.id }),
    // Read once: a background update must not change the form.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    networkMode: "always",
  });

  if (form.data) return <LeadForm key={openedAs} form={form.data} onRecordId={followLead} />;
  if (form.error) {
    if (form.error instanceof Problem && form.error.code === "notFound") return <MissingRecord goTo={LEADS_PATH} />;
    return <NoLead title="This lead could not be loaded." text={form.error.message} />;
  }
  return (
    <div className={detailsClasses.page} data-ground="canvas">
      <PageHeader back={<BackToLeads />} title={title} />
      <Panel as="div">
        <SkeletonRows rows={8} label="Loading the lead" />
      </Panel>
    </div>
  );
}

/**
 * Tracks the open form while its lead's id changes: from "new" to a local one when it was stored but rejected, and to the server's when it
 * was sent. The form stays mounted.
 */
function useOpenedForm(idText: string): { openedAs: string; followLead: (id: number) => void } {
  const localData = useLocalData();
  const navigate = useNavigate();
  const id = idInAddress(idText) ?? 0;
  const known = useLocalQuery("leads", () => localData.resolveId({ storeName: "leads", id }), [localData, id]);
  const shownId = known.isLoading ? undefined : known.value;
  useAddressOfServer("/leads/", { id, shownId });
  const [keptAs, setKeptAs] = useState<string>();
  const isKeptNew = keptAs !== undefined && (idText === NEW_LEAD || idText === keptAs);
  const openedAs = useOpenedAs(
    idText,
    ...(isKeptNew ? [NEW_LEAD, keptAs] : []),
    ...(shownId === undefined ? [] : [String(shownId)]),
  );
  const followLead = (newId: number): void => {
    setKeptAs(String(newId));
    void navigate({
      to: "/estimator/leads/$id/edit",
      params: { id: String(newId) },
      replace: true,
      resetScroll: false,
    });
  };
  return { openedAs, followLead };
}
