import type { ConnectedProvider } from "@ridgebook/contract";
import { and, eq, inArray, lt } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { connectionCache } from "#database/schema/connection-tables.ts";
import { holdGrantId } from "./grant-repository.ts";

/** Identifies a provider's response. */
export interface CacheKey {
  readonly provider: ConnectedProvider;
  readonly call: string;
  readonly parameters: string;
}

export interface CachedReply {
  readonly reply: unknown;
  readonly stamp: string;
  readonly fetchedTime: Date;
}

const own = ({ companyId }: CompanyScope, { provider, call, parameters }: CacheKey) =>
  and(
    eq(connectionCache.companyId, companyId),
    eq(connectionCache.provider, provider),
    eq(connectionCache.call, call),
    eq(connectionCache.parameters, parameters),
  );
const ofProvider = ({ companyId }: CompanyScope, provider: ConnectedProvider) =>
  and(eq(connectionCache.companyId, companyId), eq(connectionCache.provider, provider));

export const cacheRepository = {
  async find(scope: CompanyScope, key: CacheKey): Promise<CachedReply | undefined> {
    const [row] = await scope.db.select().from(connectionCache).where(own(scope, key));
    return row && { reply: JSON.parse(row.reply) as unknown, stamp: row.stamp, fetchedTime: row.fetchedTime };
  },

  /** Caches a response, unless its grant has ended. */
  async keep(
    scope: CompanyScope,
    key: CacheKey,
    { reply, stamp, fetchedTime, grantId }: CachedReply & { grantId: string },
  ): Promise<void> {
    if ((await holdGrantId(scope, key.provider)) !== grantId) return;
    const values = { reply: JSON.stringify(reply), stamp, fetchedTime };
    await scope.db
      .insert(connectionCache)
      .values({ ...key, ...values, companyId: scope.companyId })
      .onConflictDoUpdate({
        target: [connectionCache.companyId, connectionCache.provider, connectionCache.call, connectionCache.parameters],
        set: values,
      });
  },

  async remove(scope: CompanyScope, key: CacheKey): Promise<void> {
    await scope.db.delete(connectionCache).where(own(scope, key));
  },

  async clear(scope: CompanyScope, provider: ConnectedProvider): Promise<void> {
    await scope.db.delete(connectionCache).where(ofProvider(scope, provider));
  },

  count: (scope: CompanyScope, provider: ConnectedProvider, calls: readonly string[]): Promise<number> =>
    scope.db.$count(connectionCache, and(ofProvider(scope, provider), inArray(connectionCache.call, [...calls]))),
};

/** Removes cached responses of a call older than `before`. */
export async function removeOldReplies(
  scope: CompanyScope,
  { provider, call, before }: Pick<CacheKey, "provider" | "call"> & { before: Date },
): Promise<void> {
  await scope.db
    .delete(connectionCache)
    .where(and(ofProvider(scope, provider), eq(connectionCache.call, call), lt(connectionCache.fetchedTime, before)));
}
