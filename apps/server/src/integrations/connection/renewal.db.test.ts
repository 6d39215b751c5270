import { startHoverTwin, type HoverTwin } from "@ridgebook/testing/stand-ins/hover/hover-twin";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { connectDatabase, type Database } from "#database/database.ts";
import { createSecretBox } from "#secrets/secret-box.ts";
import {
  connect,
  startHoverApplication,
  type HoverApplication,
} from "#integrations/hover/testing/hover-application.ts";
import { createHttpCall } from "#egress/http-call.ts";
import { createEgress } from "#egress/egress.ts";
import { createHoverProvider } from "#integrations/hover/hover-provider.ts";
import { allowedHere } from "#testing/allowed-here.ts";
import { grantRepository, type GrantRow } from "./grant-repository.ts";
import type { Provider } from "./provider.ts";
import { createRenewal, type Renew } from "./renewal.ts";

/** Servers that renew at the same time, each with its own connections. Separate processes race in renewal-races.db.test.ts. */
const PROCESSES = 4;
const ROUNDS = 10;

const secrets = createSecretBox([Buffer.alloc(32, 7)]);
const grants = grantRepository(secrets);
let app: HoverApplication;
let twin: HoverTwin;
let provider: Provider;
let processes: { database: Database; renew: Renew }[];
beforeAll(async () => {
  twin = await startHoverTwin();
  app = await startHoverApplication(inject("postgresUrl"), { twin });
  const { baseUrl, clientId, clientSecret } = twin;
  const egress = createEgress({ allowed: allowedHere({ port: Number(new URL(baseUrl).port) }) });
  const call = createHttpCall({ egress });
  const now = (): Date => new Date();
  provider = createHoverProvider({
    settings: { baseUrl, clientId, clientSecret },
    rehearsal: undefined,
    calls: { site: call, rehearsal: call },
    publicUrl: "http://localhost:3000",
    now,
  });
  processes = Array.from({ length: PROCESSES }, () => {
    const database = connectDatabase(app.testDatabase, { max: 2 });
    return { database, renew: createRenewal({ database, grants, now }).renew };
  });
});
afterAll(async () => {
  await Promise.all(processes.map(({ database }) => database.close()));
  await app.close();
  await twin.close();
});

const within = (): number => Date.now() + 20_000;
const grantOf = (companyId: GrantRow["companyId"]): Promise<GrantRow | undefined> =>
  app.database.inCompany({ companyId: companyId as never }, (scope) => grants.find(scope, "hover"));
async function newGrant() {
  const admin = await app.newConnected();
  const grant = await grantOf(admin.companyId);
  if (!grant) throw new Error("The company is not connected.");
  return { admin, grant, companyId: admin.companyId };
}
const firstProcess = (): { database: Database; renew: Renew } => {
  const [process] = processes;
  if (!process) throw new Error("There is no process.");
  return process;
};

/** Lets the twin answer the next renewal only when the returned function is called. */
function holdRenewal(): () => void {
  let answerNow = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answerNow = resolve;
  });
  twin.program({ match: /token/, answer: "asUsual", holds: () => held });
  return () => answerNow();
}

describe("renewing a permission", () => {
  test(`[CONN-11] ${String(PROCESSES)} servers at once make one call, and all go on with its tokens, ${String(ROUNDS)} times`, async () => {
    const { companyId, grant } = await newGrant();
    let former = grant;
    for (let round = 1; round <= ROUNDS; round += 1) {
      const before = twin.oauth.renewals;
      const renewed = await Promise.all(
        processes.flatMap(({ renew }) =>
          // Two calls of each, so that those of one process share theirs.
          [0, 1].map(() => renew({ companyId, provider, former, deadline: within() })),
        ),
      );
      expect(twin.oauth.renewals - before).toBe(1);
      expect(new Set(renewed.map(({ version }) => version))).toEqual(new Set([former.version + 1]));
      expect(new Set(renewed.map(({ refreshToken }) => refreshToken)).size).toBe(1);
      [former] = renewed as [GrantRow, ...GrantRow[]];
    }
    const access = secrets.open(former.accessToken, {
      table: "connection_grant",
      column: "access_token",
      name: "hover",
      companyId,
    });
    expect(twin.oauth.isGood(access)).toBe(true);
    expect(await grantOf(companyId)).toMatchObject({ state: "connected", version: ROUNDS + 1, leaseId: null });
  });

  test("[CONN-11] no connection to the database is held while the provider takes its time", async () => {
    const { companyId, grant } = await newGrant();
    const answerNow = holdRenewal();
    const { database, renew } = firstProcess();
    const before = twin.requests.length;
    const renewing = renew({ companyId, provider, former: grant, deadline: within() });
    await expect.poll(() => twin.requests.length).toBeGreaterThan(before);
    // Its pool has two connections; both are free.
    await Promise.all([0, 1].map(() => database.inCompany({ companyId }, (scope) => grants.hold(scope, "hover"))));
    const { rows } = await app.testDatabase.superuserPool.query(
      "select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
    );
    expect(rows).toEqual([]);
    answerNow();
    expect((await renewing).version).toBe(2);
  });

  test("[CONN-11] the provider's grant is stored although the database fails at first, before the server ends", async () => {
    const { companyId, grant } = await newGrant();
    const { database } = firstProcess();
    const answerNow = holdRenewal();
    const before = twin.requests.length;
    let failures = 0;
    const failing: Database = {
      ...database,
      inCompany: (who, work) => {
        if (twin.oauth.renewals === renewals || failures === 2) return database.inCompany(who, work);
        failures += 1;
        return Promise.reject(new Error("timeout exceeded when trying to connect"));
      },
    };
    const renewals = twin.oauth.renewals;
    const renewal = createRenewal({ database: failing, grants, now: () => new Date() });
    const renewing = renewal.renew({ companyId, provider, former: grant, deadline: within() });
    await expect.poll(() => twin.requests.length).toBeGreaterThan(before);
    answerNow();
    // As a server does that is asked to stop.
    await renewal.settled();
    expect(failures).toBe(2);
    expect(await grantOf(companyId)).toMatchObject({ state: "connected", version: 2 });
    expect((await renewing).version).toBe(2);
  });

  test("[CONN-12] disconnecting during a renewal stays, and throws away what the renewal brings", async () => {
    const { admin, companyId, grant } = await newGrant();
    const answerNow = holdRenewal();
    const before = twin.requests.length;
    const renewing = firstProcess().renew({ companyId, provider, former: grant, deadline: within() });
    const outcome = expect(renewing).rejects.toMatchObject({ failure: "notConnected" });
    await expect.poll(() => twin.requests.length).toBeGreaterThan(before);
    expect((await admin.call("disconnectHover")).body).toBe(true);
    answerNow();
    await outcome;
    expect(await grantOf(companyId)).toBeUndefined();
  });

  test("[CONN-12] a renewal does not overwrite a grant that was replaced during it", async () => {
    const { admin, companyId, grant } = await newGrant();
    const answerNow = holdRenewal();
    const before = twin.requests.length;
    const renewing = firstProcess().renew({ companyId, provider, former: grant, deadline: within() });
    await expect.poll(() => twin.requests.length).toBeGreaterThan(before);
    await admin.call("disconnectHover");
    await connect(admin);
    answerNow();
    const newer = await grantOf(companyId);
    expect((await renewing).grantId).toBe(newer?.grantId);
    expect(await grantOf(companyId)).toMatchObject({
      grantId: newer?.grantId,
      version: 1,
      refreshToken: newer?.refreshToken,
    });
  });

  test("[CONN-11] a server that was killed during a renewal holds the others up until its lease ends", async () => {
    const { companyId, grant } = await newGrant();
    const leaseFor = (seconds: number) =>
      app.testDatabase.superuserPool.query(
        `update connection_grant set lease_id = gen_random_uuid(), lease_ends_time = clock_timestamp() + make_interval(secs => $2)
         where company_id = $1`,
        [companyId, seconds],
      );
    await leaseFor(30);
    const waiting = firstProcess().renew({ companyId, provider, former: grant, deadline: Date.now() + 300 });
    await expect(waiting).rejects.toMatchObject({ failure: "timedOut" });
    expect(await grantOf(companyId)).toMatchObject({ state: "connected", version: 1 });
    await leaseFor(0.5);
    expect(await firstProcess().renew({ companyId, provider, former: grant, deadline: within() })).toMatchObject({
      version: 2,
    });
  });

  test("[CONN-11] a renewal whose lease ended still stores what the provider gave it", async () => {
    const { companyId, grant } = await newGrant();
    const answerNow = holdRenewal();
    const before = twin.requests.length;
    const renewing = firstProcess().renew({ companyId, provider, former: grant, deadline: within() });
    await expect.poll(() => twin.requests.length).toBeGreaterThan(before);
    await app.testDatabase.superuserPool.query(
      "update connection_grant set lease_id = gen_random_uuid(), lease_ends_time = clock_timestamp() where company_id = $1",
      [companyId],
    );
    answerNow();
    expect((await renewing).version).toBe(2);
    expect(await grantOf(companyId)).toMatchObject({ state: "connected", version: 2 });
  });
});
