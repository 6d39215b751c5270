import { dayOf, UNDATED_MEETING_YEAR } from "@ridgebook/contract";
import { dayTitle } from "#features/leads/meeting-text.ts";

export interface DayGroup<Meeting> {
  /** The day, or "" for leads without a meeting. */
  day: string;
  title: string;
  leads: Meeting[];
}

const UNDATED = Date.UTC(UNDATED_MEETING_YEAR, 0, 1);

const momentOf = ({ meetingDate }: { meetingDate: string | null }): number =>
  meetingDate === null ? UNDATED : Date.parse(meetingDate);

/**
 * Groups a page of leads sorted by meeting into days of the company's time zone. Leads without a meeting are last, or first in descending
 * order (LEAD-06). Leads added or moved on this device are sorted in.
 */
export function groupLeadsByDay<Meeting extends { meetingDate: string | null }>({
  leads,
  isLatestFirst,
  timeZone,
  now,
}: {
  leads: readonly Meeting[];
  isLatestFirst: boolean;
  timeZone: string;
  now: number;
}): DayGroup<Meeting>[] {
  const today = dayOf({ moment: now, timeZone });
  const direction = isLatestFirst ? -1 : 1;
  const groups: DayGroup<Meeting>[] = [];
  for (const lead of leads.toSorted((one, other) => direction * (momentOf(one) - momentOf(other)))) {
    const day = lead.meetingDate === null ? "" : dayOf({ moment: momentOf(lead), timeZone });
    const last = groups.at(-1);
    if (last?.day === day) last.leads.push(lead);
    else groups.push({ day, title: day === "" ? "No meeting yet" : dayTitle({ day, today }), leads: [lead] });
  }
  return groups;
}
