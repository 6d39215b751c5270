import { startHoverTwin, type HoverTwin } from "@ridgebook/testing/stand-ins/hover/hover-twin";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createEgress } from "#egress/egress.ts";
import { createHttpCall } from "#egress/http-call.ts";
import { createLogger } from "#logging.ts";
import { createSecretBox } from "#secrets/secret-box.ts";
import { allowedHere } from "#testing/allowed-here.ts";
import { createConnections } from "#integrations/connection/connections.ts";
import { grantRepository } from "#integrations/connection/grant-repository.ts";
import { ProviderFailure } from "#integrations/connection/provider.ts";
import { createHoverJobs } from "./hover-jobs.ts";
import { createHoverProvider } from "./hover-provider.ts";
import { startHoverApplication, type HoverApplication } from "./testing/hover-application.ts";

/** `OUTAGE_HOURS=24` with `npm run connections:proof -- --outage`. */
const HOURS = Number(process.env["OUTAGE_HOURS"] ?? 5);
const STEP_MS = 600_000;

/** Hover's answers while it is down, in turns. Hanging ones, which take real time, are in egress/post-json.test.ts. */
const FAULTS: readonly Parameters<HoverTwin["program"]>[0]["answer"][] = [
  "serverError",
  "brokenOff",
  "tooManyCalls",
  "unavailable",
  "htmlWithSuccess",
  "tooManyCallsWait",
  "errorWithSuccess",
  "badGateway",
  "requestTimeout",
  "gatewayTimeout",
  "redirect",
  { status: 200, json: { id: null } },
];

let app: HoverApplication;
let twin: HoverTwin;
let time = Date.now();
beforeAll(async () => {
  twin = await startHoverTwin({ now: () => time });
  app = await startHoverApplication(inject("postgresUrl"), { twin });
});
afterAll(async () => {
  await app.close();
  await twin.close();
});

test(
  `[CONN-14] ${String(HOURS)} hours without one good answer lose no permission and nothing that was fetched`,
  { timeout: 60_000 + HOURS * 20_000 },
  async () => {
    const { companyId } = await app.newConnected();
    const { database } = app;
    const { baseUrl, clientId, clientSecret } = twin;
    const secrets = createSecretBox([Buffer.alloc(32, 7)]);
    const now = (): Date => new Date(time);
    const sleep = (ms: number): Promise<void> => {
      time += ms;
      return Promise.resolve();
    };
    const call = createHttpCall({
      egress: createEgress({ allowed: allowedHere({ port: Number(new URL(baseUrl).port) }) }),
    });
    const provider = createHoverProvider({
      settings: { baseUrl, clientId, clientSecret },
      rehearsal: undefined,
      calls: { site: call, rehearsal: call },
      publicUrl: "http://localhost:3000",
      now,
    });
    const { call: callProvider } = createConnections({
      database,
      secrets,
      now,
      sleep,
      logger: createLogger({ level: "silent" }),
      keepSettings: () => Promise.resolve(),
    });
    const jobs = createHoverJobs({ database, call: callProvider, provider, now });
    const ask = { jobId: "48210337", modelId: undefined };
    const fetched = await jobs.measurements(companyId, ask);

    let refused = 0;
    for (let step = 0; step < (HOURS * 3_600_000) / STEP_MS; step += 1) {
      twin.behave();
      // Renewals are due every two hours, and meet the faults as well.
      twin.program({ answer: FAULTS[step % FAULTS.length] ?? "serverError", times: 1_000 });
      expect(await jobs.measurements(companyId, ask)).toEqual(fetched);
      await jobs.search(companyId, { address: `House ${String(step)}`, page: 1 }).catch((error: unknown) => {
        expect(error).toBeInstanceOf(ProviderFailure);
        refused += 1;
      });
      time += STEP_MS;
    }
    expect(refused).toBe(HOURS * 6);
    const grant = await database.inCompany({ companyId }, (scope) => grantRepository(secrets).find(scope, "hover"));
    expect(grant).toMatchObject({ state: "connected", version: 1 });

    twin.behave();
    expect((await jobs.search(companyId, { address: "Larkspur", page: 1 })).results).toHaveLength(2);
    expect(twin.oauth.renewals).toBe(1);
  },
);
