import { setTimeout as pause } from "node:timers/promises";
import { startHoverTwin, type HoverTwin } from "@ridgebook/testing/stand-ins/hover/hover-twin";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import {
  startHoverApplication,
  type AdminOfCompany,
  type HoverApplication,
} from "#integrations/hover/testing/hover-application.ts";
import { createServerProcess, type ServerProcess } from "#testing/server-process.ts";

/*
 * Server processes renew one permission at once: each has a call to make whose access token Hover has ended. Only the database is common
 * to them.
 */

const PROCESSES = 4;
/** `RACES=10000` with `npm run connections:proof -- --races 10000`. The gate has a share within one process, in renewal.db.test.ts. */
const RACES = Number(process.env["RACES"] ?? 0);
/** They race side by side, each for its own permission; so many, that a company's calls do not reach Hover's limit. */
const COMPANIES = Math.min(50, RACES);
const ROUNDS = Math.ceil(RACES / COMPANIES);
/** Tokens of our own API last a quarter of an hour. */
const ROUNDS_PER_LOGIN = 25;
const CALL_WITHIN_MS = 60_000;
const TOO_BUSY = 503;

describe.runIf(RACES > 0)("server processes", () => {
  let twin: HoverTwin;
  let app: HoverApplication;
  const processes: ServerProcess[] = [];
  beforeAll(async () => {
    twin = await startHoverTwin({ callsAMinute: Number.POSITIVE_INFINITY });
    app = await startHoverApplication(inject("postgresUrl"), { twin });
    const { baseUrl, clientId, clientSecret } = twin;
    const environment = {
      HOVER_URL: baseUrl,
      HOVER_CLIENT_ID: clientId,
      HOVER_CLIENT_SECRET: clientSecret,
      EGRESS_ALLOWED: new URL(baseUrl).host,
      DEMO: "off",
      // As in the application that the permissions are given to.
      SECRETS_KEY: "07".repeat(32),
    };
    for (let count = 0; count < PROCESSES; count += 1)
      processes.push(await createServerProcess({ database: app.testDatabase, environment }));
    await Promise.all(processes.map((process) => process.start()));
  });
  afterAll(async () => {
    await Promise.all(processes.map((process) => process.close()));
    await app.close();
    await twin.close();
  });

  /** Sends a search that is not in the cache to one of the processes. Resolves to the HTTP status. */
  async function search(server: ServerProcess, admin: AdminOfCompany, address: string): Promise<number> {
    const { companyId, token } = admin;
    const reply = await fetch(`${server.url}/api/hoverintegration/job-search?companyId=${String(companyId)}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ address, page: 1 }),
      signal: AbortSignal.timeout(CALL_WITHIN_MS),
    });
    await reply.arrayBuffer();
    if (reply.status !== TOO_BUSY) return reply.status;
    // The server sheds load before it has begun: the app comes again as well.
    await pause(1_000 * Number(reply.headers.get("retry-after") ?? 1));
    return search(server, admin, address);
  }

  test(
    `[CONN-11] ${String(PROCESSES)} of them at once renew a permission with one call, ${String(COMPANIES * ROUNDS)} times, and lose none`,
    { timeout: 60_000 + RACES * 1_000 },
    async () => {
      let admins: AdminOfCompany[] = [];
      for (let count = 0; count < COMPANIES; count += 1) admins.push(await app.newConnected());
      const logInAgain = (admin: AdminOfCompany): Promise<AdminOfCompany> =>
        app.signIn(admin, { companyId: admin.companyId }).then((signedIn) => ({ ...admin, ...signedIn }));
      for (let round = 1; round <= ROUNDS; round += 1) {
        if (round % ROUNDS_PER_LOGIN === 0) {
          // One after the other: only a few passwords are checked at once.
          const signedIn: AdminOfCompany[] = [];
          for (const admin of admins) signedIn.push(await logInAgain(admin));
          admins = signedIn;
        }
        const before = twin.oauth.renewals;
        twin.oauth.endAccess();
        const statuses = await Promise.all(
          admins.flatMap((admin) =>
            processes.map((server, at) => search(server, admin, `House ${String(round)} ${String(at)}`)),
          ),
        );
        expect([...new Set(statuses)]).toEqual([200]);
        expect(twin.oauth.renewals - before).toBe(COMPANIES);
      }
      const { rows } = await app.testDatabase.superuserPool.query(
        `select count(*)::integer as grants, min(version)::integer as fewest, max(version)::integer as most
         from connection_grant where state = 'connected' and lease_id is null`,
      );
      expect(rows).toEqual([{ grants: COMPANIES, fewest: ROUNDS + 1, most: ROUNDS + 1 }]);
    },
  );
});
