import { createHash, randomBytes, randomUUID } from "node:crypto";
import { Problem, type ConnectionAccount, type ConnectionFailure, type SettingsFields } from "@ridgebook/contract";
import type { Logger } from "pino";
import type { CompanyScope } from "#database/company-scope.ts";
import type { Database } from "#database/database.ts";
import type { CompanyStepsContext } from "#http/handlers.ts";
import { noteActs, type Act } from "#http/note-activity.ts";
import type { SecretBox } from "#secrets/secret-box.ts";
import { pendingVerifierPlace } from "#secrets/secret-places.ts";
import { cacheRepository } from "./cache-repository.ts";
import { describeAccount } from "./describe-account.ts";
import { grantRepository, type GrantRow } from "./grant-repository.ts";
import { pendingRepository } from "./pending-repository.ts";
import { createProviderCalls, type CallProvider } from "./provider-calls.ts";
import { ProviderFailure, siteOf, type AccountDetails, type Provider } from "./provider.ts";
import { createRenewal } from "./renewal.ts";

/** How long an admin's renewal waits for a running one. */
const ASKED_RENEWAL_WITHIN_MS = 20_000;

export const providerFailed = (failure: ConnectionFailure): Problem =>
  new Problem("providerFailed", { errors: { provider: [failure] } });

/** Converts a provider's failure to a problem of the contract. */
export async function asProblem<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ProviderFailure ? providerFailed(error.failure) : error;
  }
}

type Who = Pick<CompanyStepsContext, "session" | "caller" | "companyId" | "transact">;

/** In the transaction of the scope. */
export type KeepSettings = (
  scope: CompanyScope,
  who: Pick<CompanyStepsContext, "session" | "caller">,
  values: Partial<SettingsFields>,
) => Promise<void>;

export interface Connections {
  readonly call: CallProvider;
  account(who: Who, provider: Provider, countedCalls: readonly string[]): Promise<ConnectionAccount>;
  /** Completes an authorization. Throws connectionStale, providerFailed. */
  connect(
    who: Who,
    provider: Provider,
    consent: { code: string; state: string; answer?: AccountDetails },
  ): Promise<void>;
  /** Renews immediately. Throws providerFailed. */
  renewNow(who: Pick<Who, "companyId">, provider: Provider): Promise<void>;
  connectedOf<Of extends Pick<Provider, "id">>(
    scope: CompanyScope,
    providers: readonly Of[],
  ): Promise<{ readonly provider: Of; readonly grant: GrantRow } | undefined>;
  /** A token of this scope alone, for the browser. Throws ProviderFailure. */
  pickerToken(who: Pick<Who, "companyId">, provider: Provider, scope: string): Promise<string>;
  /**
   * Returns whether a connection existed. Works while the provider is down; the grant is revoked there afterwards if the provider supports
   * it.
   */
  disconnect(who: Who, provider: Provider): Promise<boolean>;
  /** Resolves when no renewal is running; await it before closing the database. */
  readonly settled: () => Promise<void>;
}

/** What the routes of a provider are made with. */
export interface ProviderRoutes {
  readonly database: Database;
  readonly connections: Connections;
  readonly provider: Provider;
  readonly now: () => Date;
}

export function createConnections({
  database,
  keepSettings,
  secrets,
  now,
  logger,
  sleep,
}: {
  database: Database;
  /** Writes settings as an admin's change, with their Activity entry. */
  keepSettings: KeepSettings;
  secrets: SecretBox;
  now: () => Date;
  logger: Logger;
  /** Overridden in tests only. */
  sleep?: (ms: number) => Promise<unknown>;
}): Connections {
  const grants = grantRepository(secrets);
  const { renew, settled } = createRenewal({ database, grants, now });
  const call = createProviderCalls({ database, grants, renew, now, logger, ...(sleep && { sleep }) });

  const verifierPlace = ({ companyId }: Pick<CompanyScope, "companyId">, { id }: Provider) =>
    pendingVerifierPlace(companyId, id);

  const note = (
    scope: CompanyScope,
    { session, caller }: Who,
    { provider, ...act }: Pick<Act, "action" | "details"> & { provider: Pick<Provider, "name"> },
  ): Promise<void> =>
    noteActs({ scope, session, caller }, [
      { kind: "secrets", subject: "connection", subjectName: provider.name, ...act },
    ]);

  /** Links to the consent pages; each page view creates new ones, as only hashes of the states are stored. */
  async function consentLinks(
    scope: CompanyScope,
    { session, provider }: { session: Who["session"]; provider: Provider },
  ) {
    const linkTo = async (site: Provider["site"] | Provider["rehearsal"]): Promise<string | null> => {
      if (!site) return null;
      const { sessionId } = session;
      const state = randomBytes(32).toString("base64url");
      const verifier = site.usesPkce ? randomBytes(32).toString("base64url") : undefined;
      await pendingRepository.begin(scope, {
        sessionId,
        provider: provider.id,
        isRehearsal: site.isRehearsal,
        state,
        now: now(),
        verifier: verifier === undefined ? null : secrets.seal(verifier, verifierPlace(scope, provider)),
      });
      const challenge = verifier === undefined ? undefined : createHash("sha256").update(verifier).digest("base64url");
      return site.authorizeUrl({ state, challenge });
    };
    return { authorizeUrl: await linkTo(provider.site), rehearsalUrl: await linkTo(provider.rehearsal) };
  }

  const opened = (scope: CompanyScope, grant: GrantRow) => ({
    grant,
    refreshToken: grants.open(scope, grant, "refresh_token"),
  });

  /** Deletes a grant and everything derived from it. */
  async function end(scope: CompanyScope, who: Who, provider: Pick<Provider, "id" | "name">) {
    const removed = await grants.remove(scope, provider.id);
    await pendingRepository.removeAll(scope, provider.id);
    await cacheRepository.clear(scope, provider.id);
    if (removed) await note(scope, who, { action: "removed", provider });
    return removed && opened(scope, removed);
  }

  /** The grant is deleted here regardless of the provider's response. */
  async function revoke(
    provider: Provider,
    { grant, refreshToken }: { grant: GrantRow; refreshToken?: string | undefined },
  ) {
    if (refreshToken === undefined) return;
    try {
      await siteOf(provider, grant).revoke?.(refreshToken, grant.details);
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      logger.info(
        { provider: provider.id, failure: error.failure },
        "a permission could not be revoked at the provider",
      );
    }
  }

  return {
    call,
    settled,

    account: (who, provider, countedCalls) =>
      who.transact(async (scope) => {
        const stored = await grants.find(scope, provider.id);
        // Without its key, reconnecting is the way out.
        const isReadable = stored && grants.open(scope, stored, "refresh_token") !== undefined;
        const grant = stored && !isReadable ? ({ ...stored, state: "reconnectNeeded" } as const) : stored;
        const links =
          grant?.state === "connected"
            ? { authorizeUrl: null, rehearsalUrl: null }
            : await consentLinks(scope, { session: who.session, provider });
        const cachedCount = await cacheRepository.count(scope, provider.id, countedCalls);
        return describeAccount({ provider, grant, cachedCount, ...links });
      }),

    async connect(who, provider, { code, state, answer = {} }) {
      const { sessionId, user } = who.session;
      const pending = await who.transact((scope) =>
        pendingRepository.take(scope, { state, sessionId, provider: provider.id, now: now() }),
      );
      if (!pending) throw new Problem("connectionStale");
      const verifier =
        pending.verifier === null ? undefined : secrets.open(pending.verifier, verifierPlace(who, provider));
      const exchanging = async () => siteOf(provider, pending).exchange({ code, verifier, answer });
      const tokens = await asProblem(exchanging()).catch((error: unknown) => {
        // The code was rejected, not a grant.
        const isCodeStale = error instanceof Problem && error.details.errors?.["provider"]?.[0] === "reconnectNeeded";
        throw isCodeStale ? new Problem("connectionStale") : error;
      });
      const { refreshToken } = tokens;
      if (refreshToken === undefined) throw providerFailed("unreadable");
      const { isRehearsal } = pending;
      const former = await who.transact(async (scope) => {
        const replaced = await grants.find(scope, provider.id);
        const ended = replaced && provider.endsOneAlone ? opened(scope, replaced) : undefined;
        // Cached responses of another account are invalid.
        await cacheRepository.clear(scope, provider.id);
        await grants.replace(scope, {
          provider: provider.id,
          grantId: randomUUID(),
          isRehearsal,
          tokens: { ...tokens, refreshToken },
          connectedBy: user.id,
          connectedByName: `${user.firstName} ${user.lastName}`.trim() || user.email,
          connectedTime: now(),
          callsLeft: provider.limit.atOnce,
        });
        for (const other of provider.replaces ?? []) await end(scope, who, other);
        await keepSettings(scope, who, provider.settings.connected);
        await note(scope, who, { action: "added", provider, details: { isRehearsal } });
        return ended;
      });
      if (former) await revoke(provider, former);
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

    async connectedOf(scope, providers) {
      for (const provider of providers) {
        const grant = await grants.find(scope, provider.id);
        if (grant) return { provider, grant };
      }
      return undefined;
    },

    async pickerToken({ companyId }, provider, scope) {
      const { grant, refreshToken } = await database.inCompany({ companyId }, async (company) => {
        const found = await grants.find(company, provider.id);
        return { grant: found, refreshToken: found && grants.open(company, found, "refresh_token") };
      });
      if (!grant) throw new ProviderFailure("notConnected");
      if (grant.state === "reconnectNeeded" || refreshToken === undefined) throw new ProviderFailure("reconnectNeeded");
      const token = await siteOf(provider, grant).tokenFor?.(refreshToken, scope);
      if (token === undefined) throw new ProviderFailure("notSetUp");
      return token;
    },

    async disconnect(who, provider) {
      const removed = await who.transact(async (scope) => {
        const ended = await end(scope, who, provider);
        // Also if the connection is already gone, so that the settings stay consistent.
        await keepSettings(scope, who, provider.settings.disconnected);
        return ended;
      });
      if (removed) await revoke(provider, removed);
      return removed !== undefined;
    },
  };
}
