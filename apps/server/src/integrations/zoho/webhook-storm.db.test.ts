import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { ZohoSync } from "@ridgebook/contract";
import type { ZohoHook } from "@ridgebook/testing/stand-ins/zoho/zoho-account";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startEmbeddedPostgres } from "#database/embedded/embedded-postgres.ts";
import { makeTemplate } from "#database/testing/test-database.ts";
import { describeDurations, leadValues, startZohoProcess, type ZohoProcess } from "./testing/zoho-process.ts";

/*
 * Zoho posts ten thousand changes in a minute to a server process, over a database that keeps what it confirms. The gate has webhooks that
 * are doubled, reordered and dropped within one process, in zoho-leads.db.test.ts.
 */

/** `WEBHOOKS=10000` with `npm run connections:proof -- --webhooks 10000`. */
const WEBHOOKS = Number(process.env["WEBHOOKS"] ?? 0);
const A_MINUTE = 10_000;
/** Connections of Zoho. */
const SENDERS = 20;
/** A webhook is overtaken by so many at most. */
const OUT_OF_ORDER = 50;
const CALL_EVERY_MS = 200;
const ASK_EVERY_MS = 500;
const soon = { timeout: 120_000, interval: ASK_EVERY_MS };
/** The list of changes is read every five minutes. */
const CAUGHT_UP_WITHIN_MS = 420_000;

describe.runIf(WEBHOOKS > 0)("a storm of webhooks", () => {
  const hooks: ZohoHook[] = [];
  let zoho: ZohoProcess;
  let dataFolder: string;
  let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
  beforeAll(async () => {
    dataFolder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-storm-"));
    // PostgreSQL does not run as root: its own account must be able to enter the folder.
    await chmod(dataFolder, 0o755);
    postgres = await startEmbeddedPostgres({ dataFolder });
    await makeTemplate(postgres.superuserUrl);
    zoho = await startZohoProcess(postgres.superuserUrl, {
      send: (hook) => void hooks.push(hook),
      environment: { PUBLIC_URL: "https://app.ridgebook.test" },
    });
  });
  afterAll(async () => {
    await zoho.close();
    await postgres.stop();
    await rm(dataFolder, { recursive: true, force: true });
  });

  /** The next webhook: of each change one of ten gets lost, the others come twice, and not in their order. */
  function createPosts(): () => ZohoHook | undefined {
    const { leads, add, change, remove } = zoho.twin.accounts.us;
    const ids = [...leads.keys()];
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const waiting: ZohoHook[] = [];
    let [changes, posted] = [0, 0];
    return () => {
      if (posted >= WEBHOOKS) return undefined;
      while (waiting.length < OUT_OF_ORDER) {
        changes += 1;
        const id = ids[random(ids.length)] ?? "";
        if (changes % 100 === 50) remove(ids.splice(ids.indexOf(id), 1)[0] ?? "");
        else if (changes % 100 === 0) ids.push(add(leadValues(changes)));
        else change(id, { City: `City ${String(changes)}` });
        for (const hook of hooks.splice(0).filter(() => random(10) > 0))
          for (const twice of [hook, hook]) waiting.splice(random(waiting.length + 1), 0, twice);
      }
      posted += 1;
      return waiting.shift();
    };
  }

  /** Posts until there is nothing left, over one connection. */
  async function post(next: () => ZohoHook | undefined): Promise<{ status: number; ms: number }[]> {
    const answers: { status: number; ms: number }[] = [];
    for (let hook = next(); hook; hook = next()) {
      const began = performance.now();
      const reply = await fetch(zoho.server.url + new URL(hook.url).pathname, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(hook.body),
      });
      await reply.arrayBuffer();
      answers.push({ status: reply.status, ms: performance.now() - began });
    }
    return answers;
  }

  test(
    `[ZOHO-14] ${String(WEBHOOKS)} webhooks are taken within a minute, every record ends as Zoho has it, and others are served`,
    { timeout: 600_000 + WEBHOOKS * 60 },
    async () => {
      const { leads, add } = zoho.twin.accounts.us;
      leads.clear();
      for (let at = 0; at < Math.max(20, WEBHOOKS / 10); at += 1) add(leadValues(at));
      const admin = await zoho.newAdmin();
      await admin.connect();
      const syncOf = () => admin.call<ZohoSync>("GET", "zohointegration/sync");
      await vi.waitFor(async () => expect((await syncOf())?.phase).toBe("following"), soon);
      hooks.length = 0;

      const other = await zoho.newAdmin();
      await other.call("GET", "leads/?limit=100&offset=0");
      other.durations.length = 0;
      const next = createPosts();
      const began = performance.now();
      const storm = new AbortController();
      const others = (async () => {
        for (let at = 0; !storm.signal.aborted; at += 1) {
          await other.call("GET", "leads/?limit=100&offset=0");
          await other.call("POST", "leads/", { company: `Company ${String(at)}` });
          await pause(CALL_EVERY_MS);
        }
      })();
      const answers = (await Promise.all(Array.from({ length: SENDERS }, () => post(next)))).flat();
      const seconds = (performance.now() - began) / 1_000;
      storm.abort();
      await others;
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
      expect(answers.length).toBe(WEBHOOKS);

      // The list of changes finds what got lost.
      await vi.waitFor(
        async () => {
          const { here, there } = await zoho.compareLeads(admin.companyId);
          expect(here).toEqual(there);
        },
        { timeout: CAUGHT_UP_WITHIN_MS, interval: ASK_EVERY_MS },
      );
      const settled = (performance.now() - began) / 1_000;
      await vi.waitFor(async () => expect((await syncOf())?.waitingCount).toBe(0), soon);
      const aMinute = Math.round((answers.length / seconds) * 60);
      console.log(
        `${String(answers.length)} webhooks in ${seconds.toFixed(1)} s, ${describeDurations(answers.map(({ ms }) => ms))}; ` +
          `all records as in Zoho after ${settled.toFixed(0)} s; other calls: ${describeDurations(other.durations)}`,
      );
      expect(aMinute).toBeGreaterThan(A_MINUTE);
    },
  );
});
