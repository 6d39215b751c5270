import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { IDEMPOTENCY_KEY_HEADER, type ConnectionAccount, type ZohoSync } from "@ridgebook/contract";
import { startZohoTwin, type ZohoTwin } from "@ridgebook/testing/stand-ins/zoho/zoho-twin";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { buildServer, createServerProcess, type ServerProcess } from "#testing/server-process.ts";
import { startTestApplication, type TestApplication } from "#testing/test-application.ts";
import { consent } from "./testing/zoho-application.ts";

/*
 * All leads of a large Zoho account come here while the server process that reads them is killed again and again. The gate has runs that
 * fail and go on within one process, in zoho-faults.db.test.ts.
 */

/** `FIRST_LOAD=20000` with `npm run connections:proof -- --first-load 20000`. */
const LEADS = Number(process.env["FIRST_LOAD"] ?? 0);
/** Shares of the leads that are here when the server is killed. */
const KILLED_AT = [0.05, 0.2, 0.45, 0.6, 0.9];
const CALL_EVERY_MS = 200;
const LOG_IN_EVERY_MS = 5 * 60_000;

/** Columns of a lead here by the field of Zoho that fills them. */
const COLUMNS = {
  ...{ First_Name: "first_name", Last_Name: "last_name", Email: "email", Street: "street", City: "city" },
  ...{ State: "state", Zip_Code: "zip_code", Lead_Status: "lead_status" },
} as const;

const valuesOf = (at: number) => ({
  ...{ First_Name: "Eve", Last_Name: `Stone ${String(at)}`, Email: `eve-${String(at)}@example.com` },
  ...{ Street: `${String(at)} Elm Street`, City: at % 3 === 0 ? "Olathe" : "Lenexa", State: "KS" },
  ...{ Zip_Code: String(66_000 + (at % 300)), Lead_Status: at % 2 === 0 ? "Contacted" : "Lost" },
});

describe.runIf(LEADS > 0)("the first load", () => {
  let twin: ZohoTwin;
  let app: TestApplication;
  let folder: string;
  let server: ServerProcess;
  beforeAll(async () => {
    twin = await startZohoTwin();
    app = await startTestApplication(inject("postgresUrl"));
    folder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-first-load-"));
    const program = await buildServer(path.join(folder, "product"));
    const { baseUrl, clientId, clientSecret, dataCenters } = twin;
    server = await createServerProcess({
      ...{ database: app.testDatabase, program },
      environment: {
        ...{ ZOHO_URL: dataCenters[0]?.apiDomain ?? "", ZOHO_CLIENT_ID: clientId, ZOHO_CLIENT_SECRET: clientSecret },
        ...{ EGRESS_ALLOWED: new URL(baseUrl).host, DEMO: "off", SECRETS_KEY: "07".repeat(32) },
      },
    });
    await server.start();
  }, 120_000);
  afterAll(async () => {
    await server.close();
    await app.close();
    await twin.close();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  /** Fills Zoho's account: half of the leads were changed over the years, the others came in one second, by an import. */
  function fill(): void {
    const { leads, add } = twin.accounts.us;
    leads.clear();
    const today = Math.floor(Date.now() / 86_400_000) * 86_400_000;
    for (let at = 0; at < LEADS; at += 1) {
      const record = leads.get(add(valuesOf(at)));
      if (record) record.modified = at < LEADS / 2 ? today - (LEADS - at) * 3_600_000 : today;
    }
  }

  /** An admin of a new company, on the server process. */
  async function newAdmin() {
    const companyId = await app.createCompany();
    const user = await app.createUser({ companyId, role: "Admin" });
    let [token, tokenSince] = ["", 0];
    const durations: number[] = [];
    /** Undefined while the server is down. Any other answer than success fails. */
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
    return { companyId, call, durations };
  }

  test(
    `[ZOHO-11] of ${String(LEADS)} leads brings each once, as Zoho has it, however often the server is killed`,
    { timeout: 600_000 + LEADS * 100 },
    async () => {
      fill();
      const admin = await newAdmin();
      const account = await admin.call<ConnectionAccount>("GET", "zohointegration/oauth-account");
      const { code, state, location, accountsServer } = await consent(account?.authorizeUrl ?? null);
      const began = performance.now();
      await admin.call("POST", "zohointegration/oauth-connect", {
        ...{ code, state, location, accountsServer },
      });

      admin.durations.length = 0;
      const progress: number[] = [];
      const kills = KILLED_AT.map((share) => Math.ceil(share * LEADS));
      let calls = 0;
      let isLoading = true;
      while (isLoading) {
        await pause(CALL_EVERY_MS);
        const sync = await admin.call<ZohoSync>("GET", "zohointegration/sync");
        if (!sync) throw new Error("The server ended by itself.");
        progress.push(sync.linkedCount);
        isLoading = sync.phase === "loading";
        await admin.call("GET", "leads/?limit=100&offset=0");
        await admin.call("POST", "leads/", { company: `From here ${String((calls += 1))}` });
        if (sync.linkedCount < (kills[0] ?? Number.POSITIVE_INFINITY)) continue;
        kills.shift();
        // Zoho's people go on meanwhile.
        const [first = ""] = twin.accounts.us.leads.keys();
        twin.accounts.us.change(first, { City: `City ${String(kills.length)}` });
        twin.accounts.us.add(valuesOf(LEADS + kills.length));
        await server.kill();
        await server.start();
      }
      const seconds = (performance.now() - began) / 1_000;

      const { rows } = await app.testDatabase.superuserPool.query<Record<string, string>>(
        `select external_id as id, ${Object.entries(COLUMNS)
          .map(([field, column]) => `${column} as "${field}"`)
          .join(", ")} from lead where company_id = $1 and external_id is not null`,
        [admin.companyId],
      );
      const inOrder = (all: readonly Record<string, unknown>[]) =>
        all.map((values) => JSON.stringify(Object.entries(values).sort())).sort();
      expect(inOrder(rows)).toEqual(
        inOrder([...twin.accounts.us.leads.values()].map(({ id, values }) => ({ id, ...values }))),
      );
      const { rows: own } = await app.testDatabase.superuserPool.query(
        "select count(*)::integer as count from lead where company_id = $1 and external_id is null",
        [admin.companyId],
      );
      expect(own).toEqual([{ count: calls }]);
      expect(progress).toEqual(progress.toSorted((one, other) => one - other));
      expect(kills).toEqual([]);
      // Nothing was sent to Zoho, where nothing had changed here.
      expect(twin.requests.filter(({ method }) => method === "PUT")).toEqual([]);
      const durations = admin.durations.toSorted((one, other) => one - other);
      const msOf = (share: number): string => (durations[Math.floor(share * (durations.length - 1))] ?? 0).toFixed(0);
      console.log(
        `${String(rows.length)} leads in ${seconds.toFixed(0)} s, ${String(KILLED_AT.length)} kills, ` +
          `${String(new Set(progress).size)} steps of progress seen, of ${String(durations.length)} other calls ` +
          `99 of 100 within ${msOf(0.99)} ms, the slowest ${msOf(1)} ms`,
      );
    },
  );
});
