import { afterAll, beforeAll, expect, inject, test } from "vitest";
import {
  changeHere,
  leadsOf,
  startZohoApplication,
  syncOf,
  type ZohoAdmin,
  type ZohoApplication,
} from "./testing/zoho-application.ts";

/** `OUTAGE_HOURS=24` with `npm run connections:proof -- --outage`. */
const HOURS = Number(process.env["OUTAGE_HOURS"] ?? 1);
const STEPS = HOURS * 6;
const STEP_MINUTES = 10;
/** A lead stays for an admin to decide about from its conflict on, so there are enough others. */
const LEADS = 12 + Math.ceil(STEPS / 12);

/** Zoho's answers while it is down, in turns. Hanging ones, which take real time, are in egress/post-json.test.ts. */
const ANSWERS = [
  "internalError",
  "brokenOff",
  "rateLimit",
  "htmlWithSuccess",
  "limitExceeded",
  "errorWithSuccess",
] as const;
/** The calls that fail, in turns: an outage may be partial. */
const CALLS = [/./, /PUT /, /\/oauth\/|ids=/, /sort_by|Leads\/deleted/, /settings\/fields|actions\/watch|users/, /./];

let app: ZohoApplication;
beforeAll(async () => {
  app = await startZohoApplication(inject("postgresUrl"));
});
afterAll(() => app.close());

const zoho = () => app.twin.accounts.us;
const valueOf = (id: string, field: string): unknown => zoho().leads.get(id)?.values[field];

test(
  `[CONN-14] [ZOHO-28] ${String(HOURS)} hours of Zoho's failures lose no change of either side, and do none twice`,
  { timeout: 60_000 + HOURS * 60_000 },
  async () => {
    const at = (index: number): string => ids[index % ids.length] ?? "";
    zoho().leads.clear();
    const ids = Array.from({ length: LEADS }, (_, index) =>
      zoho().add({ First_Name: "Eve", Last_Name: `Stone ${String(index)}`, Zip_Code: "66061" }),
    );
    const connected = await app.newConnected();
    const { companyId, email } = connected;
    let admin: ZohoAdmin = connected;
    /** The last changes of each side alone, and the records that both changed, or Zoho deleted. */
    const [cities, streets] = [new Map<string, string>(), new Map<string, string>()];
    const [conflicts, added, removed] = [new Set<string>(), new Set<string>(), new Set<string>()];

    for (let step = 0; step < STEPS; step += 1) {
      app.clock.advance({ minutes: STEP_MINUTES });
      // The clock is the one of logins, too.
      admin = { ...(await app.signIn(connected, { companyId })), companyId, email };
      app.twin.behave();
      const answer = ANSWERS[(step + Math.floor(step / CALLS.length)) % ANSWERS.length] ?? "internalError";
      app.twin.program({ match: CALLS[step % CALLS.length] ?? /./, answer, times: 1_000 });

      const [here, there] = [at(step), at(step * 5 + 2)];
      cities.set(here, `City ${String(step)}`);
      await changeHere(admin, here, { city: `City ${String(step)}` });
      streets.set(there, `Street ${String(step)}`);
      zoho().change(there, { Street: `Street ${String(step)}` });
      if (step % 12 === 3) {
        const both = at(conflicts.size);
        conflicts.add(both);
        await changeHere(admin, both, { zipCode: "66001" });
        zoho().change(both, { Zip_Code: "66002" });
      }
      if (step % 10 === 4) added.add(zoho().add({ Last_Name: `Added ${String(step)}` }));
      if (step % 36 === 35) {
        const gone = ids.pop() ?? "";
        removed.add(gone);
        zoho().remove(gone);
      }
      // A third of Zoho's webhooks gets lost, and the rest comes twice.
      const own = app.hooks.splice(0).filter(({ url }) => url.endsWith(`/${String(companyId)}`));
      await app.deliver(own.filter((_, index) => (step + index) % 3 > 0).flatMap((hook) => [hook, hook]));
      await app.tasks["queue-zoho-syncs"]({});
      await app.runJobs();
      // The page works meanwhile.
      expect((await admin.call("getZohoAccount")).body.state).toBe("connected");
      expect((await syncOf(admin)).phase).toBe("following");
      expect((await admin.call("listZohoUsers", { query: {} })).status).toBe(200);
    }

    app.twin.behave();
    app.hooks.length = 0;
    app.clock.advance({ minutes: STEP_MINUTES });
    admin = { ...(await app.signIn(connected, { companyId })), companyId, email };
    await app.catchUp(admin);
    await app.catchUp(admin);

    const leads = await leadsOf(admin);
    expect([...leads.keys()].sort()).toEqual([...zoho().leads.keys()].sort());
    expect(leads.size).toBe(LEADS - removed.size + added.size);
    for (const [id, lead] of leads) {
      if (added.has(id)) {
        expect(lead.lastName).toBe(valueOf(id, "Last_Name"));
        continue;
      }
      const [city, street] = [cities.get(id) ?? "", streets.get(id) ?? ""];
      expect([lead.city, lead.street, valueOf(id, "City") ?? "", valueOf(id, "Street") ?? ""]).toEqual([
        city,
        street,
        city,
        street,
      ]);
      const zips = conflicts.has(id) ? ["66001", "66002"] : ["66061", "66061"];
      expect([lead.zipCode, valueOf(id, "Zip_Code")]).toEqual(zips);
    }
    const { findings, waitingCount } = await syncOf(admin);
    expect(waitingCount).toBe(0);
    const expected = [
      ...[...conflicts].filter((id) => !removed.has(id)).map((id) => `bothChanged ${id}`),
      ...[...removed].map((id) => `deletedThere ${id}`),
    ];
    expect(findings.map(({ kind, zohoId }) => `${kind} ${zohoId}`).sort()).toEqual(expected.sort());
    expect(zoho().workflowRuns).toBe(0);
    expect((await admin.call("getZohoAccount")).body).toMatchObject({ state: "connected" });
  },
);
