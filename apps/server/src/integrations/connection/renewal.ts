import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { CompanyId } from "@ridgebook/contract";
import type { Database } from "#database/database.ts";
import type { GrantRepository, GrantRow } from "./grant-repository.ts";
import { ProviderFailure, siteOf, type Provider, type Tokens } from "./provider.ts";

/*
 * Renews a grant once at a time across all processes (decision 0090). The lease is an expiring row rather than a lock, so that no database
 * connection or transaction is held during the provider's call.
 */

/** Longer than the token call may take, so that a lease only expires if its process died. */
const LEASE_MS = 30_000;
const POLL_MS = 100;
/** How long storing is retried: a rotated refresh token exists nowhere else. */
const STORED_WITHIN_MS = 60_000;
const STORE_PAUSE_MS = 250;
const LONGEST_STORE_PAUSE_MS = 5_000;

type Begun =
  | { readonly kind: "renewed"; readonly grant: GrantRow }
  | { readonly kind: "leased" }
  | { readonly kind: "mine"; readonly grant: GrantRow; readonly leaseId: string; readonly refreshToken: string };

interface RenewOrder {
  readonly companyId: CompanyId;
  readonly provider: Provider;
  /** The stale grant; if a newer one exists, that is the result. */
  readonly former: Pick<GrantRow, "grantId" | "version">;
  /** In epoch milliseconds: the end of waiting for another process's renewal. */
  readonly deadline: number;
}

/** Throws ProviderFailure. A failed renewal leaves the grant unchanged. */
export type Renew = (order: RenewOrder) => Promise<GrantRow>;

interface Renewal {
  readonly renew: Renew;
  /** Resolves once this process's renewals are stored: closing the database earlier would lose a grant. */
  readonly settled: () => Promise<void>;
}

export function createRenewal({
  database,
  grants,
  now,
}: {
  database: Database;
  grants: GrantRepository;
  now: () => Date;
}): Renewal {
  const begin = ({ companyId, provider, former }: RenewOrder): Promise<Begun> =>
    database.inCompany({ companyId }, async (scope): Promise<Begun> => {
      const held = await grants.hold(scope, provider.id);
      if (!held) throw new ProviderFailure("notConnected");
      const { grant, isLeased } = held;
      if (grant.grantId !== former.grantId || grant.version !== former.version) return { kind: "renewed", grant };
      if (grant.state === "reconnectNeeded") throw new ProviderFailure("reconnectNeeded");
      if (isLeased) return { kind: "leased" };
      const refreshToken = grants.open(scope, grant, "refresh_token");
      if (refreshToken === undefined) throw new ProviderFailure("reconnectNeeded");
      const leaseId = randomUUID();
      await grants.lease(scope, grant, { leaseId, ms: LEASE_MS });
      return { kind: "mine", grant, leaseId, refreshToken };
    });

  /** The new tokens; or the grant that another process stored, which is why the provider rejected this one. */
  async function askProvider(
    { companyId, provider }: RenewOrder,
    { grant, leaseId, refreshToken }: Extract<Begun, { kind: "mine" }>,
  ): Promise<{ tokens: Tokens } | { newer: GrantRow }> {
    try {
      return { tokens: await siteOf(provider, grant).renew(refreshToken, grant.details) };
    } catch (error) {
      const newer = await database.inCompany({ companyId }, async (scope) => {
        const isEnded = error instanceof ProviderFailure && error.failure === "reconnectNeeded";
        if (isEnded) return (await grants.needReconnect(scope, grant)) ? undefined : grants.find(scope, provider.id);
        await grants.endLease(scope, grant, leaseId);
        return undefined;
      });
      if (newer?.state === "connected") return { newer };
      throw error;
    }
  }

  /** Retried on any database error: nothing else has these tokens. */
  async function store(
    { companyId, provider }: RenewOrder,
    { grant, tokens }: { grant: GrantRow; tokens: Tokens },
  ): Promise<GrantRow | undefined> {
    const givesUp = Date.now() + STORED_WITHIN_MS;
    for (let pauseMs = STORE_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_STORE_PAUSE_MS))
      try {
        return await database.inCompany({ companyId }, async (scope) => {
          const renewed = await grants.renew(scope, grant, { tokens, now: now() });
          return renewed ?? (await grants.find(scope, provider.id));
        });
      } catch (error) {
        if (Date.now() + pauseMs > givesUp) throw error;
        await sleep(pauseMs);
      }
  }

  async function renewOnce(order: RenewOrder): Promise<GrantRow> {
    const { deadline } = order;
    for (;;) {
      const begun = await begin(order);
      if (begun.kind === "renewed") return begun.grant;
      if (begun.kind === "leased") {
        if (Date.now() + POLL_MS > deadline) throw new ProviderFailure("timedOut");
        await sleep(POLL_MS * (0.5 + Math.random()));
        continue;
      }
      const answer = await askProvider(order, begun);
      if ("newer" in answer) return answer.newer;
      // Before using the access token, which may invalidate the old refresh token at some providers.
      const stored = await store(order, { grant: begun.grant, tokens: answer.tokens });
      // Disconnected in the meantime: discard the tokens.
      if (!stored) throw new ProviderFailure("notConnected");
      return stored;
    }
  }

  /** Calls of this process with the same stale token share one renewal and one connection. */
  const running = new Map<string, Promise<GrantRow>>();
  return {
    renew(order) {
      const { companyId, provider, former } = order;
      const key = [companyId, provider.id, former.grantId, former.version].join(" ");
      const shared = running.get(key);
      if (shared) return shared;
      const renewing = renewOnce(order).finally(() => running.delete(key));
      running.set(key, renewing);
      return renewing;
    },
    async settled() {
      await Promise.allSettled(running.values());
    },
  };
}
