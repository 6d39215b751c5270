import { and, eq, lt } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { priceBookImport } from "#database/schema/price-book-tables.ts";

export type ImportRow = typeof priceBookImport.$inferSelect;

const isImport = (scope: CompanyScope, id: string) =>
  and(eq(priceBookImport.companyId, scope.companyId), eq(priceBookImport.id, id));

export async function findImport(scope: CompanyScope, id: string): Promise<ImportRow | undefined> {
  const [found] = await scope.db.select().from(priceBookImport).where(isImport(scope, id));
  return found;
}

/** Locks an import until the transaction ends, so that it is published once. */
export async function holdImport(scope: CompanyScope, id: string): Promise<ImportRow | undefined> {
  const [found] = await scope.db.select().from(priceBookImport).where(isImport(scope, id)).for("no key update");
  return found;
}

/** Starts an import, also under the id of an interrupted one; a completed one is unchanged. */
export async function beginImport(
  scope: CompanyScope,
  values: Pick<ImportRow, "id" | "fileName" | "exportedFrom" | "createdTime">,
): Promise<ImportRow> {
  await scope.db
    .insert(priceBookImport)
    .values({ ...values, companyId: scope.companyId, state: "reading" })
    .onConflictDoNothing();
  const begun = await findImport(scope, values.id);
  if (!begun) throw new Error("An import that was just begun is not there.");
  return begun;
}

export async function updateImport(
  scope: CompanyScope,
  id: string,
  values: Partial<Omit<ImportRow, "companyId" | "id">>,
): Promise<ImportRow | undefined> {
  const [updated] = await scope.db.update(priceBookImport).set(values).where(isImport(scope, id)).returning();
  return updated;
}

/** Deletes old imports; the published part is a version. */
export async function forgetImports(scope: CompanyScope, before: Date): Promise<void> {
  await scope.db
    .delete(priceBookImport)
    .where(and(eq(priceBookImport.companyId, scope.companyId), lt(priceBookImport.createdTime, before)));
}
