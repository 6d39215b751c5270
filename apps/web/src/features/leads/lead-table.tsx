import { formatTimeOfDay, isolatedText } from "@ridgebook/contract";
import { memo } from "react";
import type { DayGroup } from "#features/leads/group-leads-by-day.ts";
import { LeadLink } from "#features/leads/lead-link.tsx";
import classes from "#features/leads/lead-list.module.css";
import { NotHereMark, PinMark } from "#features/leads/lead-marks.tsx";
import { companyBeside, leadTitle, projectText, shortAddress, totalText } from "#features/leads/lead-texts.ts";
import { formatMeetingInList } from "#features/leads/meeting-text.ts";
import { useSalespeople } from "#features/leads/use-salespeople.ts";
import { useKeptLeads } from "#features/leads/use-kept-leads.ts";
import type { LocalLead } from "#local-data/leads/leads.ts";
import { useSyncStatus } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { linkRow } from "#ui/link-row.ts";
import { SyncMark } from "#ui/sync-mark.tsx";
import { TableHead } from "#ui/table-head.tsx";

export interface LeadListProps {
  leads: readonly LocalLead[];
  /** Set while the list is sorted by meeting. */
  groups: readonly DayGroup<LocalLead>[] | undefined;
  now: number;
  /** The total of a lead's newest estimate in dollars. */
  totalOf: (leadId: number) => number | undefined;
}

/** Leads as rows: grouped by day with the time in front, or flat with the name in front. Each row opens its lead. */
export function LeadTable({ leads, groups, now, totalOf }: LeadListProps) {
  const people = useSalespeople();
  const kept = useKeptLeads();
  const { online } = useSyncStatus("online");
  const isGrouped = groups !== undefined;
  const needsSignal = ({ id }: LocalLead): boolean => !online && !kept.isWhole(id);
  // The last column is wide and mostly empty, so it is only shown if needed.
  const hasMarks = leads.some((lead) => lead.sync !== "synced" || needsSignal(lead));
  const rowsOf = (shown: readonly LocalLead[]) =>
    shown.map((lead) => (
      <LeadRow
        key={lead.id}
        lead={lead}
        isGrouped={isGrouped}
        now={now}
        total={totalOf(lead.id)}
        // While people are loading, an unassigned lead is unknown too.
        salesperson={people.people && people.nameOf(lead.userId)}
        isPinned={kept.isPinned(lead.id)}
        needsSignal={needsSignal(lead)}
      />
    ));
  return (
    <table className={`rb-table ${classes.table}`} data-has-marks={hasMarks}>
      <TableHead
        columns={[
          isGrouped && { label: "Meeting", className: classes.timeColumn },
          "Lead",
          { label: "Project", className: classes.projectColumn },
          { label: "Status", className: classes.statusColumn },
          !isGrouped && { label: "Meeting", className: classes.momentColumn },
          { label: "Estimate", className: classes.totalColumn },
          { label: "Salesperson", className: classes.personColumn },
          { label: "Sending", className: classes.syncColumn, isHidden: true },
        ]}
      />
      {isGrouped ? (
        groups.map(({ day, title, leads: members }) => (
          <tbody key={day}>
            <tr className={classes.groupRow}>
              <th scope="rowgroup">{title}</th>
            </tr>
            {rowsOf(members)}
          </tbody>
        ))
      ) : (
        <tbody>{rowsOf(leads)}</tbody>
      )}
    </table>
  );
}

/** Memoized: the list is read again whenever any lead changes. */
const LeadRow = memo(function LeadRow({
  lead,
  isGrouped,
  now,
  total,
  salesperson,
  isPinned,
  needsSignal,
}: {
  lead: LocalLead;
  isGrouped: boolean;
  now: number;
  total: number | undefined;
  /** "" for no one. */
  salesperson: string | undefined;
  isPinned: boolean;
  /** Not all of its records may be on this device. */
  needsSignal: boolean;
}) {
  const { timeZone } = useSession();
  const time = lead.meetingDate;
  return (
    <tr {...linkRow(classes.row)}>
      {isGrouped && (
        <td className={classes.figure}>{time === null ? <Nothing /> : formatTimeOfDay({ time, timeZone })}</td>
      )}
      <td>
        <LeadLink id={lead.id} className={classes.rowLink ?? ""}>
          <PinMark isPinned={isPinned} />
          {leadTitle(lead)}
        </LeadLink>
        <div className={`rb-caption ${classes.second}`}>
          {isolatedText([companyBeside(lead), shortAddress(lead)].filter(Boolean).join(" · "))}
        </div>
      </td>
      <td className={classes.quiet}>
        <div className={classes.projects}>{projectText(lead) || <Nothing />}</div>
      </td>
      <td>{lead.leadStatus || <Nothing />}</td>
      {!isGrouped && (
        <td className={classes.figure}>{time === null ? <Nothing /> : formatMeetingInList({ time, timeZone, now })}</td>
      )}
      <td className={classes.totalColumn}>{total === undefined ? <Nothing /> : totalText(total)}</td>
      <td className={`${classes.quiet} ${classes.personColumn}`}>{salesperson === "" ? <Nothing /> : salesperson}</td>
      <td className={classes.syncColumn}>
        {lead.sync === "synced" && needsSignal ? <NotHereMark /> : <SyncMark sync={lead.sync} />}
      </td>
    </tr>
  );
});

const Nothing = () => <span className={classes.nothing}>–</span>;
