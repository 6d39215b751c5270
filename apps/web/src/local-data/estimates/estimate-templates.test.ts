import { templateOfEstimate, type EstimateTemplate, type EstimateTemplateId } from "@ridgebook/contract";
import { emptyEntry, fieldByKey, SECTIONS } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { beforeEach, describe, expect, test } from "vitest";
import type { LocalData } from "#local-data/local-data.ts";
import { buildItem, EAVE_LENGTH } from "#local-data/testing/build-estimate.ts";
import { settled, TestDevice } from "#local-data/testing/test-device.ts";
import { startKey, type LocalEstimate } from "./estimate-store.ts";

let device: TestDevice;
let tab: LocalData;

beforeEach(async () => {
  device = new TestDevice();
  tab = await device.openAnnsTab();
  return () => {
    tab.stop();
    expect(device.defects).toEqual([]);
  };
});

const accessories = fieldByKey(4, "gutterAccessories");
if (!accessories) throw new Error("Gutters have no accessories.");
const entryOf = (id: string) => {
  const found = starterPriceBook.entries.find((entry) => entry.id === id);
  if (!found) throw new Error(`The starter price book has no entry ${id}.`);
  return found;
};
const [first, second] = entryOf(accessories.id).options;
if (!first || !second) throw new Error("The starter price book offers no accessories.");

const items = [first, second].map((option, index) =>
  buildItem({
    id: index + 1,
    fieldId: accessories.id,
    fieldOptionId: option.id,
    value: option.value,
    quantity: 3,
    materialPrice: 999,
    materialCost: 998,
  }),
);

const buildTemplate = ({ withQuantities }: { withQuantities: boolean }): EstimateTemplate => ({
  ...templateOfEstimate(
    { workflowIds: [1, 4], duplicateWorkflows: [], items, workflowSummaries: {} },
    { withQuantities },
  ),
  id: 3 as EstimateTemplateId,
  name: "Gutters",
  isCompanyWide: true,
  madeBy: "Ann Lee",
  createdTime: "2026-11-28T08:00:00.000Z",
});

/** The price book of today, in which only `offered` accessories are left, and Roofing is switched off. */
async function receive(template: EstimateTemplate, offered = [first, second]): Promise<void> {
  device.server.put({ id: 7 });
  device.server.publish("estimate-fields", [
    { ...entryOf(accessories?.id ?? ""), options: offered, version: 4 },
    { ...emptyEntry(EAVE_LENGTH), version: 4 },
  ]);
  device.server.publish("estimate-workflows", [
    { id: 1, enabled: false, alias: "" },
    { id: 4, enabled: true, alias: "" },
  ]);
  device.server.publish("estimate-templates", [{ ...template }]);
  await tab.sync.run();
}

async function read(id: number): Promise<LocalEstimate> {
  const estimate = await tab.estimates.find(id);
  if (!estimate) throw new Error("The estimate is not here.");
  return estimate;
}

async function only(): Promise<EstimateTemplate> {
  const [template] = await tab.templates.list();
  if (!template) throw new Error("There is no template here.");
  return template;
}

describe("an estimate of a template", () => {
  test("[TPL-04] templates are kept, by name, and go when they were deleted", async () => {
    await receive(buildTemplate({ withQuantities: true }));
    device.server.publish("estimate-templates", [{ ...buildTemplate({ withQuantities: true }), id: 4, name: "Eaves" }]);
    await tab.sync.run();
    device.goOffline();
    expect((await tab.templates.list()).map(({ name }) => name)).toEqual(["Eaves", "Gutters"]);
    device.goOnline();
    device.server.publish("estimate-templates", [], [3]);
    await tab.sync.run();
    expect((await tab.templates.list()).map(({ id }) => id)).toEqual([4]);
  });

  test("[TPL-05] is made without a network at today's prices, and sent as any other", async () => {
    await receive(buildTemplate({ withQuantities: true }));
    device.goOffline();
    const result = await tab.estimates.createFromTemplate(await only(), { leadId: 7, name: "Gutters" });
    expect(result).toMatchObject({ outcome: "queued", leftOut: { workflowIds: [1], lines: [] } });
    const made = await read(result.id);
    expect(made).toMatchObject({ leadId: 7, name: "Gutters", workflowIds: [4], priceBookVersion: 4 });
    expect(made.items.map(({ quantity, materialPrice }) => ({ quantity, materialPrice }))).toEqual([
      // Costs of 14 and 19 at a margin of 40 %: 14 / 0.6 and 19 / 0.6, and not the 999 of the estimate that was saved.
      { quantity: 3, materialPrice: 23.33 },
      { quantity: 3, materialPrice: 31.67 },
    ]);
    device.goOnline();
    await settled();
    const sent = await tab.resolveId({ storeName: "estimates", id: result.id });
    expect(device.server.estimate(sent)).toMatchObject({ name: "Gutters", items: [{ quantity: 3 }, { quantity: 3 }] });
  });

  test("[TPL-05] names the choices that are not offered any more, and leaves them out", async () => {
    await receive(buildTemplate({ withQuantities: true }), [second]);
    const result = await tab.estimates.createFromTemplate(await only(), { leadId: 7, name: "Gutters" });
    expect(result.leftOut.lines).toEqual([`${accessories.label}, ${first.value}`]);
    expect((await read(result.id)).items.map(({ value }) => value)).toEqual([second.value]);
  });

  test("[TPL-06] without quantities is empty, and keeps the choices for its steps until they are saved", async () => {
    await receive(buildTemplate({ withQuantities: false }), [second]);
    device.goOffline();
    const result = await tab.estimates.createFromTemplate(await only(), { leadId: 7, name: "Gutters" });
    expect(result.leftOut.lines).toEqual([`${accessories.label}, ${first.value}`]);
    expect((await read(result.id)).items).toEqual([]);
    device.goOnline();
    await settled();
    const estimateId = await tab.resolveId({ storeName: "estimates", id: result.id });
    expect(estimateId).toBeGreaterThan(0);
    const start = await tab.estimates.drafts.read({ estimateId, copyKey: startKey("4") });
    expect(start?.values).toMatchObject({
      values: { gutterAccessories: [{ value: second.id, quantity: 0 }] },
    });
  });

  test("[TPL-02] has the optional steps that were added", async () => {
    const optional = SECTIONS.find((section) => section.workflowId === 4 && section.optional);
    const sectionIds = [optional?.id ?? 401];
    await receive({
      ...buildTemplate({ withQuantities: true }),
      optionalSections: [{ workflowId: 4, workflowEstimateId: 1, sectionIds }],
    });
    const { id } = await tab.estimates.createFromTemplate(await only(), { leadId: 7, name: "Gutters" });
    expect((await read(id)).workflowSummaries["4"]?.optionalSectionIds).toEqual(sectionIds);
  });

  test("[TPL-05] is refused, and nothing is made, while the price book is not here", async () => {
    device.server.put({ id: 7 });
    await tab.sync.run();
    const making = tab.estimates.createFromTemplate(buildTemplate({ withQuantities: true }), {
      leadId: 7,
      name: "New",
    });
    await expect(making).rejects.toMatchObject({ code: "unavailable" });
    expect(await tab.estimates.listOfLead(7)).toEqual([]);
  });
});
