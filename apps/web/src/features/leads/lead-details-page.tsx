import { LeadTimeline } from "#features/leads/timeline/lead-timeline.tsx";
import { Button } from "@mantine/core";
import {
  formatMoment,
  companyCamProjectOf,
  formatPhone,
  idInAddress,
  isLocalId,
  isolatedText,
  isLostStatus,
  LEAD_FIELD_LABELS,
  leadAddress,
} from "@ridgebook/contract";
import { IconMail, IconMapPin, IconPencil, IconPhone, IconTrash } from "@tabler/icons-react";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { LeadCrmBanner } from "#features/leads/crm/lead-crm-banner.tsx";
import { useLeadInCrm } from "#features/leads/crm/use-lead-in-crm.ts";
import classes from "#features/leads/lead-details.module.css";
import { LeadMeasurements } from "#features/leads/hover/lead-measurements.tsx";
import { whyLeadIsKept } from "#features/leads/kept-lead.ts";
import { emailLink, mapLink, phoneLink, webLink } from "#features/leads/lead-links.ts";
import { leadAgeText } from "#features/leads/lead-age-text.ts";
import { BackToLeads, LEADS_PATH, NoLead } from "#features/leads/lead-page-parts.tsx";
import { LeadSyncBanner } from "#features/leads/lead-sync-banner.tsx";
import { companyBeside, leadTitle } from "#features/leads/lead-texts.ts";
import { useListPlace } from "#features/leads/list-place.ts";
import { formatMeetingInFull } from "#features/leads/meeting-text.ts";
import { CompanyCamPhotos } from "#features/leads/photos/companycam-photos.tsx";
import { PhotoSection } from "#features/leads/photos/photo-section.tsx";
import { PhotoLink } from "#features/leads/photos/photo-link.tsx";
import { PinButton } from "#features/leads/pin-button.tsx";
import { useKeptLeads } from "#features/leads/use-kept-leads.ts";
import { useLead } from "#features/leads/use-lead.ts";
import { useRemoval } from "#forms/use-removal.ts";
import { useNow } from "#ui/use-now.ts";
import { useSalespeople } from "#features/leads/use-salespeople.ts";
import { FirstReads } from "#local-data/first-reads.tsx";
import { useLocalData, useSyncStatus } from "#local-data/local-data-context.tsx";
import type { LocalLead } from "#local-data/leads/leads.ts";
import { MissingRecord } from "#server-client/missing-record.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { notices } from "#ui/notices/notices.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { useIsPhone } from "#ui/use-is-phone.ts";
import { useAddressOfServer, useOpenedAs } from "#ui/use-opened-record.ts";

const ICON = { size: 18, stroke: 1.75, "aria-hidden": true } as const;

/**
 * One lead: who, where, when, and what is known of it (LEAD-11, LEAD-12).
 *
 * @param estimates the lead's estimates and documents, drawn by other features (LEAD-13)
 */
export function LeadDetailsPage({ estimates }: { estimates?: ReactNode }) {
  const id = idInAddress(useParams({ strict: false }).id) ?? 0;
  const reading = useLead(id);
  const shownId = reading.state === "here" ? reading.lead.id : undefined;
  const openedAs = useOpenedAs(id, shownId ?? id);
  useAddressOfServer("/leads/", { id, shownId });
  switch (reading.state) {
    case "here":
      return (
        <FirstReads key={openedAs}>
          {(areRead) => (
            <LeadDetails lead={reading.lead} askedTime={reading.askedTime} estimates={estimates} isComplete={areRead} />
          )}
        </FirstReads>
      );
    case "loading":
      return (
        <div className={classes.page} data-ground="canvas">
          <PageHeader back={<BackToLeads />} title={<span className={classes.titleToCome}>Lead</span>} />
          <Panel as="div">
            <SkeletonRows rows={8} label="Loading the lead" />
          </Panel>
        </div>
      );
    case "missing":
      return <MissingRecord goTo={LEADS_PATH} />;
    case "deleted":
      return <NoLead title="This lead does not exist." text="It was deleted." />;
    case "failed":
      return (
        <NoLead
          title="This lead could not be loaded."
          text={reading.problem.message}
          action={
            <Button variant="secondary" onClick={reading.askAgain}>
              Try again
            </Button>
          }
        />
      );
  }
}

function LeadDetails({
  lead,
  askedTime,
  estimates,
  isComplete,
}: {
  lead: LocalLead;
  askedTime: number;
  estimates: ReactNode;
  /** False: panels may still change their height, and are hidden. */
  isComplete: boolean;
}) {
  const { timeZone } = useSession();
  const people = useSalespeople();
  const now = useNow();
  const address = leadAddress(lead);
  const inCrm = useLeadInCrm(lead);
  return (
    <div className={classes.page} data-ground="canvas">
      <PageHeader
        back={<BackToLeads />}
        title={leadTitle(lead)}
        note={companyBeside(lead) || undefined}
        actions={<LeadActions lead={lead} />}
      >
        <LeadAge lead={lead} askedTime={askedTime} />
      </PageHeader>
      <LeadSyncBanner id={lead.id} />
      {inCrm && <LeadCrmBanner findings={inCrm.findings} />}
      <div className={classes.columns} data-is-coming={!isComplete || undefined}>
        <div className={classes.column}>
          {estimates}
          <PhotoSection leadId={lead.id}>
            {companyCamProjectOf(lead.cameraUrl) === undefined && <PhotoLink lead={lead} />}
          </PhotoSection>
          <CompanyCamPhotos lead={lead} />
          <div className={classes.contact}>
            <Panel title="Contact">
              <Facts>
                <Fact label="Address">
                  {address && (
                    <a href={mapLink(lead)} target="_blank" rel="noopener noreferrer" className={classes.link}>
                      <IconMapPin {...ICON} />
                      <span>{isolatedText(address)}</span>
                    </a>
                  )}
                </Fact>
                <Fact label={LEAD_FIELD_LABELS.phone}>
                  {lead.phone && <PhoneLink phone={lead.phone} extension={lead.phoneExtension} />}
                </Fact>
                <Fact label={LEAD_FIELD_LABELS.mobilePhone}>
                  {lead.mobilePhone && <PhoneLink phone={lead.mobilePhone} extension={lead.mobilePhoneExtension} />}
                </Fact>
                <Fact label={LEAD_FIELD_LABELS.email}>
                  {lead.email && (
                    <a href={emailLink(lead.email)} className={classes.link}>
                      <IconMail {...ICON} />
                      <span>{lead.email}</span>
                    </a>
                  )}
                </Fact>
              </Facts>
            </Panel>
          </div>
          <Panel title="Project">
            <Facts>
              <Fact label={LEAD_FIELD_LABELS.projectTypes}>{lead.projectTypes.join(", ")}</Fact>
              {lead.projectType && <Fact label={LEAD_FIELD_LABELS.projectType}>{lead.projectType}</Fact>}
              <Fact label={LEAD_FIELD_LABELS.description}>
                {lead.description && <span className={classes.description}>{lead.description}</span>}
              </Fact>
            </Facts>
          </Panel>
        </div>
        <div className={classes.column}>
          <Panel title="Meeting and sales">
            <Facts>
              <Fact label={LEAD_FIELD_LABELS.meetingDate}>
                {lead.meetingDate !== null && formatMeetingInFull({ time: lead.meetingDate, timeZone })}
              </Fact>
              <Fact label={LEAD_FIELD_LABELS.leadStatus}>{lead.leadStatus}</Fact>
              {(isLostStatus(lead.leadStatus) || lead.lostReason !== "") && (
                <Fact label={LEAD_FIELD_LABELS.lostReason}>{lead.lostReason}</Fact>
              )}
              <Fact label={LEAD_FIELD_LABELS.userId}>{people.nameOf(lead.userId)}</Fact>
              {lead.additionalSalesmanId !== null && (
                <Fact label={LEAD_FIELD_LABELS.additionalSalesmanId}>{people.nameOf(lead.additionalSalesmanId)}</Fact>
              )}
              <Fact label={LEAD_FIELD_LABELS.customerNumber}>{lead.customerNumber}</Fact>
            </Facts>
          </Panel>
          <LeadMeasurements lead={lead} />
          <LeadTimeline lead={lead} />
          <LeadLinks lead={lead} />
          <Panel title="Record">
            <Facts>
              <Fact label="Created">{formatMoment({ time: lead.createdTime, timeZone, now })}</Fact>
              <Fact label="Changed">{formatMoment({ time: lead.modifiedTime, timeZone, now })}</Fact>
              {lead.externalId !== null && (
                <Fact label="CRM id">
                  {typeof inCrm?.url === "string" ? (
                    <a href={inCrm.url} target="_blank" rel="noopener noreferrer" className={classes.link}>
                      {lead.externalId}
                    </a>
                  ) : (
                    lead.externalId
                  )}
                </Fact>
              )}
            </Facts>
          </Panel>
        </div>
      </div>
    </div>
  );
}

/** When the lead was last updated, and what needs a signal. */
function LeadAge({ lead, askedTime }: { lead: LocalLead; askedTime: number }) {
  const { online, lastRefreshTime } = useSyncStatus("online", "lastRefreshTime");
  const kept = useKeptLeads();
  const now = useNow();
  if (isLocalId(lead.id)) return null;
  const updatedTime = Math.max(lastRefreshTime ?? 0, askedTime);
  const text = leadAgeText({
    updatedTime: updatedTime === 0 ? null : updatedTime,
    now,
    online,
    isPinned: kept.isPinned(lead.id),
    isWhole: kept.isWhole(lead.id),
  });
  return (
    text && (
      <p className="rb-hint" data-on-paper="no">
        {text}
      </p>
    )
  );
}

function LeadActions({ lead }: { lead: LocalLead }) {
  const remove = useRemoveLead(lead);
  const isPhone = useIsPhone();
  const actions = [
    <Button key="delete" variant="danger-text" leftSection={<IconTrash {...ICON} />} onClick={() => void remove()}>
      Delete
    </Button>,
    <PinButton key="pin" leadId={lead.id} />,
    <Button
      key="edit"
      variant="secondary"
      leftSection={<IconPencil {...ICON} />}
      renderRoot={(button) => <Link to="/estimator/leads/$id/edit" params={{ id: String(lead.id) }} {...button} />}
    >
      Edit
    </Button>,
  ];
  // In the header the first action is the farthest from the hand; on a phone, below it, the last.
  return isPhone ? actions.toReversed() : actions;
}

/**
 * Explains why the lead cannot be deleted; otherwise confirms, deletes and returns to the list. After a rejection the lead stays (LEAD-17,
 * OFF-16).
 */
function useRemoveLead(lead: LocalLead): () => Promise<void> {
  const localData = useLocalData();
  const listPlace = useListPlace();
  const navigate = useNavigate();
  const removal = useRemoval();
  return async () => {
    const name = leadTitle(lead);
    const [papers, estimates] = await Promise.all([
      localData.documents.listOfLead(lead.id),
      localData.estimates.listOfLead(lead.id),
    ]);
    const reason = whyLeadIsKept(name, { papers, estimates });
    if (reason !== undefined) {
      notices.add({ message: reason, type: "error" });
      return;
    }
    const isRemoved = await removal({
      question: {
        title: `Delete ${name}?`,
        message: "The lead is deleted for everybody in the company. It cannot be brought back.",
        confirmText: "Delete lead",
      },
      remove: () => localData.leads.remove(lead.id),
      done: `${name} is deleted`,
      keptText: ({ message }) => `${message} ${name} is kept.`,
    });
    if (isRemoved) await navigate({ to: "/estimator/leads", search: { ...listPlace.read() }, replace: true });
  };
}

function LeadLinks({ lead }: { lead: LocalLead }) {
  const links = [
    { label: "Project folder", href: webLink(lead.projectFolderLink) },
    { label: "Contract folder", href: webLink(lead.contractFolderLink) },
    { label: "Estimation folder", href: webLink(lead.estimationFolderLink) },
    { label: "Production folder", href: webLink(lead.productionFolderLink) },
  ].filter(({ href }) => href !== undefined);
  if (links.length === 0) return null;
  return (
    <Panel title="Folders">
      <ul className={`rb-list ${classes.links}`}>
        {links.map(({ label, href }) => (
          <li key={label}>
            <a href={href} target="_blank" rel="noopener noreferrer" className={classes.link}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function PhoneLink({ phone, extension }: { phone: string; extension: string }) {
  return (
    <a href={phoneLink(phone, extension)} className={classes.link}>
      <IconPhone {...ICON} />
      <span>{formatPhone(phone, extension)}</span>
    </a>
  );
}

const Facts = ({ children }: { children: ReactNode }) => <dl className={classes.facts}>{children}</dl>;

/** A labeled fact; an en dash if it is empty. */
function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children || <span className={classes.nothing}>–</span>}</dd>
    </div>
  );
}
