import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { CompanyId } from "@ridgebook/contract";
import type { Database } from "#database/database.ts";
import type { GrantRepository, GrantRow } from "./grant-repository.ts";
import { ProviderFailure, siteOf, type Provider, type Tokens } from "./provider.ts";

/*
 * One renewal at a time for all processes (decision 0090). The lease is a row with an end and not a lock, so that neither a connection to
 * the database nor a transaction is held while the provider is called.
 */

/** Longer than the provider's token call may take, so that a lease ends by itself only where its process died. */
const LEASE_MS = 30_000;
const POLL_MS = 100;
/** What a provider gave is tried to be stored for so long: a rotated refresh token is nowhere else. */
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
  /** The grant that is of no use any more; where a newer one is there already, that is the answer. */
  readonly former: Pick<GrantRow, "grantId" | "version">;
  /** In epoch milliseconds: who waits for another process's renewal gives up then. */
  readonly deadline: number;
}

/** Throws ProviderFailure. A renewal that fails leaves the grant as it is. */
export type Renew = (order: RenewOrder) => Promise<GrantRow>;

interface Renewal {
  readonly renew: Renew;
  /** Resolves once what this process renews is stored: a database that is closed before takes a permission with it. */
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

  /** The new tokens; or the grant that another process stored meanwhile, which is why the provider refused this one. */
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

  /** Tried again and again, whatever the database says: nothing else knows these tokens. */
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
      // Before anybody uses the access token: with that, a provider may end the previous refresh token.
      const stored = await store(order, { grant: begun.grant, tokens: answer.tokens });
      // Disconnected meanwhile: what the provider gave is thrown away.
      if (!stored) throw new ProviderFailure("notConnected");
      return stored;
    }
  }

  /** Calls of this process that find the same token of no use share one renewal, and one row of the pool. */
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
