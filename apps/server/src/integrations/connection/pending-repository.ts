import { createHash } from "node:crypto";
import type { ConnectedProvider } from "@ridgebook/contract";
import { and, desc, eq, lt, notInArray } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { connectionPending } from "#database/schema/connection-tables.ts";

/** The time limit for a provider's consent page. */
const PENDING_MS = 600_000;
/** Per login session and provider: each page view creates one, in several tabs too. */
const MAX_PENDING = 20;

type PendingRow = typeof connectionPending.$inferSelect;

const hashState = (state: string): string => createHash("sha256").update(state).digest("hex");
const ofSession = (scope: CompanyScope, { sessionId, provider }: Pick<PendingRow, "sessionId" | "provider">) =>
  and(
    eq(connectionPending.companyId, scope.companyId),
    eq(connectionPending.sessionId, sessionId),
    eq(connectionPending.provider, provider),
  );

interface Begun {
  readonly state: string;
  readonly now: Date;
}

export const pendingRepository = {
  /** Only the state's hash is stored. */
  async begin(
    scope: CompanyScope,
    { now, state, ...given }: Pick<PendingRow, "sessionId" | "provider" | "isRehearsal" | "verifier"> & Begun,
  ): Promise<void> {
    const { companyId, db } = scope;
    const endsTime = new Date(now.getTime() + PENDING_MS);
    await db.insert(connectionPending).values({ ...given, companyId, stateHash: hashState(state), endsTime });
    const newest = db
      .select({ stateHash: connectionPending.stateHash })
      .from(connectionPending)
      .where(ofSession(scope, given))
      .orderBy(desc(connectionPending.endsTime))
      .limit(MAX_PENDING);
    await db
      .delete(connectionPending)
      .where(and(ofSession(scope, given), notInArray(connectionPending.stateHash, newest)));
  },

  /** Uses up the session's own authorization; undefined if it is unknown, another session's, used or expired. */
  async take(
    scope: CompanyScope,
    { state, sessionId, provider, now }: { state: string; sessionId: string; provider: ConnectedProvider; now: Date },
  ): Promise<PendingRow | undefined> {
    const [row] = await scope.db
      .delete(connectionPending)
      .where(and(ofSession(scope, { sessionId, provider }), eq(connectionPending.stateHash, hashState(state))))
      .returning();
    return row && row.endsTime > now ? row : undefined;
  },

  async removeAll(scope: CompanyScope, provider: ConnectedProvider): Promise<void> {
    await scope.db
      .delete(connectionPending)
      .where(and(eq(connectionPending.companyId, scope.companyId), eq(connectionPending.provider, provider)));
  },
};

export async function removeOldPending(scope: CompanyScope, now: Date): Promise<void> {
  await scope.db
    .delete(connectionPending)
    .where(and(eq(connectionPending.companyId, scope.companyId), lt(connectionPending.endsTime, now)));
}
