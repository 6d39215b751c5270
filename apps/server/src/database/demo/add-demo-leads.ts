import type { UserId, CompanyId } from "@ridgebook/contract";
import { and, asc, count, eq } from "drizzle-orm";
import { readTimeZone } from "#database/company-settings.ts";
import type { Database } from "#database/database.ts";
import { lead } from "#database/schema/lead-tables.ts";
import { company, membership } from "#database/schema/platform-tables.ts";
import { generateDemoLeads, type DemoLead } from "./demo-leads.ts";
import { ALL_TOWNS } from "./demo-places.ts";
import { INSERT_ROWS, insertLeads } from "./insert-leads.ts";

/** Four years, so that a hundred thousand meetings fit. */
const PAST_DAYS = 4 * 365;

/** Thrown if the company does not exist, or there is no company. */
export class NoCompanyError extends Error {
  override readonly name = "NoCompanyError";
}

/**
 * Fills a company with made-up leads for load tests: the given one, or the oldest. Commits every thousand leads; `report` is called after
 * each commit. Another run adds different leads.
 */
export async function addDemoLeads({
  database,
  now,
  leadCount,
  companyId,
  report,
}: {
  database: Database;
  now: () => Date;
  leadCount: number;
  companyId: CompanyId | undefined;
  report: (progress: { added: number; company: string }) => void;
}): Promise<void> {
  const { target, salespeople } = await database.onPlatform(async ({ db }) => {
    const [found] = await db
      .select({ id: company.id, name: company.name })
      .from(company)
      .where(companyId === undefined ? undefined : eq(company.id, companyId))
      .orderBy(asc(company.id))
      .limit(1);
    if (!found)
      throw new NoCompanyError(
        companyId === undefined
          ? "There is no company to fill. Start the server once: it makes the demo company."
          : `There is no company ${String(companyId)}.`,
      );
    const members = await db
      .select({ id: membership.id })
      .from(membership)
      .where(and(eq(membership.companyId, found.id), eq(membership.active, true)));
    return { target: found, salespeople: members.map(({ id }) => id as UserId) };
  });

  const who = { companyId: target.id as CompanyId };
  const { timeZone, present } = await database.inCompany(who, async (scope) => {
    const [counted] = await scope.db.select({ leads: count() }).from(lead).where(eq(lead.companyId, scope.companyId));
    return { timeZone: await readTimeZone(scope), present: counted?.leads ?? 0 };
  });
  const leads = generateDemoLeads({
    count: leadCount,
    seed: present + 1,
    now: now(),
    timeZone,
    salespeople,
    towns: ALL_TOWNS,
    pastDays: PAST_DAYS,
  });
  let added = 0;
  const store = async (part: readonly DemoLead[]): Promise<void> => {
    await database.inCompany(who, (scope) => insertLeads(scope, part));
    added += part.length;
    report({ added, company: target.name });
  };
  let part: DemoLead[] = [];
  for (const made of leads) {
    part.push(made);
    if (part.length < INSERT_ROWS) continue;
    await store(part);
    part = [];
  }
  if (part.length > 0) await store(part);
}
