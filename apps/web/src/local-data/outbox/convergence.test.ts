import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Problem } from "@ridgebook/contract";
import type { LocalData } from "#local-data/local-data.ts";
import type { Fault } from "#local-data/testing/stand-in-server.ts";
import {
  ANN,
  BOB,
  discardShown,
  leadFields,
  settled,
  TestDevice,
  withoutRelease,
} from "#local-data/testing/test-device.ts";
import { backOffMs } from "./back-off.ts";

/** One thing that happens in a driveway, in the office or on the line between them. */
type Happening =
  | { do: "create"; tab: number }
  | { do: "edit"; tab: number; lead: number; field: Field; value: number }
  | { do: "delete"; tab: number; lead: number }
  | { do: "discard"; tab: number; lead: number }
  | { do: "editElsewhere"; lead: number; field: Field; value: number }
  | { do: "deleteElsewhere"; lead: number }
  | { do: "faults"; faults: FaultName[] }
  | { do: "offline" | "online" | "wait" }
  | { do: "sync" | "look"; tab: number }
  | { do: "crash" | "otherLogin"; tab: number };

const FIELDS = ["city", "street", "description"] as const;
type Field = (typeof FIELDS)[number];
type FaultName = "lostRequest" | "lostAnswer" | "500" | "401" | "403" | "none";

const tab = fc.integer({ min: 0, max: 1 });
const lead = fc.integer({ min: 0, max: 3 });
const value = fc.integer({ min: 0, max: 3 });
const field = fc.constantFrom(...FIELDS);
const faults = fc.array(fc.constantFrom<FaultName>("lostRequest", "lostAnswer", "500", "401", "403", "none"), {
  maxLength: 3,
});

const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({ do: fc.constant("create"), tab }),
  { weight: 4, arbitrary: fc.record({ do: fc.constant("edit"), tab, lead, field, value }) },
  fc.record({ do: fc.constant("delete"), tab, lead }),
  fc.record({ do: fc.constant("discard"), tab, lead }),
  fc.record({ do: fc.constant("editElsewhere"), lead, field, value }),
  fc.record({ do: fc.constant("deleteElsewhere"), lead }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant("faults"), faults }) },
  fc.record({ do: fc.constantFrom("offline", "online", "wait") }),
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("sync", "look"), tab }) },
  fc.record({ do: fc.constantFrom("crash", "otherLogin"), tab }),
);

const FAULTS: Record<FaultName, Fault | undefined> = {
  lostRequest: "lostRequest",
  lostAnswer: "lostAnswer",
  "500": new Problem("unexpected"),
  "401": new Problem("sessionExpired"),
  "403": new Problem("accessDenied"),
  none: undefined,
};

const QUERY = { searchQuery: "", limit: 100, offset: 0 };

async function play(
  happenings: readonly Happening[],
): Promise<{ device: TestDevice; tabs: LocalData[]; created: string[] }> {
  const device = new TestDevice();
  const tabs = [await device.openAnnsTab(), await device.openAnnsTab()];
  const created: string[] = [];
  // The test does not wait for a save: the next event happens while it is on its way.
  const running: Promise<unknown>[] = [];
  const begin = (work: Promise<unknown>): void => {
    running.push(work.catch((error: unknown) => (error instanceof Problem ? undefined : device.defects.push(error))));
  };
  for (const one of happenings) {
    const own = "tab" in one ? tabs[one.tab] : tabs[0];
    if (!own) continue;
    const leads = "lead" in one ? await own.databases.specified.leads.toArray() : [];
    const id = "lead" in one ? leads[one.lead]?.id : undefined;
    const onServer = "lead" in one ? device.server.leads[one.lead] : undefined;
    switch (one.do) {
      case "create": {
        const customerNumber = `C-${String(created.length + 1)}`;
        created.push(customerNumber);
        begin(own.leads.create(leadFields({ customerNumber })));
        break;
      }
      case "edit":
        if (id !== undefined) begin(own.leads.update(id, { [one.field]: String(one.value) }));
        break;
      case "delete":
        if (id !== undefined) begin(own.leads.remove(id));
        break;
      case "discard":
        if (id !== undefined) begin(discardShown(own, { storeName: "leads", id }));
        break;
      case "editElsewhere":
        if (onServer) device.server.put({ id: onServer.id, [one.field]: String(one.value) });
        break;
      case "deleteElsewhere":
        if (onServer) device.server.remove(onServer.id);
        break;
      case "faults":
        device.server.faults.push(...one.faults.map((name) => FAULTS[name]));
        break;
      case "offline":
        device.goOffline();
        break;
      case "online":
        device.goOnline();
        break;
      case "wait":
        device.clock.advance(20_000);
        break;
      case "sync":
        begin(own.sync.run());
        break;
      case "look":
        begin(own.leads.fetchPage(QUERY));
        break;
      case "otherLogin":
        // Another user borrows the tablet, and gives it back.
        begin(own.session.open(BOB).then(() => own.session.open(ANN)));
        break;
      case "crash":
        own.stop();
        tabs[one.tab] = await device.openAnnsTab();
    }
    for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
  device.server.faults.length = 0;
  device.goOnline();
  for (let round = 0; round < 5; round++) {
    device.clock.advance(backOffMs({ count: 20, fraction: 0 }));
    await settled();
  }
  await Promise.all(running);
  for (const each of tabs) await each.sync.run();
  await settled();
  for (const each of tabs) each.stop();
  return { device, tabs, created };
}

// A small share for every day; CONVERGENCE_RUNS and CONVERGENCE_SEED choose more, or others.
describe("for any failure of the network", () => {
  test("nothing is doubled, and what the device shows is what the server has or what still waits for a person", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 5, maxLength: 25 }), async (happenings) => {
        const { device, tabs, created } = await play(happenings);
        const [first] = tabs;
        if (!first) throw new Error("There is no tab.");
        expect(device.defects).toEqual([]);
        const changes = await first.databases.specified["local-changes"].toArray();
        expect(changes.filter(({ error }) => error === null)).toEqual([]);
        const numbers = device.server.leads.map(({ customerNumber }) => customerNumber);
        for (const number of created) expect(numbers.filter((other) => other === number).length).toBeLessThanOrEqual(1);

        const waiting = new Set(changes.map(({ id }) => id));
        const settledHere = (await first.databases.specified.leads.toArray()).filter(({ id }) => !waiting.has(id));
        const settledThere = device.server.leads.filter(({ id }) => !waiting.has(id));
        const byId = (one: { id: number }, other: { id: number }) => one.id - other.id;
        expect(settledHere.sort(byId).map(withoutRelease)).toEqual(settledThere.sort(byId));
      }),
      { numRuns: Number(process.env.CONVERGENCE_RUNS ?? 40), seed: Number(process.env.CONVERGENCE_SEED ?? 7) },
    );
  });
});
