import type { CompanyId, ConnectionAccount, Lead, ZohoSync } from "@ridgebook/contract";
import type { ZohoHook } from "@ridgebook/testing/stand-ins/zoho/zoho-account";
import { startZohoTwin, type ZohoTwin } from "@ridgebook/testing/stand-ins/zoho/zoho-twin";
import { allowedHere } from "#testing/allowed-here.ts";
import { startTestApplication, type SignedIn, type TestApplication } from "#testing/test-application.ts";

export type ZohoAdmin = SignedIn & { companyId: CompanyId; email: string };

export interface ZohoApplication extends TestApplication {
  readonly twin: ZohoTwin;
  /** Zoho's undelivered posts. */
  readonly hooks: ZohoHook[];
  /** Delivers Zoho's posts and clears them. */
  deliver(hooks?: readonly ZohoHook[]): Promise<number[]>;
  /** An admin of a new company, and the company. */
  newAdmin(): Promise<ZohoAdmin>;
  /** Like `newAdmin`, connected, with Zoho's leads synced. */
  newConnected(): Promise<ZohoAdmin>;
  /** Advances five minutes and runs the catch-up. */
  catchUp(admin: ZohoAdmin): Promise<void>;
}

/** The redirect parameters after the consent page. */
export async function consent(url: string | null, { decision = "allow", location = "us" } = {}) {
  if (url === null) throw new Error("There is no address to give the permission at.");
  const reply = await fetch(url, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ decision, location }),
  });
  const { searchParams, pathname } = new URL(reply.headers.get("location") ?? "");
  return {
    pathname,
    code: searchParams.get("code") ?? "",
    state: searchParams.get("state") ?? "",
    location: searchParams.get("location") ?? "",
    accountsServer: searchParams.get("accounts-server") ?? "",
    error: searchParams.get("error"),
  };
}

/** Connects like a person. */
export async function connect(admin: SignedIn, { location = "us" } = {}): Promise<ConnectionAccount> {
  const { body: account } = await admin.call("getZohoAccount");
  const { code, state, accountsServer, ...at } = await consent(account.authorizeUrl, { location });
  const reply = await admin.call("connectZoho", { body: { code, state, accountsServer, location: at.location } });
  if (reply.status !== 200) throw new Error(`Connecting failed: ${JSON.stringify(reply.body)}`);
  return reply.body;
}

/** All leads of the company by Zoho id. */
export async function leadsOf(who: SignedIn): Promise<Map<string, Lead>> {
  const { body } = await who.call("listLeads", { query: { limit: 100, offset: 0 } });
  return new Map(body.data.flatMap((lead) => (lead.externalId === null ? [] : [[lead.externalId, lead]])));
}

/**
 * Starts the server with Zoho's twin as both Zoho and the demo. Sleeping advances both clocks, so that tests never wait. Zoho's posts wait
 * in `hooks`.
 */
export async function startZohoApplication(
  postgresUrl: string,
  { accessSeconds = 3_600 }: { accessSeconds?: number } = {},
): Promise<ZohoApplication> {
  // The clock is the application's, which needs the twin to start.
  const started: { app?: TestApplication } = {};
  const hooks: ZohoHook[] = [];
  const twin = await startZohoTwin({
    now: () => started.app?.clock.now().getTime() ?? Date.now(),
    slowMs: 50,
    accessSeconds,
    send: (hook) => void hooks.push(hook),
  });
  const { baseUrl, clientId, clientSecret, dataCenters } = twin;
  const app = await startTestApplication(postgresUrl, {
    zoho: { clientId, clientSecret, dataCenters },
    rehearsals: { zoho: twin },
    publicUrl: "https://app.ridgebook.test",
    egressAllowed: allowedHere({ port: Number(new URL(baseUrl).port) }),
    sleep: (ms) => {
      started.app?.clock.advance({ seconds: ms / 1000 });
      return Promise.resolve();
    },
  });
  started.app = app;
  const newAdmin: ZohoApplication["newAdmin"] = async () => {
    const companyId = await app.createCompany();
    return { ...(await app.signInNew({ companyId, role: "Admin", firstName: "Ann", lastName: "Lee" })), companyId };
  };
  return {
    ...app,
    twin,
    hooks,
    async deliver(given = hooks.splice(0)) {
      const statuses: number[] = [];
      for (const { url, body } of given) {
        const companyId = /\/events\/(\d+)$/.exec(url)?.[1];
        statuses.push((await app.callRaw("receiveZohoEvent", { params: { companyId }, body })).status);
      }
      return statuses;
    },
    newAdmin,
    newConnected: async () => {
      const admin = await newAdmin();
      await connect(admin);
      await app.runJobs();
      return admin;
    },
    async catchUp({ companyId }) {
      app.clock.advance({ minutes: 5 });
      await app.tasks["sync-zoho"]({ companyId, isCatchUp: true });
    },
    close: async () => {
      await app.close();
      await twin.close();
    },
  };
}

/** Throws if none is linked with it. */
export async function leadOf(admin: ZohoAdmin, zohoId: string): Promise<Lead> {
  const found = (await leadsOf(admin)).get(zohoId);
  if (!found) throw new Error(`No lead is linked with ${zohoId}.`);
  return found;
}

/** A new Zoho lead that is already synced. */
export async function addLinked(
  app: ZohoApplication,
  admin: ZohoAdmin,
  values: Record<string, unknown> = {},
): Promise<string> {
  const id = app.twin.accounts.us.add({
    First_Name: "Eve",
    Last_Name: "Stone",
    Lead_Status: "Contacted",
    ...values,
  });
  await app.deliver();
  await app.runJobs();
  await leadOf(admin, id);
  return id;
}

/** Changes a lead like an app. Throws if the server rejects it. */
export async function changeHere(admin: ZohoAdmin, zohoId: string, changed: Partial<Lead>): Promise<void> {
  const { id, revision, ...now } = await leadOf(admin, zohoId);
  const former = Object.fromEntries(Object.keys(changed).map((field) => [field, now[field as keyof typeof now]]));
  const { status } = await admin.callRaw("updateLead", { params: { id }, body: { revision, ...changed, former } });
  if (status !== 200) throw new Error(`The change was answered with ${String(status)}.`);
}

export const syncOf = async (admin: ZohoAdmin): Promise<ZohoSync> => (await admin.call("getZohoSync")).body;

/** A lead's findings as [kind, field, here, there]. */
export const findingsOf = async (admin: ZohoAdmin, zohoId: string): Promise<string[][]> =>
  (await syncOf(admin)).findings
    .filter((finding) => finding.zohoId === zohoId)
    .map(({ kind, field, here, there }) => [kind, field, here, there]);
