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

type Begun =
  | { readonly kind: "renewed"; readonly grant: GrantRow }
  | { readonly kind: "leased" }
  | { readonly kind: "mine"; readonly grant: GrantRow; readonly leaseId: string; readonly refreshToken: string };

export interface RenewOrder {
  readonly companyId: CompanyId;
  readonly provider: Provider;
  /** The grant that is of no use any more; where a newer one is there already, that is the answer. */
  readonly former: Pick<GrantRow, "grantId" | "version">;
  /** In epoch milliseconds: who waits for another process's renewal gives up then. */
  readonly deadline: number;
}

export type Renew = (order: RenewOrder) => Promise<GrantRow>;

/** Makes the function that renews a grant. Throws ProviderFailure. A renewal that fails leaves the grant as it is. */
export function createRenewal({
  database,
  grants,
  now,
}: {
  database: Database;
  grants: GrantRepository;
  now: () => Date;
}): Renew {
  const begin = ({ companyId, provider, former }: RenewOrder): Promise<Begun> =>
    database.inCompany({ companyId }, async (scope): Promise<Begun> => {
      const held = await grants.hold(scope, provider.id);
      if (!held) throw new ProviderFailure("notConnected");
      const { grant, isLeased } = held;
      if (grant.grantId !== former.grantId || grant.version !== former.version) return { kind: "renewed", grant };
      if (grant.state === "reconnectNeeded") throw new ProviderFailure("reconnectNeeded");
      if (isLeased) return { kind: "leased" };
      const leaseId = randomUUID();
      await grants.lease(scope, grant, { leaseId, ms: LEASE_MS });
      return { kind: "mine", grant, leaseId, refreshToken: grants.open(scope, grant, "refresh_token") };
    });

  async function askProvider(
    { companyId, provider }: RenewOrder,
    { grant, leaseId, refreshToken }: Extract<Begun, { kind: "mine" }>,
  ): Promise<Tokens> {
    try {
      return await siteOf(provider, grant).renew(refreshToken);
    } catch (error) {
      await database.inCompany({ companyId }, (scope) =>
        error instanceof ProviderFailure && error.failure === "reconnectNeeded"
          ? grants.needReconnect(scope, grant)
          : grants.endLease(scope, grant, leaseId),
      );
      throw error;
    }
  }

  async function renewOnce(order: RenewOrder): Promise<GrantRow> {
    const { companyId, provider, deadline } = order;
    for (;;) {
      const begun = await begin(order);
      if (begun.kind === "renewed") return begun.grant;
      if (begun.kind === "leased") {
        if (Date.now() + POLL_MS > deadline) throw new ProviderFailure("timedOut");
        await sleep(POLL_MS * (0.5 + Math.random()));
        continue;
      }
      const tokens = await askProvider(order, begun);
      // Before anybody uses the access token: with that, a provider may end the former refresh token.
      const stored = await database.inCompany({ companyId }, async (scope) => {
        const renewed = await grants.renew(scope, begun.grant, { tokens, now: now() });
        return renewed ?? (await grants.find(scope, provider.id));
      });
      // Disconnected meanwhile: what the provider gave is thrown away.
      if (!stored) throw new ProviderFailure("notConnected");
      return stored;
    }
  }

  /** Calls of this process that find the same token of no use share one renewal, and one row of the pool. */
  const running = new Map<string, Promise<GrantRow>>();
  return (order) => {
    const { companyId, provider, former } = order;
    const key = [companyId, provider.id, former.grantId, former.version].join(" ");
    const shared = running.get(key);
    if (shared) return shared;
    const renewing = renewOnce(order).finally(() => running.delete(key));
    running.set(key, renewing);
    return renewing;
  };
}
