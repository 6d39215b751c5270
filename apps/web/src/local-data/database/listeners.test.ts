import { beforeEach, expect, test } from "vitest";
import type { LocalData } from "#local-data/local-data.ts";
import { leadFields, TestDevice } from "#local-data/testing/test-device.ts";

const EVERY_LEAD = { searchQuery: "", limit: 100, offset: 0 } as const;

let device: TestDevice;
let tab: LocalData;
beforeEach(async () => {
  device = new TestDevice();
  tab = await device.openAnnsTab();
});

/** A listener may read and write at once: it must not mistake a finished transaction for its own. */
async function answerNews(listen: (react: () => void) => void): Promise<unknown[]> {
  const answers: Promise<unknown>[] = [];
  listen(() => {
    if (answers.length > 40) return;
    answers.push(
      (async () => {
        const page = await tab.leads.fetchPage(EVERY_LEAD);
        const [first] = page.data;
        if (first && first.city !== "Portage") await tab.leads.update(first.id, { city: "Portage" });
        return (await tab.leads.list(EVERY_LEAD)).totalCount;
      })(),
    );
  });
  device.server.put({ id: 7, firstName: "Luis" });
  await tab.sync.run();
  await tab.leads.create(leadFields());
  await tab.leads.update(7, { firstName: "Ana" });
  await tab.sync.run();
  const settled: unknown[] = [];
  for (let index = 0; index < answers.length; index += 1) settled.push(await answers[index]);
  return settled;
}

test("a listener to records may read, fetch and write at once", async () => {
  const answers = await answerNews((react) => tab.subscribe(react));
  expect(answers.length).toBeGreaterThan(3);
  expect(device.defects).toEqual([]);
});

test("a listener to the status may read, fetch and write at once", async () => {
  const answers = await answerNews((react) => tab.status.subscribe(react));
  expect(answers.length).toBeGreaterThan(3);
  expect(device.defects).toEqual([]);
});
