import { and, eq, sql } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { credential } from "#database/schema/settings-tables.ts";

export type CredentialRow = typeof credential.$inferSelect;
type Values = Pick<CredentialRow, "name" | "userName" | "modifiedTime">;

const own = (scope: CompanyScope, id: number) => and(eq(credential.companyId, scope.companyId), eq(credential.id, id));

export const credentialRepository = {
  list: (scope: CompanyScope): Promise<CredentialRow[]> =>
    scope.db
      .select()
      .from(credential)
      .where(eq(credential.companyId, scope.companyId))
      .orderBy(sql`lower(${credential.name})`, credential.id),

  find: async (scope: CompanyScope, id: number): Promise<CredentialRow | undefined> =>
    (await scope.db.select().from(credential).where(own(scope, id)))[0],

  /** `seal` gets the id, which the ciphertext is bound to. */
  async add(scope: CompanyScope, values: Values, seal: (id: number) => string): Promise<CredentialRow> {
    const { companyId, userId: modifiedBy = null, db } = scope;
    const [added] = await db
      .insert(credential)
      .values({ ...values, companyId, modifiedBy, secret: "" })
      .returning({ id: credential.id });
    if (!added) throw new Error("The credential was not inserted.");
    const [row] = await db
      .update(credential)
      .set({ secret: seal(added.id) })
      .where(own(scope, added.id))
      .returning();
    if (!row) throw new Error("The credential was not sealed.");
    return row;
  },

  /** Undefined if the credential does not exist. Without a secret, the stored one stays. */
  async change(
    scope: CompanyScope,
    id: number,
    values: Values & { secret?: string },
  ): Promise<CredentialRow | undefined> {
    const [row] = await scope.db
      .update(credential)
      .set({ ...values, modifiedBy: scope.userId ?? null })
      .where(own(scope, id))
      .returning();
    return row;
  },

  /** Undefined if it does not exist. */
  async remove(scope: CompanyScope, id: number): Promise<{ name: string } | undefined> {
    const [removed] = await scope.db.delete(credential).where(own(scope, id)).returning({ name: credential.name });
    return removed;
  },
};
