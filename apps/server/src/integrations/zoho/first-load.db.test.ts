import { setTimeout as pause } from "node:timers/promises";
import type { ZohoSync } from "@ridgebook/contract";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { describeDurations, leadValues, startZohoProcess, type ZohoProcess } from "./testing/zoho-process.ts";

/*
 * All leads of a large Zoho account come here while the server process that reads them is killed again and again. The gate has runs that
 * fail and go on within one process, in zoho-faults.db.test.ts.
 */

/** `FIRST_LOAD=20000` with `npm run connections:proof -- --first-load 20000`. */
const LEADS = Number(process.env["FIRST_LOAD"] ?? 0);
/** Shares of the leads that are here when the server is killed. */
const KILLED_AT = [0.05, 0.2, 0.45, 0.6, 0.9];
const CALL_EVERY_MS = 200;

describe.runIf(LEADS > 0)("the first load", () => {
  let zoho: ZohoProcess;
  beforeAll(async () => {
    zoho = await startZohoProcess(inject("postgresUrl"));
  });
  afterAll(() => zoho.close(), 60_000);

  /** Fills Zoho's account: half of the leads were changed over the years, the others came in one second, by an import. */
  function fill(): void {
    const { leads, add } = zoho.twin.accounts.us;
    leads.clear();
    const today = Math.floor(Date.now() / 86_400_000) * 86_400_000;
    for (let at = 0; at < LEADS; at += 1) {
      const record = leads.get(add(leadValues(at)));
      if (record) record.modified = at < LEADS / 2 ? today - (LEADS - at) * 3_600_000 : today;
    }
  }

  test(
    `[ZOHO-11] of ${String(LEADS)} leads brings each once, as Zoho has it, however often the server is killed`,
    { timeout: 600_000 + LEADS * 100 },
    async () => {
      fill();
      const admin = await zoho.newAdmin();
      const began = performance.now();
      await admin.connect();

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
        const [first = ""] = zoho.twin.accounts.us.leads.keys();
        zoho.twin.accounts.us.change(first, { City: `City ${String(kills.length)}` });
        zoho.twin.accounts.us.add(leadValues(LEADS + kills.length));
        await zoho.server.kill();
        await zoho.server.start();
      }
      const seconds = (performance.now() - began) / 1_000;

      const { here, there } = await zoho.compareLeads(admin.companyId);
      expect(here).toEqual(there);
      const { rows: own } = await zoho.app.testDatabase.superuserPool.query(
        "select count(*)::integer as count from lead where company_id = $1 and external_id is null",
        [admin.companyId],
      );
      expect(own).toEqual([{ count: calls }]);
      expect(progress).toEqual(progress.toSorted((one, other) => one - other));
      expect(kills).toEqual([]);
      // Nothing was sent to Zoho, where nothing had changed here.
      expect(zoho.twin.requests.filter(({ method }) => method === "PUT")).toEqual([]);
      console.log(
        `${String(here.length)} leads in ${seconds.toFixed(0)} s, ${String(KILLED_AT.length)} kills, ` +
          `${String(new Set(progress).size)} steps of progress seen, other calls: ${describeDurations(admin.durations)}`,
      );
    },
  );
});
