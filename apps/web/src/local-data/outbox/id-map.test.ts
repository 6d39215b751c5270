import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { leadFields, settled, TestDevice } from "#local-data/testing/test-device.ts";
import { idAfter } from "./id-map.ts";

describe("local ids", () => {
  test("[OFF-15] [OP-30] are -2, -4, -6, ..., whatever else happens, and never given twice", () => {
    fc.assert(
      fc.property(fc.nat({ max: 200 }), (count) => {
        const ids: number[] = [];
        for (let given = 0; given <= count; given++) ids.push(idAfter(ids.at(-1)));
        expect(ids).toEqual(ids.map((_id, index) => -2 * (index + 1)));
      }),
    );
  });

  test("[OFF-15] any mix of creates and sends maps every local id to a distinct server id", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }), async (sendsAfter) => {
        const device = new TestDevice();
        const tabs = [await device.openAnnsTab(), await device.openAnnsTab()];
        const names: string[] = [];
        for (const [index, isSent] of sendsAfter.entries()) {
          device.goOffline();
          names.push(`Lead ${String(index)}`);
          await tabs[index % 2]?.leads.create(leadFields({ firstName: `Lead ${String(index)}` }));
          if (isSent) device.goOnline();
          if (isSent) await settled();
        }
        device.goOnline();
        await settled();
        for (const [index, firstName] of names.entries())
          expect(await tabs[0]?.leads.find(-2 * (index + 1))).toMatchObject({ firstName, sync: "synced" });
        expect(device.server.leads).toHaveLength(names.length);
        for (const tab of tabs) tab.stop();
      }),
      { numRuns: 8, seed: 3 },
    );
  });
});
