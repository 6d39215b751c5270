import { createHash, timingSafeEqual } from "node:crypto";
import { Problem, type CompanyId, type PurchaseOrderSuggestion, type SettingsFields } from "@ridgebook/contract";
import type { CompanyScope } from "#database/company-scope.ts";
import type { Database } from "#database/database.ts";
import { isCompanyActive } from "#database/is-company-active.ts";
import { countAttempt, PER_ADDRESS } from "#http/attempt-limit.ts";
import { inCompanySteps, onPlatformSteps, type CompanyStepsContext } from "#http/handlers.ts";
import { accountCalls } from "#integrations/connection/account-calls.ts";
import { asProblem, type Connections, type KeepSettings } from "#integrations/connection/connections.ts";
import { holdGrant, holdGrantId, noteAccountLabel } from "#integrations/connection/grant-repository.ts";
import { ProviderFailure, type Provider } from "#integrations/connection/provider.ts";
import { SecretsError, type SecretBox } from "#secrets/secret-box.ts";
import { zohoWebhookPlace } from "#secrets/secret-places.ts";
import { gatherCalls } from "./gather-calls.ts";
import { reassignedFields } from "./lead-fields.ts";
import { newWebhookToken } from "./keep-channel.ts";
import type { ZohoClient } from "./zoho-client.ts";
import { describeLead, describeSync, settleFinding } from "./zoho-page.ts";
import { enqueueZohoSync, zohoRepository } from "./zoho-repository.ts";
import { ZOHO_CALLS, type ZohoUsers } from "./zoho-users.ts";

const COUNTED_CALLS = [ZOHO_CALLS.users];

interface ZohoEvent {
  readonly token: string;
  readonly ids: readonly string[];
}

const digest = (token: string): Buffer => createHash("sha256").update(token).digest();

/** A default result if Zoho fails; our own defects are still thrown. */
async function orElse<Result>(work: Promise<Result>, otherwise: Result): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ProviderFailure) return otherwise;
    throw error;
  }
}

/** The routes of the CRM (3.§7). No transaction is open during calls of Zoho. */
export function zohoAnswers({
  database,
  apart,
  connections,
  provider,
  client,
  users,
  keepSettings,
  secrets,
  publicUrl,
}: {
  database: Database;
  /** A separate pool for counting attempts. */
  apart: Database;
  connections: Connections;
  provider: Provider;
  client: ZohoClient;
  users: ZohoUsers;
  keepSettings: KeepSettings;
  secrets: SecretBox;
  publicUrl: string;
}) {
  type Who = CompanyStepsContext;
  const calls = accountCalls(connections, provider, COUNTED_CALLS);

  /** Reads the organization's name and domain, for the page and for links into Zoho. Throws ProviderFailure. */
  async function keepDomain(who: Who) {
    const { name, domainName } = await client.readOrganization(who.companyId);
    return who.transact(async (scope) => {
      const grant = await holdGrant(scope, provider.id);
      if (!grant) throw new ProviderFailure("notConnected");
      const kept = {
        zohoOrganizationDomainName: domainName.slice(0, 100),
        zohoMarketLocation: grant.details["location"] ?? "",
      } satisfies Partial<SettingsFields>;
      await keepSettings(scope, who, kept);
      const { grantId } = grant;
      if (name !== "")
        await noteAccountLabel(scope, { provider: provider.id, grantId, accountLabel: name.slice(0, 200) });
      return kept;
    });
  }

  /** Restarts reading from scratch. False if not connected. */
  async function readAgain(scope: CompanyScope): Promise<boolean> {
    if ((await holdGrantId(scope, provider.id)) === undefined) return false;
    await zohoRepository.endRun(scope, { cursor: null, caughtUpTime: null, metadataTime: null });
    await enqueueZohoSync(scope);
    return true;
  }

  /** Compares with the company's sealed token in constant time; without one every token is wrong. */
  function tokenCheck(companyId: CompanyId, sealed: string | undefined): (token: string) => boolean {
    if (sealed === undefined) return () => false;
    try {
      const right = digest(secrets.open(sealed, zohoWebhookPlace(companyId)));
      return (token) => timingSafeEqual(right, digest(token));
    } catch (error) {
      if (error instanceof SecretsError) return () => false;
      throw error;
    }
  }

  const takeEvent = gatherCalls((companyId: CompanyId, events: readonly ZohoEvent[]) =>
    database.inCompany({ companyId }, async (scope) => {
      const isRight = tokenCheck(companyId, await zohoRepository.findWebhookToken(scope));
      const right = new Set(events.filter(({ token }) => isRight(token)));
      const isOn =
        right.size > 0 && (await holdGrantId(scope, provider.id)) !== undefined && (await isCompanyActive(scope));
      if (isOn) {
        await zohoRepository.addHints(
          scope,
          [...right].flatMap(({ ids }) => ids),
        );
        await enqueueZohoSync(scope);
      }
      return (event: ZohoEvent) => (!right.has(event) ? "wrongToken" : isOn ? "taken" : "off");
    }),
  );

  return {
    ...inCompanySteps({
      enableZoho: calls.account,
      getZohoAccount: calls.account,

      async connectZoho({ body: { code, state, location, accountsServer }, ...who }) {
        const answer = {
          ...(location !== undefined && { location }),
          ...(accountsServer !== undefined && { accountsServer }),
        };
        await connections.connect(who, provider, { code, state, answer });
        await who.transact(enqueueZohoSync);
        // The connection works without it, and the admin can read it later.
        await orElse(keepDomain(who), undefined);
        return calls.account(who);
      },

      async refreshZohoAccount(who) {
        await connections.renewNow(who, provider);
        await orElse(keepDomain(who), undefined);
        // Loads fields and statuses added in Zoho since.
        await who.transact(async (scope) => {
          await zohoRepository.saveSync(scope, { metadataTime: null });
          await enqueueZohoSync(scope);
        });
        return calls.account(who);
      },

      keepZohoDomain: (who) => asProblem(keepDomain(who)),

      async disconnectZoho(who) {
        const isWatched = await who.transact(
          async (scope) => (await zohoRepository.findSync(scope))?.channelEndsTime != null,
        );
        // While the grant still exists. An abandoned channel expires, and its posts are rejected.
        if (isWatched) await orElse(client.unwatch(who.companyId), undefined);
        const wasConnected = await connections.disconnect(who, provider);
        await who.transact(async (scope) => {
          await zohoRepository.clearHints(scope);
          await zohoRepository.noteChannelEnd(scope);
        });
        return wasConnected;
      },

      async resetZohoWebhookToken({ companyId, transact }) {
        const token = newWebhookToken();
        await transact(async (scope) => {
          const webhookToken = secrets.seal(token, zohoWebhookPlace(companyId));
          // The next run gives Zoho the new token.
          await zohoRepository.endRun(scope, { webhookToken, channelEndsTime: null, caughtUpTime: null });
          await enqueueZohoSync(scope);
        });
        return { token };
      },

      refreshZohoUsers: ({ companyId }) =>
        orElse(
          users.refresh(companyId).then(() => true),
          false,
        ),
      refreshZohoLeads: ({ transact }) => transact(readAgain),

      clearZohoCache: calls.clearCache,
      setZohoRehearsal: calls.rehearse,

      getZohoSync: ({ transact }) => transact((scope) => describeSync(scope, publicUrl)),

      getZohoLead: ({ params, transact }) => transact((scope) => describeLead(scope, params.id)),

      saveZohoMapping: ({ body, transact }) =>
        transact(async (scope) => {
          const former = (await zohoRepository.holdSync(scope))?.mapping;
          await zohoRepository.saveSync(scope, { mapping: body });
          await zohoRepository.forgetFields(scope, reassignedFields(former, body));
          await readAgain(scope);
          return describeSync(scope, publicUrl);
        }),

      settleZohoFinding: ({ body, transact }) =>
        transact(async (scope) => {
          if (!(await settleFinding(scope, body))) throw new Problem("notFound");
          return describeSync(scope, publicUrl);
        }),

      listZohoUsers: ({ companyId, query: { active } }) => orElse(users.list(companyId, { active }), []),
    }),

    ...onPlatformSteps({
      async receiveZohoEvent({ params: { companyId }, body: { token, ids }, caller }) {
        const taken = await takeEvent(companyId, { token, ids });
        if (taken === "wrongToken")
          await countAttempt(apart, { key: `zoho events from ${caller.address}`, limit: PER_ADDRESS });
        // The same response for an unknown company and a wrong token.
        if (taken !== "taken") throw new Problem("notFound");
      },
    }),
  };
}

/** Purchase order numbers of the lead's deals in Zoho; empty on failure, or if not set up. */
export async function suggestFromZoho(
  { client, database }: { client: ZohoClient; database: Database },
  { companyId, externalId }: { companyId: CompanyId; externalId: string },
): Promise<PurchaseOrderSuggestion[]> {
  const mapping = await database.inCompany({ companyId }, async (scope) => {
    if ((await holdGrantId(scope, "zoho")) === undefined) return undefined;
    return (await zohoRepository.findSync(scope))?.mapping ?? undefined;
  });
  const { dealLead, poNumber, dealProjectType } = mapping ?? {};
  if (!dealLead || !poNumber || !/^\d{1,30}$/.test(externalId)) return [];
  const fields = [poNumber, ...(dealProjectType ? [dealProjectType] : [])];
  const deals = await orElse(client.listDeals(companyId, { field: dealLead, value: externalId, fields }), []);
  const text = (value: unknown): string => (typeof value === "string" ? value.trim().slice(0, 200) : "");
  return deals.flatMap((deal) => {
    const number = text(deal[poNumber]);
    return number === "" ? [] : [{ poNumber: number, projectType: text(dealProjectType ? deal[dealProjectType] : "") }];
  });
}
