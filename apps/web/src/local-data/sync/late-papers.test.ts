import { Problem } from "@ridgebook/contract";
import { beforeEach, expect, test } from "vitest";
import type { NewDocument } from "#local-data/documents/document-store.ts";
import type { LocalData } from "#local-data/local-data.ts";
import { leadFields, settled, TestDevice } from "#local-data/testing/test-device.ts";

/* A signed paper is sent at most 10 s after the line is back, also where the browser never said that it was gone. */

const CONTRACT: NewDocument = {
  estimateId: 9,
  leadId: 7,
  name: "Contract",
  type: 1,
  workflows: ["1"],
  createdTime: "2026-05-14T14:24:08.000Z",
  showAdditionalCost: false,
  additionalCost: 0,
  additionalWorkTotalBroughtFromAddendum: 0,
  data: { typeVersion: "1", number: "2026-0514-AAAA", model: "{}" },
  signatures: { customer: { data: "data:image/png;base64,AAAA", timestamp: "2026-05-14T14:24:08.000Z" } },
};
/** The usual pauses have grown to a minute and more. */
const LONG_S = 120;

let device: TestDevice;
let tab: LocalData;
/** Calls that the server did not answer. */
let callsInVain: number;

beforeEach(async () => {
  device = new TestDevice();
  callsInVain = 0;
  tab = await device.openAnnsTab({
    server: {
      call: (call) => {
        if (device.server.isDown) callsInVain += 1;
        return device.server.call(call);
      },
    },
  });
  device.server.put({ id: 7 });
  device.server.putEstimate({ id: 9, leadId: 7, name: "Roof", workflowIds: [1] });
  await tab.sync.run();
  return () => {
    tab.stop();
    expect(device.defects).toEqual([]);
  };
});

async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 2) {
    device.clock.advance(2_000);
    await settled();
  }
}

const paperState = async (): Promise<string | undefined> =>
  (await tab.documents.listOfEstimate(9)).find(({ name }) => name === "Contract")?.sync;

test.each([
  { what: "alone", before: async () => undefined },
  {
    what: "behind a new lead with an estimate of its own",
    before: async () => {
      const { id: leadId } = await tab.leads.create(leadFields({ lastName: "Marsh" }));
      await tab.estimates.create({ leadId, name: "Gutters", workflowIds: [4] });
    },
  },
])(
  "[SIGN-68] a signed paper $what is sent 10 s after the server answers again, after two minutes without it, though the browser said nothing",
  async ({ before }) => {
    device.server.isDown = true;
    await before();
    await tab.documents.create(CONTRACT);
    await settled();
    await pass(LONG_S);
    expect(await paperState()).toBe("waiting");
    // A try every 4 to 8 s, in this test in the middle: 6 s. Each is a call to send and one to receive.
    expect(callsInVain).toBeLessThan((LONG_S / 6) * 2 + 20);
    device.server.isDown = false;
    await pass(10);
    expect(await paperState()).toBe("synced");
  },
);

test("[SIGN-68] a file that is no paper waits longer and longer", async () => {
  device.server.isDown = true;
  await tab.leads.create(leadFields({ lastName: "Marsh" }));
  await settled();
  await pass(LONG_S);
  // After 2, 4, 8, … s, for sending and for receiving.
  expect(callsInVain).toBeLessThan(24);
});

test("[SIGN-68] a server that answers one call and not the next is not asked without a pause", async () => {
  await tab.documents.create(CONTRACT);
  const { call } = device.server;
  let sent = 0;
  tab.stop();
  tab = await device.openAnnsTab({
    server: {
      call: async (each) => {
        if (each.method === "GET") return await call.call(device.server, each);
        sent += 1;
        throw new Problem("requestTimeout");
      },
    },
  });
  await tab.documents.create({ ...CONTRACT, data: { ...CONTRACT.data, number: "2026-0514-BBBB" } });
  await settled();
  await pass(LONG_S);
  expect(sent).toBeGreaterThan(LONG_S / 10);
  expect(sent).toBeLessThan(LONG_S / 3);
});
