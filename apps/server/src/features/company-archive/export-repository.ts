import { COMPANY_EXPORT_KEPT_DAYS, type AccountId, type CompanyExport, type CompanyId } from "@ridgebook/contract";
import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { PlatformScope } from "#database/company-scope.ts";
import { company, companyExport } from "#database/schema/platform-tables.ts";
import type { CompanyAtHand } from "./read-company.ts";

type ExportRow = typeof companyExport.$inferSelect;
export interface ExportKey {
  readonly companyId: CompanyId;
  readonly id: string;
}

const DAY_MS = 86_400_000;
const matchesKey = ({ companyId, id }: ExportKey) =>
  and(eq(companyExport.companyId, companyId), eq(companyExport.id, id));
const inProgress = inArray(companyExport.state, ["waiting", "writing"]);

export const toExport = ({ changeNumber: _number, createdBy: _by, ...row }: ExportRow): CompanyExport => ({
  ...row,
  state: row.state === "noRoom" ? "failed" : row.state,
  ...(row.state === "noRoom" && { isDiskFull: true }),
  companyId: row.companyId as CompanyId,
  createdTime: row.createdTime.toISOString(),
  finishedTime: row.finishedTime?.toISOString() ?? null,
  expiresTime:
    row.state === "done" && row.finishedTime
      ? new Date(row.finishedTime.getTime() + COMPANY_EXPORT_KEPT_DAYS * DAY_MS).toISOString()
      : null,
});

/** Locks the company's row until the transaction ends, so that it cannot be deleted. */
export async function holdCompany(
  { db }: PlatformScope,
  id: CompanyId,
): Promise<(CompanyAtHand & { isBeingDeleted: boolean }) | undefined> {
  const [row] = await db.select().from(company).where(eq(company.id, id)).for("key share");
  if (!row) return undefined;
  const { travelId, name, createdTime, deletionTime } = row;
  return { id, travelId, name, createdTime, isBeingDeleted: deletionTime !== null };
}

export async function listExports({ db }: PlatformScope, companyId: CompanyId): Promise<ExportRow[]> {
  return db
    .select()
    .from(companyExport)
    .where(eq(companyExport.companyId, companyId))
    .orderBy(desc(companyExport.createdTime), desc(companyExport.id));
}

export async function findExport({ db }: PlatformScope, key: ExportKey): Promise<ExportRow | undefined> {
  const [row] = await db.select().from(companyExport).where(matchesKey(key));
  return row;
}

/** The company's waiting or running export. */
export async function findUnderWay({ db }: PlatformScope, companyId: CompanyId): Promise<ExportRow | undefined> {
  const [row] = await db
    .select()
    .from(companyExport)
    .where(and(eq(companyExport.companyId, companyId), inProgress))
    .limit(1);
  return row;
}

export async function listIdsUnderWay({ db }: PlatformScope): Promise<string[]> {
  const rows = await db.select({ id: companyExport.id }).from(companyExport).where(inProgress);
  return rows.map(({ id }) => id);
}

export async function addExport(
  { db }: PlatformScope,
  values: ExportKey & { createdBy: AccountId; createdTime: Date },
): Promise<ExportRow> {
  const [row] = await db
    .insert(companyExport)
    .values({ ...values, state: "waiting" })
    .returning();
  if (!row) throw new Error("INSERT into company_export returned no row.");
  return row;
}

/** Updates an export that is still in progress; false if it is finished or missing. */
export async function changeUnderWay(
  { db }: PlatformScope,
  key: ExportKey,
  values: Partial<Omit<ExportRow, "companyId" | "id">>,
): Promise<boolean> {
  const changed = await db
    .update(companyExport)
    .set(values)
    .where(and(matchesKey(key), inProgress))
    .returning({ id: companyExport.id });
  return changed.length > 0;
}

export async function removeExport({ db }: PlatformScope, key: ExportKey): Promise<boolean> {
  return (await db.delete(companyExport).where(matchesKey(key)).returning({ id: companyExport.id })).length > 0;
}

/** Exports past their retention, counted from completion; from the start for one that never finished. */
export async function listOldExports({ db }: PlatformScope, now: Date): Promise<ExportKey[]> {
  const rows = await db
    .select({ companyId: companyExport.companyId, id: companyExport.id })
    .from(companyExport)
    .where(
      lt(
        sql`coalesce(${companyExport.finishedTime}, ${companyExport.createdTime})`,
        new Date(now.getTime() - COMPANY_EXPORT_KEPT_DAYS * DAY_MS),
      ),
    );
  return rows.map(({ companyId, id }) => ({ companyId: companyId as CompanyId, id }));
}
