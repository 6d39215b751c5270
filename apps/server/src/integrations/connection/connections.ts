import { randomUUID } from "node:crypto";
import { Problem, type ActivityAction, type ConnectionAccount, type ConnectionFailure } from "@ridgebook/contract";
import type { Logger } from "pino";
import type { CompanyScope } from "#database/company-scope.ts";
import type { Database } from "#database/database.ts";
import type { CompanyStepsContext } from "#http/handlers.ts";
import { actorOf, noteActivity } from "#http/note-activity.ts";
import type { SecretBox } from "#secrets/secret-box.ts";
import { cacheRepository } from "./cache-repository.ts";
import { describeAccount } from "./describe-account.ts";
import { grantRepository } from "./grant-repository.ts";
import { pendingRepository } from "./pending-repository.ts";
import { createProviderCalls, type ReadFromProvider } from "./provider-calls.ts";
import { ProviderFailure, siteOf, type Provider } from "./provider.ts";
import { createRenewal } from "./renewal.ts";

/** A renewal that an admin asks for waits so long for one that runs already. */
const ASKED_RENEWAL_WITHIN_MS = 20_000;

export const providerFailed = (failure: ConnectionFailure): Problem =>
  new Problem("providerFailed", { errors: { provider: [failure] } });

/** Turns what a provider's failure means into the problem of the contract. */
export async function asProblem<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ProviderFailure ? providerFailed(error.failure) : error;
  }
}

type Who = Pick<CompanyStepsContext, "session" | "caller" | "companyId" | "transact">;

/** What every connection does alike, whatever its provider. */
export interface Connections {
  readonly read: ReadFromProvider;
  account(who: Who, provider: Provider, countedCalls: readonly string[]): Promise<ConnectionAccount>;
  /** Ends what a consent page began. Raises connectionStale, providerFailed. */
  connect(who: Who, provider: Provider, consent: { code: string; state: string }): Promise<void>;
  /** Renews at once. Raises providerFailed. */
  renewNow(who: Pick<Who, "companyId">, provider: Provider): Promise<void>;
  /** Whether there was a connection. The provider is not asked, so that it works while that is down. */
  disconnect(who: Who, provider: Provider): Promise<boolean>;
  /** Resolves once nothing is renewed any more; to be waited for before the database is closed. */
  readonly settled: () => Promise<void>;
}

export function createConnections({
  database,
  secrets,
  now,
  logger,
  sleep,
}: {
  database: Database;
  secrets: SecretBox;
  now: () => Date;
  logger: Logger;
  /** Another one only in tests. */
  sleep?: (ms: number) => Promise<unknown>;
}): Connections {
  const grants = grantRepository(secrets);
  const { renew, settled } = createRenewal({ database, grants, now });
  const read = createProviderCalls({ database, grants, renew, now, logger, ...(sleep && { sleep }) });

  const note = (
    scope: CompanyScope,
    { session, caller }: Who,
    act: { action: ActivityAction; provider: Provider; details?: Record<string, unknown> },
  ): Promise<void> =>
    noteActivity(scope, {
      companyId: scope.companyId,
      by: actorOf(session, caller),
      acts: [
        {
          ...{ kind: "secrets", action: act.action, subject: "connection", subjectName: act.provider.name },
          ...(act.details && { details: act.details }),
        },
      ],
    });

  /** The links to the consent pages; each look at the account begins anew, as only hashes of the states are stored. */
  async function consentLinks(
    scope: CompanyScope,
    { session, provider }: { session: Who["session"]; provider: Provider },
  ) {
    const linkTo = async (site: Provider["site"] | Provider["rehearsal"]): Promise<string | null> => {
      if (!site) return null;
      const { sessionId } = session;
      const pending = { sessionId, provider: provider.id, isRehearsal: site.isRehearsal, now: now() };
      return site.authorizeUrl(await pendingRepository.begin(scope, pending));
    };
    return { authorizeUrl: await linkTo(provider.site), rehearsalUrl: await linkTo(provider.rehearsal) };
  }

  return {
    read,
    settled,

    account: (who, provider, countedCalls) =>
      who.transact(async (scope) => {
        const stored = await grants.find(scope, provider.id);
        // Without the key for it, another permission is a way out.
        const isReadable = stored && grants.open(scope, stored, "refresh_token") !== undefined;
        const grant = stored && !isReadable ? ({ ...stored, state: "reconnectNeeded" } as const) : stored;
        const links =
          grant?.state === "connected"
            ? { authorizeUrl: null, rehearsalUrl: null }
            : await consentLinks(scope, { session: who.session, provider });
        const cachedCount = await cacheRepository.count(scope, provider.id, countedCalls);
        return describeAccount({ provider, grant, cachedCount, ...links });
      }),

    async connect(who, provider, { code, state }) {
      const { sessionId, user } = who.session;
      const pending = await who.transact((scope) =>
        pendingRepository.take(scope, { state, sessionId, provider: provider.id, now: now() }),
      );
      if (!pending) throw new Problem("connectionStale");
      const exchanging = async () => siteOf(provider, pending).exchange(code);
      const tokens = await asProblem(exchanging()).catch((error: unknown) => {
        // The code, and no grant, was not accepted.
        const isCodeStale = error instanceof Problem && error.details.errors?.["provider"]?.[0] === "reconnectNeeded";
        throw isCodeStale ? new Problem("connectionStale") : error;
      });
      const { refreshToken } = tokens;
      if (refreshToken === undefined) throw providerFailed("unreadable");
      const { isRehearsal } = pending;
      await who.transact(async (scope) => {
        // Answers of another account mean nothing here.
        await cacheRepository.clear(scope, provider.id);
        await grants.replace(scope, {
          ...{ provider: provider.id, grantId: randomUUID(), isRehearsal, tokens: { ...tokens, refreshToken } },
          ...{ connectedBy: user.id, connectedByName: `${user.firstName} ${user.lastName}`.trim() || user.email },
          ...{ connectedTime: now(), callsLeft: provider.limit.atOnce },
        });
        await note(scope, who, { action: "added", provider, details: { isRehearsal } });
      });
    },

    async renewNow({ companyId }, provider) {
      const former = await database.inCompany({ companyId }, (scope) => grants.find(scope, provider.id));
      if (!former) throw providerFailed("notConnected");
      const renewal = renew({ companyId, provider, former, deadline: Date.now() + ASKED_RENEWAL_WITHIN_MS });
      await asProblem(
        renewal.then(
          (grant) => database.inCompany({ companyId }, (scope) => grants.noteSuccess(scope, grant, now())),
          async (error: unknown) => {
            if (error instanceof ProviderFailure)
              await database.inCompany({ companyId }, (scope) =>
                grants.noteFailure(scope, former, { failure: error.failure, waitMs: error.waitMs, now: now() }),
              );
            throw error;
          },
        ),
      );
    },

    disconnect: (who, provider) =>
      who.transact(async (scope) => {
        const removed = await grants.remove(scope, provider.id);
        await pendingRepository.removeAll(scope, provider.id);
        await cacheRepository.clear(scope, provider.id);
        if (removed) await note(scope, who, { action: "removed", provider });
        return removed !== undefined;
      }),
  };
}
