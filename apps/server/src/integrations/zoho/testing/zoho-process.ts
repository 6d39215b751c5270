import { IDEMPOTENCY_KEY_HEADER, type CompanyId, type ConnectionAccount } from "@ridgebook/contract";
import type { ZohoHook } from "@ridgebook/testing/stand-ins/zoho/zoho-account";
import { startZohoTwin, type ZohoTwin } from "@ridgebook/testing/stand-ins/zoho/zoho-twin";
import { createServerProcess, type ServerProcess } from "#testing/server-process.ts";
import { startTestApplication, type TestApplication } from "#testing/test-application.ts";
import { consent } from "./zoho-application.ts";

const LOG_IN_EVERY_MS = 5 * 60_000;

/** Lead columns by the Zoho field that fills them. */
const COLUMNS = {
  First_Name: "first_name",
  Last_Name: "last_name",
  Email: "email",
  Street: "street",
  City: "city",
  State: "state",
  Zip_Code: "zip_code",
  Lead_Status: "lead_status",
} as const;

/** A Zoho lead's values in all compared fields. */
export const leadValues = (at: number) => ({
  First_Name: "Eve",
  Last_Name: `Stone ${String(at)}`,
  Email: `eve-${String(at)}@example.com`,
  Street: `${String(at)} Elm Street`,
  City: at % 3 === 0 ? "Olathe" : "Lenexa",
  State: "KS",
  Zip_Code: String(66_000 + (at % 300)),
  Lead_Status: at % 2 === 0 ? "Contacted" : "Lost",
});

interface ProcessAdmin {
  readonly companyId: CompanyId;
  /** Undefined while the server is down. Fails for any other error. */
  call<Reply>(method: string, address: string, body?: unknown): Promise<Reply | undefined>;
  /** Of all calls so far, in milliseconds. */
  readonly durations: number[];
  /** Connects like a person. */
  connect(): Promise<void>;
}

/** The server as a process with the roles web and worker, Zoho's stand-in, and an application on the same database. */
export interface ZohoProcess {
  readonly twin: ZohoTwin;
  readonly app: TestApplication;
  readonly server: ServerProcess;
  newAdmin(): Promise<ProcessAdmin>;
  /** The company's linked leads and Zoho's, as texts in the same order. */
  compareLeads(companyId: CompanyId): Promise<{ here: string[]; there: string[] }>;
  close(): Promise<void>;
}

export async function startZohoProcess(
  postgresUrl: string,
  { send, environment }: { send?: (hook: ZohoHook) => void; environment?: Readonly<Record<string, string>> } = {},
): Promise<ZohoProcess> {
  const twin = await startZohoTwin({ ...(send && { send }) });
  const app = await startTestApplication(postgresUrl);
  const { baseUrl, clientId, clientSecret, dataCenters } = twin;
  const server = await createServerProcess({
    database: app.testDatabase,
    environment: {
      ZOHO_URL: dataCenters[0]?.apiDomain ?? "",
      ZOHO_CLIENT_ID: clientId,
      ZOHO_CLIENT_SECRET: clientSecret,
      EGRESS_ALLOWED: new URL(baseUrl).host,
      DEMO: "off",
      SECRETS_KEY: "07".repeat(32),
      ...environment,
    },
  });
  await server.start();

  async function newAdmin(): Promise<ProcessAdmin> {
    const companyId = await app.createCompany();
    const user = await app.createUser({ companyId, role: "Admin" });
    let [token, tokenSince] = ["", 0];
    const durations: number[] = [];
    async function call<Reply>(method: string, address: string, body?: unknown): Promise<Reply | undefined> {
      if (Date.now() - tokenSince > LOG_IN_EVERY_MS) {
        tokenSince = Date.now();
        ({ token } = await app.signIn(user, { companyId }));
      }
      const url = `${server.url}/api/${address}${address.includes("?") ? "&" : "?"}companyId=${String(companyId)}`;
      const began = performance.now();
      const reply = await fetch(url, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { "content-type": "application/json" }),
          ...(method === "POST" && { [IDEMPOTENCY_KEY_HEADER]: crypto.randomUUID() }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }).catch(() => undefined);
      const read = await reply?.text().catch(() => undefined);
      const ms = performance.now() - began;
      if (reply === undefined || read === undefined) return undefined;
      if (!reply.ok) throw new Error(`${method} ${address}: ${String(reply.status)} ${read}`);
      durations.push(ms);
      return JSON.parse(read) as Reply;
    }
    return {
      companyId,
      call,
      durations,
      connect: async () => {
        const account = await call<ConnectionAccount>("GET", "zohointegration/oauth-account");
        const { code, state, location, accountsServer } = await consent(account?.authorizeUrl ?? null);
        await call("POST", "zohointegration/oauth-connect", { code, state, location, accountsServer });
      },
    };
  }

  const inOrder = (all: readonly Record<string, unknown>[]): string[] =>
    all.map((values) => JSON.stringify(Object.entries(values).sort())).sort();

  return {
    twin,
    app,
    server,
    newAdmin,
    compareLeads: async (companyId) => {
      const columns = Object.entries(COLUMNS).map(([field, column]) => `${column} as "${field}"`);
      const { rows } = await app.testDatabase.superuserPool.query<Record<string, string>>(
        `select external_id as id, ${columns.join(", ")} from lead where company_id = $1 and external_id is not null`,
        [companyId],
      );
      const there = [...twin.accounts.us.leads.values()].map(({ id, values }) => ({ id, ...values }));
      return { here: inOrder(rows), there: inOrder(there) };
    },
    close: async () => {
      await server.close();
      await app.close();
      await twin.close();
    },
  };
}

/** Summarizes call durations for a proof. */
export function describeDurations(all: readonly number[]): string {
  const durations = all.toSorted((one, other) => one - other);
  const msOf = (share: number): string => (durations[Math.floor(share * (durations.length - 1))] ?? 0).toFixed(0);
  return `99 of 100 within ${msOf(0.99)} ms, the slowest ${msOf(1)} ms`;
}
