import { describe, expect, test } from "vitest";
import type { LocalData } from "./local-data.ts";
import { leadFields, settled, TestDevice } from "./testing/test-device.ts";

/** From now on the disk is full: every write to the store fails, as the browser reports it. */
function fillDisk(tab: LocalData, storeName: "leads" | "local-changes"): () => void {
  const table = tab.databases.specified.table(storeName);
  const fail = (): never => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  };
  table.hook("creating", fail);
  table.hook("updating", fail);
  return () => {
    table.hook("creating").unsubscribe(fail);
    table.hook("updating").unsubscribe(fail);
  };
}

describe("a device without space", () => {
  test.each(["leads", "local-changes"] as const)(
    "says so, and stores neither the lead nor its entry (%s)",
    async (storeName) => {
      const device = new TestDevice();
      const tab = await device.openAnnsTab();
      device.goOffline();
      const empty = fillDisk(tab, storeName);
      await expect(tab.leads.create(leadFields())).rejects.toMatchObject({
        code: "unexpected",
        message: expect.stringContaining("This device has no space left. Nothing was lost:") as string,
      });
      expect(await tab.databases.specified.leads.count()).toBe(0);
      expect(await tab.databases.specified["local-changes"].count()).toBe(0);
      // Not even the local id was used up.
      empty();
      expect(await tab.leads.create(leadFields())).toEqual({ outcome: "queued", id: -2 });
      tab.stop();
    },
  );

  test("keeps an attempt frozen whose answer could not be stored, and settles it later", async () => {
    const device = new TestDevice();
    const tab = await device.openAnnsTab();
    let empty = (): void => undefined;
    device.server.onCall = ({ method }) => {
      if (method === "POST") empty = fillDisk(tab, "leads");
      device.server.onCall = () => Promise.resolve();
      return Promise.resolve();
    };
    expect(await tab.leads.create(leadFields())).toMatchObject({ outcome: "queued" });
    expect(tab.status.getSnapshot().storageProblem?.message).toContain("no space left");
    empty();
    await tab.sync.run();
    await settled();
    expect(device.server.leads).toHaveLength(1);
    expect(tab.status.getSnapshot()).toMatchObject({ unsyncedCount: 0, storageProblem: null });
    tab.stop();
  });
});
