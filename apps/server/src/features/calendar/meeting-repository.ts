import { leadAddress, leadName, formatPhone, type UserId } from "@ridgebook/contract";
import { and, asc, eq, gte, lte, or } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { leadIsOpen } from "#database/lead-status.ts";
import { lead } from "#database/schema/lead-tables.ts";
import type { CalendarEvent } from "./write-calendar.ts";

/** More than any person has; keeps a frequently polled feed from reading a whole import. */
const MAX_MEETINGS = 1_000;

/** Meetings of the open leads assigned to the person, soonest first. Of the homeowner: name, address, phones. */
export async function listMeetings(
  { db, companyId }: CompanyScope,
  { userId, from, to, publicUrl }: { userId: UserId; from: Date; to: Date; publicUrl: string },
): Promise<CalendarEvent[]> {
  const { hostname } = new URL(publicUrl);
  const rows = await db
    .select()
    .from(lead)
    .where(
      and(
        eq(lead.companyId, companyId),
        or(eq(lead.userId, userId), eq(lead.additionalSalesmanId, userId)),
        gte(lead.meetingDate, from),
        lte(lead.meetingDate, to),
        leadIsOpen(lead.leadStatus),
      ),
    )
    .orderBy(asc(lead.meetingDate), asc(lead.id))
    .limit(MAX_MEETINGS);
  return rows.flatMap((row) => {
    if (row.meetingDate === null) return [];
    const phones = [formatPhone(row.phone, row.phoneExtension), formatPhone(row.mobilePhone, row.mobilePhoneExtension)];
    return {
      uid: `lead-${String(row.id)}-${String(companyId)}@${hostname}`,
      revision: row.revision,
      modified: row.modifiedTime,
      start: row.meetingDate,
      summary: leadName(row),
      location: leadAddress(row),
      description: phones.filter(Boolean).join("\n"),
      url: `${publicUrl.replace(/\/$/, "")}/estimator/leads/${String(row.id)}/details`,
    };
  });
}
