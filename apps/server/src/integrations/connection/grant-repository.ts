import type { ConnectedProvider, ConnectionFailure } from "@ridgebook/contract";
import { and, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { connectionGrant } from "#database/schema/connection-tables.ts";
import { SecretsError, type SecretBox } from "#secrets/secret-box.ts";
import { connectionTokenPlace, type ConnectionTokenColumn } from "#secrets/secret-places.ts";
import type { Tokens } from "./provider.ts";

export type GrantRow = typeof connectionGrant.$inferSelect;

const own = ({ companyId }: CompanyScope, provider: ConnectedProvider) =>
  and(eq(connectionGrant.companyId, companyId), eq(connectionGrant.provider, provider));
/** Matches this grant, not a newer one. */
const same = (scope: CompanyScope, { provider, grantId }: Pick<GrantRow, "provider" | "grantId">) =>
  and(own(scope, provider), eq(connectionGrant.grantId, grantId));

const BREAKING: readonly ConnectionFailure[] = ["timedOut", "unavailable", "unreadable", "certificate"];
const BREAKER_AFTER = 5;
const BREAKER_MS = 30_000;
/** Limits how often success is recorded while nothing fails. */
const SUCCESS_NOTED_MS = 30_000;
/** An access token is renewed this long before it expires, or at three quarters of its life. */
const EARLY_MS = 180_000;

function accessEndOf({ lastsSeconds }: Tokens, now: Date): Date {
  const lastsMs = lastsSeconds * 1000;
  return new Date(now.getTime() + lastsMs - Math.min(EARLY_MS, lastsMs / 4));
}

/** The company's current grant id, locked until the transaction ends, so that nothing derived from it is stored after it ends. */
export async function holdGrantId(scope: CompanyScope, provider: ConnectedProvider): Promise<string | undefined> {
  return (await holdGrant(scope, provider))?.grantId;
}

/** Like `holdGrantId`, with the account's name and location. */
export async function holdGrant(
  scope: CompanyScope,
  provider: ConnectedProvider,
): Promise<Pick<GrantRow, "grantId" | "isRehearsal" | "accountLabel" | "details"> | undefined> {
  const { grantId, isRehearsal, accountLabel, details } = connectionGrant;
  const [row] = await scope.db
    .select({ grantId, isRehearsal, accountLabel, details })
    .from(connectionGrant)
    .where(own(scope, provider))
    .for("key share");
  return row;
}

/** The provider renamed the account. */
export async function noteAccountLabel(
  scope: CompanyScope,
  { provider, grantId, accountLabel }: Pick<GrantRow, "provider" | "grantId" | "accountLabel">,
): Promise<void> {
  await scope.db.update(connectionGrant).set({ accountLabel }).where(same(scope, { provider, grantId }));
}

/** Missing keys of a call's response, by our names. */
interface ReadAnswer {
  readonly call: string;
  readonly missing: readonly string[];
}
/** The newest response of each call counts. */
const withAnswer = ({ call, missing }: ReadAnswer) =>
  missing.length > 0
    ? sql`${connectionGrant.missingKeys} || ${JSON.stringify({ [call]: missing })}::jsonb`
    : sql`${connectionGrant.missingKeys} - ${call}::text`;

/** The grants of companies. Only `renewal.ts` and the consent write tokens. */
export function grantRepository(secrets: SecretBox) {
  const seal = (scope: CompanyScope, provider: ConnectedProvider, column: ConnectionTokenColumn, token: string) =>
    secrets.seal(token, connectionTokenPlace(scope.companyId, provider, column));

  return {
    find: async (scope: CompanyScope, provider: ConnectedProvider): Promise<GrantRow | undefined> =>
      (await scope.db.select().from(connectionGrant).where(own(scope, provider)))[0],

    /** Locked until the transaction ends; with the lease's state. */
    async hold(
      scope: CompanyScope,
      provider: ConnectedProvider,
    ): Promise<{ grant: GrantRow; isLeased: boolean } | undefined> {
      const [row] = await scope.db
        .select({
          grant: connectionGrant,
          isLeased: sql<boolean>`coalesce(${connectionGrant.leaseEndsTime} > clock_timestamp(), false)`,
        })
        .from(connectionGrant)
        .where(own(scope, provider))
        .for("no key update");
      return row;
    },

    /**
     * A decrypted token; undefined if its key is missing on this server. The grant is kept: another server may have the key, or the company
     * reconnects.
     */
    open(scope: CompanyScope, grant: GrantRow, column: ConnectionTokenColumn): string | undefined {
      const stored = column === "refresh_token" ? grant.refreshToken : grant.accessToken;
      try {
        return secrets.open(stored, connectionTokenPlace(scope.companyId, grant.provider, column));
      } catch (error) {
        if (error instanceof SecretsError) return undefined;
        throw error;
      }
    },

    async replace(
      scope: CompanyScope,
      {
        provider,
        tokens,
        ...given
      }: Pick<GrantRow, "provider" | "grantId" | "isRehearsal" | "connectedByName"> & {
        connectedBy: number | null;
        connectedTime: Date;
        callsLeft: number;
        tokens: Tokens & { refreshToken: string };
      },
    ): Promise<void> {
      const { companyId, db } = scope;
      // Of two simultaneous consents, the later one wins.
      await db.execute(
        sql`select pg_advisory_xact_lock(hashtext(${`ridgebook ${provider}`}), hashtext(${String(companyId)}))`,
      );
      await db.delete(connectionGrant).where(own(scope, provider));
      await db.insert(connectionGrant).values({
        ...given,
        companyId,
        provider,
        state: "connected",
        refreshToken: seal(scope, provider, "refresh_token", tokens.refreshToken),
        accessToken: seal(scope, provider, "access_token", tokens.accessToken),
        accessEndsTime: accessEndOf(tokens, given.connectedTime),
        accountLabel: tokens.accountLabel,
        details: tokens.details ?? {},
        callsTime: given.connectedTime,
        lastSuccessTime: given.connectedTime,
      });
    },

    remove: async (scope: CompanyScope, provider: ConnectedProvider): Promise<GrantRow | undefined> =>
      (await scope.db.delete(connectionGrant).where(own(scope, provider)).returning())[0],

    /** Leases the grant: no other process renews it for `ms`. */
    async lease(scope: CompanyScope, grant: GrantRow, { leaseId, ms }: { leaseId: string; ms: number }): Promise<void> {
      await scope.db
        .update(connectionGrant)
        .set({ leaseId, leaseEndsTime: sql`clock_timestamp() + make_interval(secs => ${ms / 1000})` })
        .where(same(scope, grant));
    },

    async endLease(scope: CompanyScope, grant: GrantRow, leaseId: string): Promise<void> {
      await scope.db
        .update(connectionGrant)
        .set({ leaseId: null, leaseEndsTime: null })
        .where(and(same(scope, grant), eq(connectionGrant.leaseId, leaseId)));
    },

    /**
     * Stores a renewal of exactly this grant and version; undefined if it was replaced. The lease does not matter: the provider answered
     * this renewal, so its tokens are the newest.
     */
    async renew(
      scope: CompanyScope,
      grant: GrantRow,
      { tokens, now }: { tokens: Tokens; now: Date },
    ): Promise<GrantRow | undefined> {
      const { provider } = grant;
      const [row] = await scope.db
        .update(connectionGrant)
        .set({
          version: grant.version + 1,
          state: "connected",
          ...(tokens.refreshToken !== undefined && {
            refreshToken: seal(scope, provider, "refresh_token", tokens.refreshToken),
          }),
          accessToken: seal(scope, provider, "access_token", tokens.accessToken),
          accessEndsTime: accessEndOf(tokens, now),
          ...(tokens.accountLabel !== "" && { accountLabel: tokens.accountLabel }),
          ...(tokens.details && { details: tokens.details }),
          renewedTime: now,
          leaseId: null,
          leaseEndsTime: null,
        })
        .where(and(same(scope, grant), eq(connectionGrant.version, grant.version)))
        .returning();
      return row;
    },

    /** Marks this version of the grant as unusable; false if there is a newer one. */
    async needReconnect(scope: CompanyScope, grant: GrantRow): Promise<boolean> {
      const { rowCount } = await scope.db
        .update(connectionGrant)
        .set({ state: "reconnectNeeded", leaseId: null, leaseEndsTime: null })
        .where(and(same(scope, grant), eq(connectionGrant.version, grant.version)));
      return rowCount === 1;
    },

    async takeCall(
      scope: CompanyScope,
      grant: GrantRow,
      values: { callsLeft: number; callsTime: Date; breakerEndsTime: Date | null },
    ): Promise<void> {
      await scope.db.update(connectionGrant).set(values).where(same(scope, grant));
    },

    /** @param answer undefined if none was read, such as "not found" */
    async noteSuccess(scope: CompanyScope, grant: GrantRow, now: Date, answer?: ReadAnswer): Promise<void> {
      const { lastSuccessTime, failuresInRow, breakerEndsTime } = connectionGrant;
      const isNews = or(
        sql`${failuresInRow} > 0`,
        isNotNull(breakerEndsTime),
        isNull(lastSuccessTime),
        lt(lastSuccessTime, new Date(now.getTime() - SUCCESS_NOTED_MS)),
        answer && sql`${withAnswer(answer)} <> ${connectionGrant.missingKeys}`,
      );
      await scope.db
        .update(connectionGrant)
        .set({
          lastSuccessTime: now,
          failuresInRow: 0,
          breakerEndsTime: null,
          ...(answer && { missingKeys: withAnswer(answer) }),
        })
        .where(and(same(scope, grant), isNews));
    },

    async noteFailure(
      scope: CompanyScope,
      grant: GrantRow,
      {
        failure,
        waitMs,
        now,
        answer,
      }: { failure: ConnectionFailure; waitMs: number | undefined; now: Date; answer?: ReadAnswer },
    ): Promise<void> {
      const isBreaking = BREAKING.includes(failure);
      const inRow = isBreaking ? sql`${connectionGrant.failuresInRow} + 1` : sql`0`;
      const breaksUntil = new Date(now.getTime() + BREAKER_MS).toISOString();
      await scope.db
        .update(connectionGrant)
        .set({
          lastFailureTime: now,
          lastFailure: failure,
          failuresInRow: inRow,
          breakerEndsTime: sql`case when ${inRow} >= ${BREAKER_AFTER} then ${breaksUntil}::timestamptz end`,
          ...(waitMs !== undefined && { restsUntil: new Date(now.getTime() + waitMs) }),
          // Other failures say nothing about responses.
          ...(answer && answer.missing.length > 0 && { missingKeys: withAnswer(answer) }),
        })
        .where(same(scope, grant));
    },
  };
}
export type GrantRepository = ReturnType<typeof grantRepository>;
