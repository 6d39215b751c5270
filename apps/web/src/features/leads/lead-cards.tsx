import { formatTimeOfDay } from "@ridgebook/contract";
import { memo } from "react";
import { LeadLink } from "#features/leads/lead-link.tsx";
import { NotHereMark, PinMark } from "#features/leads/lead-marks.tsx";
import { companyBeside, leadTitle, projectText, shortAddress, totalText } from "#features/leads/lead-texts.ts";
import classes from "#features/leads/lead-list.module.css";
import { formatMeetingInList } from "#features/leads/meeting-text.ts";
import type { LeadListProps } from "#features/leads/lead-table.tsx";
import { useKeptLeads } from "#features/leads/use-kept-leads.ts";
import type { LocalLead } from "#local-data/leads/leads.ts";
import { useSyncStatus } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { linkRow } from "#ui/link-row.ts";
import { SyncMark } from "#ui/sync-mark.tsx";

/** Leads on a phone: three-line cards, with day headings while sorted by meeting. */
export function LeadCards({ leads, groups, ...shown }: LeadListProps) {
  if (!groups) return <Cards leads={leads} isGrouped={false} {...shown} />;
  return groups.map(({ day, title, leads: members }) => (
    <section key={day} aria-label={title}>
      <h2 className={`rb-hint ${classes.band}`}>{title}</h2>
      <Cards leads={members} isGrouped {...shown} />
    </section>
  ));
}

function Cards({ leads, isGrouped, now, totalOf }: Omit<LeadListProps, "groups"> & { isGrouped: boolean }) {
  const kept = useKeptLeads();
  const { online } = useSyncStatus("online");
  return (
    <ul className="rb-list">
      {leads.map((lead) => (
        <LeadCard
          key={lead.id}
          lead={lead}
          isGrouped={isGrouped}
          now={now}
          total={totalOf(lead.id)}
          isPinned={kept.isPinned(lead.id)}
          needsSignal={!online && !kept.isWhole(lead.id)}
        />
      ))}
    </ul>
  );
}

/** Memoized like a row of the table. */
const LeadCard = memo(function LeadCard({
  lead,
  isGrouped,
  now,
  total,
  isPinned,
  needsSignal,
}: {
  lead: LocalLead;
  isGrouped: boolean;
  now: number;
  total: number | undefined;
  isPinned: boolean;
  /** Not all of its records may be on this device. */
  needsSignal: boolean;
}) {
  const { timeZone } = useSession();
  const { meetingDate: time } = lead;
  const meeting =
    time !== null && (isGrouped ? formatTimeOfDay({ time, timeZone }) : formatMeetingInList({ time, timeZone, now }));
  return (
    <li {...linkRow(classes.card)}>
      <div className={classes.cardLine}>
        <LeadLink id={lead.id} className={`${classes.rowLink} ${classes.cardName}`}>
          <PinMark isPinned={isPinned} />
          {leadTitle(lead)}
        </LeadLink>
        <span className={`rb-hint ${classes.cardTime}`}>{meeting}</span>
      </div>
      <div className={classes.cardLine}>
        <span className={classes.cardPlace}>
          {shortAddress(lead) || companyBeside(lead) || <span className={classes.nothing}>No address yet</span>}
        </span>
        {total !== undefined && (
          <span className={`rb-hint ${classes.cardTime}`}>
            <span className="rb-visually-hidden">Estimate </span>${totalText(total)}
          </span>
        )}
      </div>
      <div className={classes.cardLine}>
        <span className={classes.cardProject}>{projectText(lead)}</span>
        {lead.sync !== "synced" ? (
          <SyncMark sync={lead.sync} />
        ) : needsSignal ? (
          <NotHereMark />
        ) : (
          <span className={`rb-hint ${classes.cardStatus}`}>{lead.leadStatus}</span>
        )}
      </div>
    </li>
  );
});
