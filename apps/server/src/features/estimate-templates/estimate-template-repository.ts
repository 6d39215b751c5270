import type { EstimateTemplateInput } from "@ridgebook/contract";
import { and, asc, desc, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
import type { ChangeRange } from "#database/change-feed.ts";
import type { CompanyScope } from "#database/company-scope.ts";
import { estimateTemplate } from "#database/schema/estimate-template-table.ts";

export type TemplateRow = typeof estimateTemplate.$inferSelect;

/** The company's templates and those of the person who acts. Nobody else's own ones are found by any call. */
const visible = ({ companyId, userId }: CompanyScope) =>
  and(
    eq(estimateTemplate.companyId, companyId),
    userId === undefined
      ? isNull(estimateTemplate.ownerId)
      : or(isNull(estimateTemplate.ownerId), eq(estimateTemplate.ownerId, userId)),
  );

const one = (scope: CompanyScope, id: number) => and(visible(scope), eq(estimateTemplate.id, id));

export const estimateTemplateRepository = {
  list: (scope: CompanyScope): Promise<TemplateRow[]> =>
    scope.db
      .select()
      .from(estimateTemplate)
      .where(visible(scope))
      .orderBy(sql`lower(${estimateTemplate.name})`, estimateTemplate.id),

  readChanged: (scope: CompanyScope, { above, upTo, order, limit }: ChangeRange): Promise<TemplateRow[]> => {
    const { changeNumber } = estimateTemplate;
    return scope.db
      .select()
      .from(estimateTemplate)
      .where(and(visible(scope), gt(changeNumber, above), lte(changeNumber, upTo)))
      .orderBy(order === "oldestFirst" ? asc(changeNumber) : desc(changeNumber))
      .limit(limit);
  },

  /** Held until the transaction ends, so that what is decided about it stays true. */
  hold: async (scope: CompanyScope, id: number): Promise<TemplateRow | undefined> =>
    (await scope.db.select().from(estimateTemplate).where(one(scope, id)).for("no key update"))[0],

  /** How many one owner has, null for the company. Other transactions that add one wait until this one ends. */
  async countForAdding({ db, companyId }: CompanyScope, ownerId: number | null): Promise<number> {
    await db.execute(
      sql`select pg_advisory_xact_lock(hashtext('ridgebook templates'), hashtext(${String(companyId)}))`,
    );
    const { ownerId: owner } = estimateTemplate;
    return db.$count(
      estimateTemplate,
      and(eq(estimateTemplate.companyId, companyId), ownerId === null ? isNull(owner) : eq(owner, ownerId)),
    );
  },

  async add(
    { db, companyId }: CompanyScope,
    values: EstimateTemplateInput & { ownerId: number | null; madeBy: string; createdTime: Date },
  ): Promise<TemplateRow> {
    const [row] = await db
      .insert(estimateTemplate)
      .values({ companyId, ...values })
      .returning();
    if (!row) throw new Error("The template was not inserted.");
    return row;
  },

  async rename(scope: CompanyScope, id: number, name: string): Promise<TemplateRow> {
    const [row] = await scope.db.update(estimateTemplate).set({ name }).where(one(scope, id)).returning();
    if (!row) throw new Error("A template was held for a change and is not there.");
    return row;
  },

  async remove(scope: CompanyScope, id: number): Promise<void> {
    await scope.db.delete(estimateTemplate).where(one(scope, id));
  },
};
