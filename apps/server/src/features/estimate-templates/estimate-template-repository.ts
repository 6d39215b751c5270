import type { EstimateTemplateInput } from "@ridgebook/contract";
import { and, count, eq, isNull, or, sql } from "drizzle-orm";
import { changesIn, type ChangeRange } from "#database/change-feed.ts";
import type { CompanyScope } from "#database/company-scope.ts";
import { estimateTemplate } from "#database/schema/estimate-template-table.ts";

export type TemplateRow = typeof estimateTemplate.$inferSelect;

/** Company templates and the caller's own. No call returns another person's templates. */
const visible = ({ companyId, userId }: CompanyScope) =>
  and(
    eq(estimateTemplate.companyId, companyId),
    userId === undefined
      ? isNull(estimateTemplate.ownerId)
      : or(isNull(estimateTemplate.ownerId), eq(estimateTemplate.ownerId, userId)),
  );

const one = (scope: CompanyScope, id: number) => and(visible(scope), eq(estimateTemplate.id, id));

const ofOwner = (ownerId: number | null) =>
  ownerId === null ? isNull(estimateTemplate.ownerId) : eq(estimateTemplate.ownerId, ownerId);

export const estimateTemplateRepository = {
  list: (scope: CompanyScope): Promise<TemplateRow[]> =>
    scope.db
      .select()
      .from(estimateTemplate)
      .where(visible(scope))
      .orderBy(sql`lower(${estimateTemplate.name})`, estimateTemplate.id),

  readChanged: (scope: CompanyScope, range: ChangeRange): Promise<TemplateRow[]> => {
    const { isChanged, byChange } = changesIn(estimateTemplate.changeNumber, range);
    return scope.db
      .select()
      .from(estimateTemplate)
      .where(and(visible(scope), isChanged))
      .orderBy(byChange)
      .limit(range.limit);
  },

  /** Locked until the transaction ends. */
  hold: async (scope: CompanyScope, id: number): Promise<TemplateRow | undefined> =>
    (await scope.db.select().from(estimateTemplate).where(one(scope, id)).for("no key update"))[0],

  /** Counts one owner's templates and their lines; null is the company. Concurrent additions wait until this transaction ends. */
  async countForAdding(
    { db, companyId }: CompanyScope,
    ownerId: number | null,
  ): Promise<{ templates: number; lines: number }> {
    await db.execute(
      sql`select pg_advisory_xact_lock(hashtext('ridgebook templates'), hashtext(${String(companyId)}))`,
    );
    const lines = sql`jsonb_array_length(${estimateTemplate.content} -> 'lines')`;
    const [counted] = await db
      .select({ templates: count(), lines: sql<string>`coalesce(sum(${lines}), 0)` })
      .from(estimateTemplate)
      .where(and(eq(estimateTemplate.companyId, companyId), ofOwner(ownerId)));
    return { templates: counted?.templates ?? 0, lines: Number(counted?.lines ?? 0) };
  },

  /** The owner's template with the same name and content. */
  findSame: async (
    { db, companyId }: CompanyScope,
    { ownerId, name, content }: EstimateTemplateInput & { ownerId: number | null },
  ): Promise<TemplateRow | undefined> =>
    (
      await db
        .select()
        .from(estimateTemplate)
        .where(
          and(
            eq(estimateTemplate.companyId, companyId),
            ofOwner(ownerId),
            eq(estimateTemplate.name, name),
            sql`${estimateTemplate.content} = ${JSON.stringify(content)}::jsonb`,
          ),
        )
        .limit(1)
    )[0],

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
