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
/** The same permission, not one that was given since. */
const same = (scope: CompanyScope, { provider, grantId }: Pick<GrantRow, "provider" | "grantId">) =>
  and(own(scope, provider), eq(connectionGrant.grantId, grantId));

/** Failures that say that the provider, and not this call, has a problem. */
const BREAKING: readonly ConnectionFailure[] = ["timedOut", "unavailable", "unreadable", "certificate"];
const BREAKER_AFTER = 5;
const BREAKER_MS = 30_000;
/** How often at most a success is written down where nothing failed before. */
const SUCCESS_NOTED_MS = 30_000;
/** An access token counts as ended so long before it does, or a quarter of its life. */
const EARLY_MS = 180_000;

function accessEndOf({ lastsSeconds }: Tokens, now: Date): Date {
  const lastsMs = lastsSeconds * 1000;
  return new Date(now.getTime() + lastsMs - Math.min(EARLY_MS, lastsMs / 4));
}

/**
 * Which permission a company has at this moment. It stays until the transaction ends, so that what it brought is not kept behind its
 * end.
 */
export async function holdGrantId(scope: CompanyScope, provider: ConnectedProvider): Promise<string | undefined> {
  return (await holdGrant(scope, provider))?.grantId;
}

/** The same, with what the account is called and where it is. */
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

/** The provider calls the account otherwise since the permission was given. */
export async function noteAccountLabel(
  scope: CompanyScope,
  { provider, grantId, accountLabel }: Pick<GrantRow, "provider" | "grantId" | "accountLabel">,
): Promise<void> {
  await scope.db.update(connectionGrant).set({ accountLabel }).where(same(scope, { provider, grantId }));
}

/** What an answer of a call lacks, by our names for its keys. */
interface ReadAnswer {
  readonly call: string;
  readonly missing: readonly string[];
}
/** Of each call counts its newest answer. */
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

    /** Held until the transaction ends, and whether somebody renews it. */
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
     * A token in clear; undefined where it was sealed with a key that this server does not have. Another permission is a way out, and so
     * is the key, which other servers may have: the grant stays as it is.
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

    /** A new permission, instead of one that was there. */
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
      // Two consents may end in the same moment: the second one is the one that counts.
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

    /** Nobody else renews for so long. */
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
     * Stores what a renewal of this very grant and version brought; undefined where there is another one by now. Whoever holds the lease
     * does not matter: the provider answered this renewal, so its tokens are the newest.
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

    /** This version of the grant is of no use any more; false where there is a newer one by now. */
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

    /** @param answer left out where none was read, such as "not found" */
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
          ...{ lastSuccessTime: now, failuresInRow: 0, breakerEndsTime: null },
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
          ...{ lastFailureTime: now, lastFailure: failure, failuresInRow: inRow },
          breakerEndsTime: sql`case when ${inRow} >= ${BREAKER_AFTER} then ${breaksUntil}::timestamptz end`,
          ...(waitMs !== undefined && { restsUntil: new Date(now.getTime() + waitMs) }),
          // Other failures say nothing of what answers hold.
          ...(answer && answer.missing.length > 0 && { missingKeys: withAnswer(answer) }),
        })
        .where(same(scope, grant));
    },
  };
}
export type GrantRepository = ReturnType<typeof grantRepository>;
