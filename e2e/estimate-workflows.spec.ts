import { expect, test } from "vitest";
import { signIn } from "./support/account.ts";
import { waitUntilOfflineReady } from "./support/device.ts";
import { createEstimate, readBarTotal, readEstimateTotals, startSteps } from "./support/estimates.ts";
import { entriesOf, prepareEntry, readHouse } from "./support/house-entry.ts";
import { prepareJourney } from "./support/journey.ts";
import { countLeads, createLead } from "./support/leads.ts";

const journey = prepareJourney();

test.each((process.env.HOUSES ?? "gutters-cape").split(","))("%s", { timeout: 300_000 }, async (file) => {
  const house = readHouse(file);
  const page = await journey.openPage();
  const start = performance.now();
  await signIn(page);
  await waitUntilOfflineReady(page, { leadCount: await countLeads(journey.app) });
  await createLead(page, { "First name": "House", "Last name": file });
  await createEstimate(page, { work: [house.workflow] });
  await startSteps(page, house.workflow);
  const entry = prepareEntry(page, house);
  await entry.addOptionalSteps();
  try {
    await entry.walk(async (n) =>
      console.log(file, n, await readBarTotal(page), Math.round(performance.now() - start)),
    );
  } catch (error) {
    await page.screenshot({ path: `/tmp/rb-e2e/${file}.png` });
    console.log(entry.count, entry.leftOver());
    throw error;
  }
  console.log(file, entry.count, entriesOf(entry.count), entry.leftOver());
  await page.screenshot({ path: `/tmp/rb-e2e/${file}.png` });
  console.log(
    await readEstimateTotals(page),
    house.expected,
    house.priced.workflows[0]?.summary,
    Math.round(performance.now() - start),
  );
  expect(entry.leftOver()).toEqual([]);
});
