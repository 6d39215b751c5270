import {
  dayOf,
  effectiveLeadSort,
  isLocalId,
  searchedTextOfLead,
  searchableText,
  searchWords,
  UNDATED_MEETING_YEAR,
  type LeadListQuery,
  type LeadSort,
} from "@ridgebook/contract";
import type { StoredLead } from "./stored-lead.ts";

/**
 * The lead list's query on the device: the same words, filters and orders as on the server, without its tolerance for typing
 * errors.
 */

/** A lead with precomputed values for lists. */
export interface ListedLead {
  lead: StoredLead;
  name: string;
  document: string;
  nameSort: string;
  companySort: string;
  meetingSort: number;
}

const UNDATED_MEETING = Date.UTC(UNDATED_MEETING_YEAR, 0, 1);

export function indexLead(lead: StoredLead): ListedLead {
  const { firstName, lastName, company } = lead;
  const hasPerson = firstName !== "" || lastName !== "";
  return {
    lead,
    name: searchableText(`${firstName} ${lastName}`.trim()),
    document: searchedTextOfLead(lead),
    nameSort: (hasPerson ? `${lastName} ${firstName}`.trim() : company).toLowerCase(),
    companySort: company.toLowerCase(),
    meetingSort: lead.meetingDate === null ? UNDATED_MEETING : Date.parse(lead.meetingDate),
  };
}

/** 4 if the name starts with the words, 3 if a word does, 2 if they occur anywhere, 0 if not. */
function rankOf({ name, document }: ListedLead, words: readonly string[]): number {
  const isFound = words.every((word) => document.includes(word.length < 3 ? ` ${word}` : word));
  if (!isFound) return 0;
  const phrase = words.join(" ");
  if (name.startsWith(phrase)) return 4;
  return document.includes(` ${phrase}`) ? 3 : 2;
}

type Comparison = (one: ListedLead, other: ListedLead) => number;

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
/** Local leads are the newest and count down. */
const ageOf = (id: number): number => (isLocalId(id) ? Number.MAX_SAFE_INTEGER / 2 - id : id);
const byId: Comparison = (one, other) => ageOf(one.lead.id) - ageOf(other.lead.id);
const byName: Comparison = (one, other) => compareText(one.nameSort, other.nameSort) || byId(one, other);
const byCompany: Comparison = (one, other) => compareText(one.companySort, other.companySort) || byName(one, other);
const byMeeting: Comparison = (one, other) => one.meetingSort - other.meetingSort || byId(one, other);
const reversed =
  (compare: Comparison): Comparison =>
  (one, other) =>
    compare(other, one);

const COMPARISONS: Record<Exclude<LeadSort, "relevance">, Comparison> = {
  "name-asc": byName,
  "name-desc": reversed(byName),
  "company-asc": byCompany,
  "company-desc": reversed(byCompany),
  "meeting-asc": byMeeting,
  "meeting-desc": reversed(byMeeting),
};

type LeadFilters = Pick<LeadListQuery, "searchQuery" | "userId" | "startDate" | "endDate" | "withoutStatus" | "sort">;

/** All leads that match a query, in its order. Days of meetings are days in `timeZone`. */
export function findLeads({
  leads,
  query,
  timeZone,
}: {
  leads: readonly ListedLead[];
  query: LeadFilters;
  timeZone: string;
}): StoredLead[] {
  const words = searchWords(query.searchQuery);
  const isOnDay = dayFilter({ query, timeZone });
  const found = leads
    .filter(({ lead }) => query.userId === undefined || [lead.userId, lead.additionalSalesmanId].includes(query.userId))
    .filter(({ lead }) => !query.withoutStatus?.includes(lead.leadStatus))
    .filter(isOnDay)
    .map((listed) => ({ listed, rank: words.length > 0 ? rankOf(listed, words) : 1 }))
    .filter(({ rank }) => rank > 0);
  const sort = effectiveLeadSort(query);
  if (sort === "relevance") found.sort((one, other) => other.rank - one.rank || byName(one.listed, other.listed));
  else found.sort((one, other) => COMPARISONS[sort](one.listed, other.listed));
  return found.map(({ listed }) => listed.lead);
}

function dayFilter({
  query: { startDate, endDate },
  timeZone,
}: {
  query: LeadFilters;
  timeZone: string;
}): (listed: ListedLead) => boolean {
  if (startDate === undefined && endDate === undefined) return () => true;
  return ({ lead: { meetingDate }, meetingSort }) => {
    if (meetingDate === null) return false;
    const meetingDay = dayOf({ moment: meetingSort, timeZone });
    return (startDate === undefined || meetingDay >= startDate) && (endDate === undefined || meetingDay <= endDate);
  };
}
