import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import {
  itemsSlice,
  MAX_CHANGES_PAGE_ESTIMATES,
  slicesToBody,
  splitEstimate,
  type CompanyId,
  type Estimate,
  type EstimateInput,
  type EstimatePart,
  type EstimateSlices,
  type SavedEstimate,
  type StoredEstimateItem,
} from "@ridgebook/contract";
import {
  addRow,
  fieldByKey,
  findField,
  indexPriceBook,
  NO_AMOUNTS,
  priceFile,
  priceWorkflow,
  setQuantity,
  setValue,
  temporaryIds,
  toItems,
  type PricedFile,
  type WorkflowValues,
} from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { startTestApplication, type SignedIn, type TestApplication, type TestUser } from "#testing/test-application.ts";

const HOUSES = new URL("../../../../../packages/estimating/houses/", import.meta.url);
const houseFiles = readdirSync(HOUSES).filter((file) => file.endsWith(".json"));
const book = indexPriceBook(starterPriceBook);

const readHouse = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(file, HOUSES), "utf8")) as Record<string, unknown>;

function priceHouse(file: string): PricedFile {
  const { priced } = priceFile(readHouse(file), book);
  if (!priced) throw new Error(`${file} cannot be priced.`);
  return priced;
}

const topFieldId = (fieldId: string): string => {
  const field = findField(fieldId);
  return field?.ancestors[0] ?? fieldId;
};

/** The parts that save a house's workflows, as the forms would send them. */
const partsOf = ({ workflows }: PricedFile): EstimatePart[] =>
  workflows.map(({ workflowId, workflowEstimateId, items, summary }) => ({
    workflowId,
    workflowEstimateId,
    fieldIds: [...new Set(items.map(({ fieldId }) => topFieldId(fieldId)))] as EstimatePart["fieldIds"],
    items: items as StoredEstimateItem[],
    discountPercent: summary.discountPercent,
    marginPercent: summary.marginPercent,
  }));

const GUTTERS = 4;
const gutterField = (key: string): string => fieldByKey(GUTTERS, key)?.id ?? "";

/** Gutters with one accessory row, as the form has them after the user chose and counted. */
function accessoryItems({ rows, nextId = temporaryIds() }: { rows: readonly number[]; nextId?: () => number }) {
  let values: WorkflowValues = {};
  const options = book.entryOf(fieldByKey(GUTTERS, "gutterAccessories") ?? fail()).entry.options;
  for (const [index, quantity] of rows.entries()) {
    values = addRow({ workflowId: GUTTERS, values, outer: [], property: "gutterAccessories", book, nextId });
    const path = [{ property: "gutterAccessories", id: values["gutterAccessories"]?.at(-1)?.id ?? 0 }];
    values = setValue({ values, path, value: options[index % options.length]?.id ?? null });
    values = setQuantity({ values, path, quantity });
  }
  const lines = priceWorkflow({ workflowId: GUTTERS, book }, values);
  return toItems({ lines, book }).items as StoredEstimateItem[];
}
function fail(): never {
  throw new Error("The catalogue has no such field.");
}

const ACCESSORIES = gutterField("gutterAccessories");
const ACCESSORY_SLICE = itemsSlice({ workflowEstimateId: 1, fieldId: ACCESSORIES });

let server: TestApplication;
let companyId: CompanyId;
let ann: SignedIn & TestUser;
let bob: SignedIn & TestUser;
let leadId: number;

beforeAll(async () => {
  server = await startTestApplication(inject("postgresUrl"));
});
afterAll(() => server.close());
beforeEach(async () => {
  companyId = await server.createCompany();
  ann = await server.signInNew({ companyId, firstName: "Ann", lastName: "Lee" });
  bob = await server.signInNew({ companyId, firstName: "Bob", lastName: "Stone" });
  leadId = (await ann.call("createLead", { body: { lastName: "Whitfield" } })).body.id;
});

const query = async <Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> =>
  (await server.testDatabase.superuserPool.query<Row>(statement, values)).rows;

async function create(body: Record<string, unknown> = {}, who: SignedIn = ann): Promise<SavedEstimate> {
  const reply = await who.callRaw("createEstimate", { body: { leadId, name: "Whole house", ...body } });
  expect(reply.body).toMatchObject({ revision: 1 });
  return reply.body as SavedEstimate;
}

const read = async (id: number, who: SignedIn = ann): Promise<Estimate> =>
  (await who.call("getEstimate", { params: { id: String(id) } })).body;

/** Sends a change as a device does: the slices that it wants, with what they were in the estimate it saw. */
function change(who: SignedIn, seen: Estimate, wanted: EstimateSlices, key?: string) {
  const former = splitEstimate(seen);
  return who.callRaw("updateEstimate", {
    params: { id: seen.id },
    body: {
      ...slicesToBody(wanted),
      revision: seen.revision,
      former: Object.fromEntries(Object.keys(wanted).map((slice) => [slice, former[slice] ?? null])),
    },
    key,
  });
}

async function save(who: SignedIn, seen: Estimate, wanted: EstimateSlices): Promise<SavedEstimate> {
  const reply = await change(who, seen, wanted);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body as SavedEstimate;
}

const withoutIds = ({ itemIds: _itemIds, ...estimate }: SavedEstimate): Estimate => estimate;

describe("[API-29] [EST-23] creating an estimate", () => {
  test("[EST-04] needs no more than a lead and a name; the newest price book is its own", async () => {
    const created = await create();
    expect(created).toMatchObject({
      leadId,
      name: "Whole house",
      workflowIds: [],
      duplicateWorkflows: [],
      items: [],
      comparisons: [],
      workflowSummaries: {},
      documents: [],
      paymentOption: 0,
      promotion: 0,
      downpayment: 0,
      principal: 0,
      monthlyRate: 0,
      monthlyPayment: 0,
      term: { months: 0, ratePercent: 0, feePercent: 0, lenderFeePercent: 0, offerId: "" },
      priceBookVersion: 1,
      itemIds: {},
    });
    expect(await read(created.id, bob)).toEqual(withoutIds(created));
  });

  test("a lead that the company does not have is refused at leadId, a version that there is not at its member", async () => {
    const stranger = await server.signInNew({ companyId: await server.createCompany() });
    const foreign = (await stranger.call("createLead", { body: { lastName: "Foreign" } })).body.id;
    for (const id of [foreign, 999_999]) {
      const reply = await ann.callRaw("createEstimate", { body: { leadId: id, name: "Roof" } });
      expect(reply.status).toBe(400);
      expect(reply.problem.errors).toEqual({ leadId: ["The lead must be one of the company's leads."] });
    }
    const reply = await ann.callRaw("createEstimate", { body: { leadId, name: "Roof", priceBookVersion: 7 } });
    expect(reply.problem.errors).toEqual({ priceBookVersion: ["There is no such price book version."] });
  });

  test("the same attempt sent twice is one estimate", async () => {
    const key = randomUUID();
    const body = { leadId, name: "Once" };
    const first = await ann.callRaw("createEstimate", { body, key });
    const second = await ann.callRaw("createEstimate", { body, key });
    expect(second.body).toEqual(first.body);
    expect(await query("select from estimate where company_id = $1", [companyId])).toHaveLength(1);
  });

  test.each(houseFiles)("%s is stored as the engine prices it, to the cent", async (file) => {
    const priced = priceHouse(file);
    const created = await create({
      workflowIds: priced.workflows.map(({ workflowId }) => workflowId),
      parts: partsOf(priced),
    });
    const sent = priced.workflows.flatMap(({ items }) => items);
    expect(created.items).toHaveLength(sent.length);
    expect(Object.keys(created.itemIds)).toHaveLength(sent.length);
    const idOf = (id: number | null): number | null => (id === null ? null : (created.itemIds[String(id)] ?? 0));
    const storedById = new Map(created.items.map((item) => [item.id, item]));
    for (const item of sent)
      expect(storedById.get(idOf(item.id) ?? 0)).toEqual({
        ...item,
        id: idOf(item.id),
        parentItemId: idOf(item.parentItemId),
      });
    for (const { workflowId, summary } of priced.workflows)
      expect(created.workflowSummaries[String(workflowId)]).toMatchObject({
        discountableItemTotal: summary.discountableItemTotal,
        nonDiscountableItemTotal: summary.nonDiscountableItemTotal,
        totalCost: summary.totalCost,
      });
    expect(await read(created.id)).toEqual(withoutIds(created));
  });
});

describe("[SUM-01] [SUM-07] [SUM-10] totals are the server's", () => {
  test("[SUM-06] the Cape's gutters with discount, promotion and a loan, as calculated by hand (houses/gutters-cape.json)", async () => {
    const admin = await server.signInNew({ companyId, role: "Admin" });
    await admin.call("updateSettings", {
      body: [{ op: "replace", path: "/zeroInterest", value: { "12": { months: 12, label: "12 months" } } }],
    });
    const created = await create({
      workflowIds: [GUTTERS],
      parts: partsOf(priceHouse("gutters-cape.json")),
      promotion: 100,
      downpayment: 500,
      paymentOption: 3,
      term: { months: 12, ratePercent: 0, feePercent: 0, offerId: "12" },
      // The server does not trust a client's calculation.
      principal: 1,
      monthlyPayment: 2,
    });
    expect(created.workflowSummaries["4"]).toEqual({
      workflowId: GUTTERS,
      workflowEstimateId: 1,
      discountableItemTotal: 6538.75,
      nonDiscountableItemTotal: 100,
      totalCost: 3982.9,
      discountPercent: 0.05,
      marginPercent: 0,
      fee: 0,
      lenderFee: 0,
      promotion: 100,
      totalWithMargin: 6211.81,
      lastCompleteSectionId: null,
      optionalSectionIds: [],
      measurements: [],
      unpricedItems: [],
    });
    expect(created).toMatchObject({ principal: 5711.81, monthlyRate: 0, monthlyPayment: 475.98 });
  });

  test("a way to pay that the company does not offer is refused, none at all is fine", async () => {
    const seen = await create();
    const refused = await change(ann, seen, {
      paymentOption: 3,
      term: { months: 120, ratePercent: 0, feePercent: 0, offerId: "" },
    });
    expect(refused.problem.errors).toEqual({
      paymentOption: ["This way to pay is not offered. Please choose another one."],
    });
    const cash = await save(ann, seen, { paymentOption: 1 });
    expect(cash.paymentOption).toBe(1);
    expect((await save(ann, cash, { paymentOption: 0 })).paymentOption).toBe(0);
  });

  test("a promotion above the total is refused, and what lowers the total later is not", async () => {
    const seen = await create({
      workflowIds: [GUTTERS],
      workflowId: GUTTERS,
      fieldIds: [ACCESSORIES],
      items: accessoryItems({ rows: [5, 5] }),
    });
    const total = seen.workflowSummaries["4"]?.totalWithMargin ?? 0;
    expect(total).toBeGreaterThan(0);
    const refused = await change(ann, seen, { promotion: total + 0.01 });
    expect(Object.keys(refused.problem.errors ?? {})).toEqual(["promotion"]);
    const promoted = await save(ann, seen, { promotion: total });
    expect(promoted.workflowSummaries["4"]?.totalWithMargin).toBe(0);
    expect(promoted.workflowSummaries["4"]?.promotion).toBe(total);
    expect((await save(ann, promoted, { [ACCESSORY_SLICE]: null })).items).toEqual([]);
  });

  test("[SUM-08] [SUM-09] the discount is a fraction within the bounds and on the step of its field", async () => {
    const seen = await create({ workflowIds: [GUTTERS] });
    const reply = await ann.callRaw("updateEstimate", {
      params: { id: seen.id },
      body: { workflowId: GUTTERS, discountPercent: 0.1, marginPercent: 0.15, revision: 1, former: {} },
    });
    expect((reply.body as SavedEstimate).workflowSummaries["4"]).toMatchObject({
      discountPercent: 0.1,
      marginPercent: 0.15,
    });
    const refused = await ann.callRaw("updateEstimate", {
      params: { id: seen.id },
      body: {
        parts: [{ workflowId: GUTTERS, discountPercent: 9, marginPercent: 0.1512345 }],
        revision: 2,
        former: { "discountPercent:4": 0.1, "marginPercent:4": 0.15 },
      },
    });
    expect(refused.problem.errors).toEqual({
      "parts.0.discountPercent": [expect.stringContaining("must be at most")],
      "parts.0.marginPercent": [expect.stringContaining("is not a multiple of")],
    });
  });
});

describe("[API-30] [EST-22] [OP-04] saving a step", () => {
  test("the specified body replaces the named fields; new lines get ids, others keep theirs", async () => {
    const seen = await create({ workflowIds: [GUTTERS], parts: partsOf(priceHouse("gutters-cape.json")) });
    const kept = seen.items.filter(({ fieldId }) => topFieldId(fieldId) !== ACCESSORIES);
    const rows = accessoryItems({ rows: [2, 3, 4] });
    const reply = await ann.callRaw("updateEstimate", {
      params: { id: seen.id },
      body: {
        workflowId: GUTTERS,
        fieldIds: [ACCESSORIES],
        items: rows,
        lastCompleteSectionId: 401,
        optionalSectionIds: [],
        measurements: [],
        revision: 1,
        former: { [ACCESSORY_SLICE]: splitEstimate(seen)[ACCESSORY_SLICE] },
      },
    });
    const saved = reply.body as SavedEstimate;
    expect(saved).toMatchObject({ revision: 2 });
    expect(saved.items.filter(({ fieldId }) => topFieldId(fieldId) !== ACCESSORIES)).toEqual(kept);
    const stored = saved.items.filter(({ fieldId }) => fieldId === ACCESSORIES);
    expect(stored.map(({ quantity }) => quantity)).toEqual([2, 3, 4]);
    expect(stored.map(({ id }) => id)).toEqual(rows.map(({ id }) => saved.itemIds[String(id)]));
    expect(saved.workflowSummaries["4"]).toMatchObject({ lastCompleteSectionId: 401, discountPercent: 0.05 });
    expect(await read(seen.id)).toEqual(withoutIds(saved));
  });

  test("[ITEM-05] [ITEM-06] lines of nothing are dropped, rows keep the order of the form", async () => {
    const seen = await create({ workflowIds: [GUTTERS] });
    const first = await save(ann, seen, { [ACCESSORY_SLICE]: accessoryItems({ rows: [5, 0, 6] }) });
    expect(first.items.map(({ quantity }) => quantity)).toEqual([5, 6]);
    expect(Object.keys(first.itemIds)).toHaveLength(2);
    const between = accessoryItems({ rows: [1], nextId: () => -900 });
    const [top, bottom] = first.items;
    const second = await save(ann, first, { [ACCESSORY_SLICE]: [bottom, ...between, top] });
    expect(second.items.map(({ id }) => id)).toEqual([bottom?.id, second.itemIds["-900"], top?.id]);
    expect((await read(seen.id)).items).toEqual(second.items);
  });

  test("only rows that changed are written", async () => {
    const seen = await create({ workflowIds: [GUTTERS], parts: partsOf(priceHouse("gutters-cape.json")) });
    const rowsNow = () =>
      query<{ id: string; xmin: string }>(
        "select id, xmin::text from estimate_item where estimate_id = $1 order by id",
        [seen.id],
      );
    const before = await rowsNow();
    const stored = seen.items.filter(({ fieldId }) => fieldId === ACCESSORIES);
    await save(ann, seen, { [ACCESSORY_SLICE]: [...stored, ...accessoryItems({ rows: [7] })] });
    const after = new Map((await rowsNow()).map(({ id, xmin }) => [id, xmin]));
    expect(after.size).toBe(before.length + 1);
    for (const { id, xmin } of before) expect(after.get(id)).toBe(xmin);
  });

  test("parts of several workflows are one change: all of them or none", async () => {
    const seen = await create({ workflowIds: [1, GUTTERS] });
    const roof = partsOf(priceHouse("roofing-colonial.json")).filter(({ workflowId }) => workflowId === 1);
    const gutters = partsOf(priceHouse("gutters-colonial.json")).map((part) => ({
      ...part,
      // Ids of two files begin at the same number; those of one device do not.
      items: (part.items ?? []).map((item) => ({
        ...item,
        id: item.id - 100_000,
        parentItemId: item.parentItemId === null ? null : item.parentItemId - 100_000,
      })),
    }));
    const send = (parts: unknown[]) =>
      ann.callRaw("updateEstimate", { params: { id: seen.id }, body: { parts, revision: 1, former: {} } });
    const cheap = gutters.map((part) => ({
      ...part,
      items: part.items.map((item) => ({ ...item, laborPrice: item.laborPrice / 2 })),
    }));
    const refused = await send([...roof, ...cheap]);
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.problem.errors ?? {}).every((path) => path.startsWith("parts.1.items."))).toBe(true);
    expect((await read(seen.id)).items).toEqual([]);
    const saved = (await send([...roof, ...gutters])).body as SavedEstimate;
    expect(Object.keys(saved.workflowSummaries)).toEqual(["1", "4"]);
    expect(saved.workflowSummaries["1"]?.totalCost).toBeGreaterThan(0);
    expect(saved.workflowSummaries["4"]?.totalCost).toBeGreaterThan(0);
  });

  test("[EST-18] [OP-05] optional sections are kept on the summary; sections of another workflow are refused", async () => {
    const seen = await create({ workflowIds: [1] });
    const saved = await save(ann, seen, { "optionalSectionIds:1": [146, 147] });
    expect(saved.workflowSummaries["1"]?.optionalSectionIds).toEqual([146, 147]);
    const back = await save(ann, saved, { "optionalSectionIds:1": null });
    expect(back.workflowSummaries["1"]?.optionalSectionIds).toEqual([]);
    const refused = await change(ann, back, { "optionalSectionIds:1": [401], "lastCompleteSectionId:1": 402 });
    expect(Object.keys(refused.problem.errors ?? {})).toEqual(["lastCompleteSectionId", "optionalSectionIds"]);
  });

  test("[MEASURE-10][MEASURE-11] values from measurements are stored, and only of the workflow's own fields", async () => {
    const seen = await create({ workflowIds: [1] });
    const taken = {
      fieldId: "1.58",
      of: "",
      quantity: 129,
      source: "Hover",
      takenTime: "2026-11-24T09:20:00.000Z",
      givens: [{ name: "eaves", value: 128.67, path: "roof.measurements.gutters_eaves" }],
    };
    const saved = await save(ann, seen, { "measurements:1": [taken] });
    expect(saved.workflowSummaries["1"]?.measurements).toEqual([taken]);
    const refused = await change(ann, saved, { "measurements:1": [{ ...taken, fieldId: "4.2" }] });
    expect(Object.keys(refused.problem.errors ?? {})).toEqual(["measurements.0.fieldId"]);
  });

  test("[ITEM-34] entries without a price are stored beside the items, under ids that follow theirs", async () => {
    const seen = await create({ workflowIds: [3] });
    const row = { fieldOptionId: null, value: "", workflowEstimateId: 1, quantity: 1 };
    const window = { id: -2, parentItemId: null, fieldId: "3.1", ...row, ...NO_AMOUNTS };
    const size = { id: -6, parentItemId: -2, fieldId: "3.4", ...row, ...NO_AMOUNTS, quantity: 300 };
    const type = { id: -4, parentItemId: -2, fieldId: "3.7", fieldOptionId: "3.7.1", value: "Bay", quantity: 1 };
    const saved = await save(ann, seen, { "items:1:3.1": [window, size], "unpricedItems:3": [type] });
    const kept = { ...type, id: saved.itemIds["-4"], parentItemId: saved.itemIds["-2"] };
    expect(saved.items.find(({ fieldId }) => fieldId === "3.1")?.id).toBe(saved.itemIds["-2"]);
    expect(saved.workflowSummaries["3"]?.unpricedItems).toEqual([kept]);
    expect((await read(saved.id)).workflowSummaries["3"]?.unpricedItems).toEqual([kept]);

    const renamed = await save(ann, saved, { name: "Bay window" });
    expect(renamed.workflowSummaries["3"]?.unpricedItems).toEqual([kept]);
    const none = await save(ann, renamed, { "unpricedItems:3": null });
    expect(none.workflowSummaries["3"]?.unpricedItems).toEqual([]);

    const foreign = await change(ann, none, { "unpricedItems:3": [{ ...type, fieldId: "4.2" }, type] });
    expect(Object.keys(foreign.problem.errors ?? {})).toEqual(["unpricedItems.0.fieldId", "unpricedItems.1.id"]);
  });

  test("[SYNC-80] a save leaves what a newer server keeps beside it", async () => {
    const seen = await create({ workflowIds: [1] });
    await query("alter table estimate_summary add column of_a_newer_server integer not null default 0");
    try {
      await query("update estimate_summary set of_a_newer_server = 7 where estimate_id = $1", [seen.id]);
      await save(ann, seen, { "optionalSectionIds:1": [146] });
      expect(
        await query("select of_a_newer_server, optional_section_ids from estimate_summary where estimate_id = $1", [
          seen.id,
        ]),
      ).toEqual([{ of_a_newer_server: 7, optional_section_ids: [146] }]);
    } finally {
      await query("alter table estimate_summary drop column of_a_newer_server");
    }
  });

  test("a step may be saved before others: requirements of other steps, and the roof's pitches, do not block it", async () => {
    const priced = priceHouse("roofing-colonial.json");
    const [roof] = partsOf(priced);
    const seen = await create({ workflowIds: [1] });
    const pitches = fieldByKey(1, "installPitch")?.id ?? "";
    const items = (roof?.items ?? []).filter(({ fieldId }) => topFieldId(fieldId) === pitches);
    expect(items.length).toBeGreaterThan(0);
    const saved = await save(ann, seen, { [itemsSlice({ workflowEstimateId: 1, fieldId: pitches })]: items });
    expect(saved.items.length).toBe(items.length);
  });

  test("a change that changes nothing leaves revision and time", async () => {
    const seen = await create({ workflowIds: [GUTTERS], workflowId: GUTTERS, discountPercent: 0.05 });
    server.clock.advance({ minutes: 1 });
    const reply = await save(ann, seen, { name: seen.name, "discountPercent:4": 0.05, [ACCESSORY_SLICE]: null });
    expect(withoutIds(reply)).toEqual(withoutIds(seen));
  });
});

describe("[API-30] two people change one estimate", () => {
  test("half an emoji becomes the sign for an unknown character, also in a conflict", async () => {
    const seen = await create({ workflowIds: [GUTTERS], parts: partsOf(priceHouse("gutters-cape.json")) });
    const location = gutterField("downspoutLocation");
    const slice = itemsSlice({ workflowEstimateId: 1, fieldId: location });
    const line = seen.items.find(({ fieldId }) => fieldId === location);
    const writing = (value: string): EstimateSlices => ({ [slice]: [{ ...(line ?? fail()), value }] });
    const saved = await save(ann, seen, writing("Porch \ud83d"));
    expect(saved.items.find(({ id }) => id === line?.id)?.value).toBe("Porch \ufffd");
    const reply = await change(bob, seen, writing("Garage \ud83d"), randomUUID());
    expect(reply.status).toBe(409);
    expect(JSON.stringify(reply.problem.conflicts)).toContain("Garage \ufffd");
  });

  test("different slices: both get their way", async () => {
    const seen = await create({ workflowIds: [GUTTERS] });
    await save(ann, seen, { "discountPercent:4": 0.05 });
    const second = await save(bob, seen, { [ACCESSORY_SLICE]: accessoryItems({ rows: [5] }), name: "Gutters" });
    expect(second).toMatchObject({ name: "Gutters", revision: 3 });
    expect(second.workflowSummaries["4"]).toMatchObject({ discountPercent: 0.05 });
    expect(second.items).toHaveLength(1);
  });

  test("[EST-17] two people who complete different steps: the later one in the company's own order stays", async () => {
    await query(
      `insert into estimate_section (company_id, workflow_id, section_id, optional, section_order)
       values ($1, $2, 404, false, 1)
       on conflict (company_id, workflow_id, section_id) do update set section_order = 1`,
      [companyId, GUTTERS],
    );
    const seen = await create({ workflowIds: [GUTTERS] });
    await save(bob, seen, { "lastCompleteSectionId:4": 404 });
    const merged = await save(ann, seen, { "lastCompleteSectionId:4": 402 });
    expect(merged.workflowSummaries["4"]).toMatchObject({ lastCompleteSectionId: 402 });
  });

  test("the same slice: 409 with both values, and nothing of the change is applied", async () => {
    const seen = await create({ workflowIds: [GUTTERS] });
    const theirs = await save(bob, seen, { [ACCESSORY_SLICE]: accessoryItems({ rows: [5] }) });
    const mine = accessoryItems({ rows: [6] });
    const reply = await change(ann, seen, { [ACCESSORY_SLICE]: mine, name: "Mine" });
    expect(reply.status).toBe(409);
    expect(reply.problem).toMatchObject({
      code: "conflict",
      changedBy: "Bob Stone",
      changedTime: theirs.modifiedTime,
      conflicts: [{ field: ACCESSORY_SLICE, former: null, mine, theirs: theirs.items }],
    });
    expect(await read(seen.id)).toEqual(withoutIds(theirs));
    const agreed = await save(ann, theirs, { [ACCESSORY_SLICE]: mine });
    expect(agreed.items.map(({ quantity }) => quantity)).toEqual([6]);
  });

  test("[SYNC-06] a conflict names the author and time of that slice, although someone else saved another one since", async () => {
    const cara = await server.signInNew({ companyId, firstName: "Cara", lastName: "Diaz" });
    const seen = await create({ workflowIds: [GUTTERS] });
    const bobs = await save(bob, seen, { [ACCESSORY_SLICE]: accessoryItems({ rows: [5] }), name: "Bob's" });
    server.clock.advance({ minutes: 5 });
    const caras = await save(cara, bobs, { "discountPercent:4": 0.05 });
    server.clock.advance({ minutes: 5 });
    await save(ann, caras, { workflowIds: [GUTTERS, 1] });
    const mine = accessoryItems({ rows: [6] });

    const byBob = { changedBy: "Bob Stone", changedTime: bobs.modifiedTime };
    const late = (await change(ann, seen, { [ACCESSORY_SLICE]: mine })).problem;
    expect(late).toMatchObject({ conflicts: [{ field: ACCESSORY_SLICE, theirs: bobs.items, ...byBob }], ...byBob });
    expect(late).not.toHaveProperty("changedByYou");

    const byCara = { changedBy: "Cara Diaz", changedTime: caras.modifiedTime };
    const both = (await change(ann, seen, { name: "Mine", "discountPercent:4": 0.1 })).problem;
    const authors = both.conflicts?.map(({ field, changedBy, changedTime }) => ({ field, changedBy, changedTime }));
    expect(authors).toHaveLength(2);
    expect(authors).toEqual(
      expect.arrayContaining([
        { field: "name", ...byBob },
        { field: "discountPercent:4", ...byCara },
      ]),
    );
    expect(both).toMatchObject(byCara);
  });

  test("[SYNC-06] parts that were removed with a workflow have the workflow's remover as their author", async () => {
    const seen = await create({ workflowIds: [GUTTERS] });
    const filled = await save(ann, seen, { [ACCESSORY_SLICE]: accessoryItems({ rows: [5] }) });
    const none = await save(bob, filled, { workflowIds: [] });
    server.clock.advance({ minutes: 5 });
    await save(ann, none, { name: "Mine" });
    const [line] = filled.items;
    const late = await change(ann, filled, { [ACCESSORY_SLICE]: [{ ...(line ?? fail()), quantity: 6 }] });
    expect(late.problem).toMatchObject({
      conflicts: [{ field: "workflowIds", theirs: [], changedBy: "Bob Stone", changedTime: none.modifiedTime }],
    });
  });

  test("[SYNC-06] slices saved before authors were stored have the last save's author; estimates do not contain authors", async () => {
    const seen = await create({ workflowIds: [GUTTERS] });
    const bobs = await save(bob, seen, { name: "Bob's" });
    // The state after a migration.
    await query("update estimate set field_authors = default where id = $1", [seen.id]);
    const told = { changedBy: "Bob Stone", changedTime: bobs.modifiedTime };
    expect((await change(ann, seen, { name: "Mine" })).problem).toMatchObject(told);
    server.clock.advance({ minutes: 5 });
    const saved = await save(ann, bobs, { "discountPercent:4": 0.05 });
    expect((await change(ann, seen, { name: "Mine" })).problem).toMatchObject(told);
    for (const shown of [saved, await read(seen.id)]) expect(shown).not.toHaveProperty("fieldAuthors");
  });

  test("the same change twice: no conflict, and the new lines are those that are there", async () => {
    const seen = await create({ workflowIds: [GUTTERS] });
    const theirs = await save(bob, seen, { [ACCESSORY_SLICE]: accessoryItems({ rows: [5, 6] }) });
    const same = accessoryItems({ rows: [5, 6], nextId: temporaryIds({ below: -500 }) });
    const reply = await save(ann, seen, { [ACCESSORY_SLICE]: same });
    expect(reply.revision).toBe(theirs.revision);
    expect(same.map(({ id }) => reply.itemIds[String(id)])).toEqual(theirs.items.map(({ id }) => id));
  });

  test("a line that comes back after it was deleted gets an id, which the reply names", async () => {
    const seen = await create({ workflowIds: [GUTTERS] });
    const filled = await save(ann, seen, { [ACCESSORY_SLICE]: accessoryItems({ rows: [5] }) });
    const emptied = await save(ann, filled, { [ACCESSORY_SLICE]: null });
    const undone = await save(ann, emptied, { [ACCESSORY_SLICE]: filled.items });
    const [was] = filled.items;
    expect(undone.items.map(({ id }) => id)).toEqual([undone.itemIds[String(was?.id)]]);
  });

  test("a member without its former value is refused by name", async () => {
    const seen = await create();
    const reply = await ann.callRaw("updateEstimate", {
      params: { id: seen.id },
      body: { name: "Other", revision: 1, former: {} },
    });
    expect(reply.problem.errors).toEqual({ "former.name": ["The former value is missing."] });
  });
});

describe("[OP-33] workflows and their copies", () => {
  test("a copy has its own lines, decisions and summary, which are removed with it", async () => {
    const rows = accessoryItems({ rows: [5] });
    const seen = await create({
      workflowIds: [GUTTERS],
      duplicateWorkflows: [{ workflowId: GUTTERS, workflowEstimateId: 2, name: "Garage" }],
      parts: [
        { workflowId: GUTTERS, fieldIds: [ACCESSORIES], items: rows, discountPercent: 0.05 },
        {
          workflowId: GUTTERS,
          workflowEstimateId: 2,
          fieldIds: [ACCESSORIES],
          items: accessoryItems({ rows: [2], nextId: temporaryIds({ below: -50 }) }),
        },
      ],
    });
    expect(seen.items.map(({ workflowEstimateId, quantity }) => [workflowEstimateId, quantity])).toEqual([
      [1, 5],
      [2, 2],
    ]);
    expect(Object.keys(seen.workflowSummaries)).toEqual(["4", "4.2"]);
    expect(seen.workflowSummaries["4.2"]).toMatchObject({ discountPercent: 0, workflowEstimateId: 2 });
    const single = await save(ann, seen, { duplicateWorkflows: [] });
    expect(single.items).toHaveLength(1);
    expect(Object.keys(single.workflowSummaries)).toEqual(["4"]);
    const none = await save(ann, single, { workflowIds: [] });
    expect(none).toMatchObject({ items: [], workflowSummaries: {} });
    expect(await query("select from estimate_item where estimate_id = $1", [seen.id])).toHaveLength(0);
    const refused = await change(ann, none, { [ACCESSORY_SLICE]: rows });
    expect(refused.problem.errors).toEqual({ workflowId: ["This workflow is not part of the estimate."] });
  });

  test("copies of workflows that are not there, and copies twice, are refused", async () => {
    const copy = { workflowId: GUTTERS, workflowEstimateId: 2, name: "" };
    const reply = await ann.callRaw("createEstimate", {
      body: { leadId, name: "Roof", workflowIds: [1], duplicateWorkflows: [copy, copy] },
    });
    expect(Object.keys(reply.problem.errors ?? {})).toEqual([
      "duplicateWorkflows.0.workflowId",
      "duplicateWorkflows.1.workflowId",
      "duplicateWorkflows.1.workflowEstimateId",
    ]);
  });
});

describe("[OP-33] [API-30] two people change which work an estimate holds", () => {
  const SIDING = 2;
  const COPY_SLICE = itemsSlice({ workflowEstimateId: 2, fieldId: ACCESSORIES });
  const further = (name: string, workflowEstimateId = 2) => [{ workflowId: GUTTERS, workflowEstimateId, name }];
  const copyRows = (rows: readonly number[]): StoredEstimateItem[] =>
    accessoryItems({ rows }).map((item) => ({ ...item, workflowEstimateId: 2 }));
  const conflictsOf = async (reply: ReturnType<typeof change>) => {
    const { status, problem } = await reply;
    const conflicts = problem.conflicts ?? [];
    // The caller filled or emptied the work, no matter who made the list in question.
    expect([status, ...conflicts.map(({ changedBy }) => changedBy)]).toEqual([
      409,
      ...conflicts.map(() => "Bob Stone"),
    ]);
    return conflicts.map(({ field, former, mine, theirs }) => ({ field, former, mine, theirs }));
  };

  test("lines in fields that were empty when another user removed the work are not lost without a question, and go once they are known", async () => {
    const seen = await create({ workflowIds: [1, GUTTERS], workflowId: GUTTERS, discountPercent: 0.05 });
    const rows = await save(bob, seen, { [ACCESSORY_SLICE]: accessoryItems({ rows: [5] }) });
    const removal = { workflowIds: [1], "discountPercent:4": null };
    expect(await conflictsOf(change(ann, seen, removal))).toEqual([
      { field: "workflowIds", former: [1, GUTTERS], mine: [1], theirs: [1, GUTTERS] },
    ]);
    expect(await read(seen.id)).toEqual(withoutIds(rows));
    const agreed = await save(ann, { ...rows, revision: seen.revision }, { ...removal, [ACCESSORY_SLICE]: null });
    expect(agreed).toMatchObject({ workflowIds: [1], items: [] });
    expect(Object.keys(agreed.workflowSummaries)).toEqual(["1"]);
  });

  test("additions of both are stored, with their lines", async () => {
    const seen = await create({ workflowIds: [1] });
    await save(bob, seen, { workflowIds: [1, SIDING] });
    const both = await save(ann, seen, {
      workflowIds: [1, GUTTERS],
      [ACCESSORY_SLICE]: accessoryItems({ rows: [5] }),
    });
    expect(both).toMatchObject({ workflowIds: [1, SIDING, GUTTERS], items: [{ quantity: 5 }] });
  });

  test("lines for work that another user removed meanwhile lead to a question, not to an error", async () => {
    const seen = await create({ workflowIds: [1, GUTTERS] });
    const theirs = await save(bob, seen, { workflowIds: [1] });
    const rows = { [ACCESSORY_SLICE]: accessoryItems({ rows: [5] }) };
    expect(await conflictsOf(change(ann, seen, rows))).toMatchObject([
      { field: "workflowIds", mine: [1, GUTTERS], theirs: [1] },
    ]);
    const back = await save(ann, { ...theirs, revision: seen.revision }, { workflowIds: [1, GUTTERS], ...rows });
    expect(back.items).toHaveLength(1);
  });

  test("a garage and a shed under one number do not become one copy; under two both are there", async () => {
    const seen = await create({ workflowIds: [GUTTERS] });
    const shed = await save(bob, seen, { duplicateWorkflows: further("Second gutters"), [COPY_SLICE]: copyRows([2]) });
    const garage = { duplicateWorkflows: further("Second gutters"), "discountPercent:4.2": 0.05 };
    expect(await conflictsOf(change(ann, seen, garage))).toEqual([
      {
        field: "duplicateWorkflows",
        former: [],
        mine: further("Second gutters"),
        theirs: further("Second gutters"),
      },
    ]);
    expect(await read(seen.id)).toEqual(withoutIds(shed));
    const both = await save(ann, seen, { duplicateWorkflows: further("Garage", 3), "discountPercent:4.3": 0.05 });
    expect(both.duplicateWorkflows).toEqual([...further("Second gutters"), ...further("Garage", 3)]);
    expect(both.workflowSummaries).toMatchObject({ "4.2": { discountPercent: 0 }, "4.3": { discountPercent: 0.05 } });
  });

  test("[SYNC-01] a further copy that is sent again under another key exists once, without a question", async () => {
    const seen = await create({ workflowIds: [GUTTERS] });
    const wanted = { duplicateWorkflows: further("Garage"), [COPY_SLICE]: copyRows([2]) };
    const first = await save(ann, seen, wanted);
    const again = await change(ann, seen, wanted, randomUUID());
    expect(again).toMatchObject({ status: 200, body: { revision: first.revision, itemIds: first.itemIds } });
  });

  test("further copies of two people are no more than an estimate can hold", async () => {
    const copies = (from: number) =>
      Array.from({ length: 11 }, (_, index) => further(`Copy ${from + index}`, from + index)).flat();
    const seen = await create({ workflowIds: [GUTTERS] });
    await save(bob, seen, { duplicateWorkflows: copies(2) });
    const reply = await change(ann, seen, { duplicateWorkflows: copies(102) });
    expect(reply.problem.errors).toEqual({ duplicateWorkflows: ["At most 20 copies."] });
  });
});

describe("[OP-34] comparisons", () => {
  const roofParts = () => partsOf(priceHouse("roofing-colonial.json")).filter(({ workflowId }) => workflowId === 1);
  const packageField = fieldByKey(1, "package");

  test("are kept with their lines, the chosen package's under the same ids as in the estimate", async () => {
    const [roof] = roofParts();
    const compared = (roof?.items ?? []).filter(({ fieldId }) => findField(topFieldId(fieldId))?.isComparison);
    const chosen = compared.find(({ fieldId }) => fieldId === packageField?.id)?.fieldOptionId;
    expect(chosen).toBeDefined();
    const comparisons = [{ fieldOptionId: chosen, items: compared }];
    const seen = await create({ workflowIds: [1], parts: [{ ...roof, comparisons }] });
    expect(seen.comparisons).toMatchObject([{ workflowId: 1, workflowEstimateId: 1, fieldOptionId: chosen }]);
    const ids = new Set(seen.items.map(({ id }) => id));
    for (const { id } of seen.comparisons[0]?.items ?? []) expect(ids).toContain(id);
    expect(await read(seen.id)).toEqual(withoutIds(seen));
    const ended = await save(ann, seen, { "comparisons:1": null });
    expect(ended.comparisons).toEqual([]);
  });

  test("a package of another field, a line of another price, a field that no package decides are refused", async () => {
    const [roof] = roofParts();
    const items = roof?.items ?? [];
    const [line] = items.filter(({ fieldId }) => fieldId === packageField?.id);
    const send = (comparisons: unknown[]) =>
      ann.callRaw("createEstimate", {
        body: { leadId, name: "Roof", workflowIds: [1], parts: [{ ...roof, comparisons }] },
      });
    const errorsOf = async (comparisons: unknown[]) => Object.keys((await send(comparisons)).problem.errors ?? {});
    expect(await errorsOf([{ fieldOptionId: "1.36.1", items: [] }])).toEqual(["parts.0.comparisons.0.fieldOptionId"]);
    expect(
      await errorsOf([
        { fieldOptionId: line?.fieldOptionId, items: [{ ...line, materialPrice: (line?.materialPrice ?? 0) - 1 }] },
      ]),
    ).toEqual(["parts.0.comparisons.0.items.0.materialPrice"]);
    const [other] = items.filter(
      ({ fieldId, parentItemId }) => parentItemId === null && findField(fieldId)?.isComparison !== true,
    );
    expect(await errorsOf([{ fieldOptionId: line?.fieldOptionId, items: [other] }])).toEqual([
      "parts.0.comparisons.0.items.0.fieldId",
    ]);
  });
});

describe("[API-72] a whole estimate, as it was read", () => {
  const packageField = fieldByKey(1, "package") ?? fail();
  const packages = book.entryOf(packageField).entry.options.map(({ id }) => id);
  /** A roof with a compared package, and gutters with two rows, a discount, and progress. */
  async function createWhole(): Promise<SavedEstimate> {
    const [roof] = partsOf(priceHouse("roofing-colonial.json")).filter(({ workflowId }) => workflowId === 1);
    const compared = (roof?.items ?? []).filter(({ fieldId }) => findField(topFieldId(fieldId))?.isComparison);
    const fieldOptionId = compared.find(({ fieldId }) => fieldId === packageField.id)?.fieldOptionId;
    const rows = accessoryItems({ rows: [5, 7] }).map((item) => ({ ...item, id: item.id - 1_000_000 }));
    const decided = { discountPercent: 0.05, lastCompleteSectionId: 401 };
    const gutters = { workflowId: GUTTERS, fieldIds: [ACCESSORIES], items: rows, ...decided };
    const parts = [{ ...roof, comparisons: [{ fieldOptionId, items: compared }] }, gutters];
    return create({ workflowIds: [1, GUTTERS], parts });
  }
  const send = (id: number, body: object) => ann.callRaw("updateEstimate", { params: { id: String(id) }, body });
  const entityOf = async (id: number) => {
    const { revision: _revision, ...entity } = await read(id);
    return entity;
  };

  test("changes what was changed in it: a line, a comparison, decisions of a summary", async () => {
    const { id } = await createWhole();
    const entity = await entityOf(id);
    const same = await send(id, entity);
    expect([same.status, same.body]).toMatchObject([200, { ...entity, revision: 1 }]);

    const items = entity.items.map((item) => (item.quantity === 7 ? { ...item, quantity: 8 } : item));
    const compared = entity.comparisons[0]?.items ?? [];
    const other = packages.find((option) => option !== entity.comparisons[0]?.fieldOptionId);
    const comparisons = [...entity.comparisons, { fieldOptionId: other, items: [] }];
    const { "1": roof, "4": gutters } = entity.workflowSummaries;
    const workflowSummaries = {
      "1": { ...roof, totalCost: 0 },
      "4": { ...gutters, discountPercent: 0, lastCompleteSectionId: 402 },
    };
    const reply = await send(id, { ...entity, items, comparisons, workflowSummaries });
    expect(reply).toMatchObject({ status: 200, body: { revision: 2, items } });
    const { comparisons: kept, workflowSummaries: settled } = reply.body as Estimate;
    expect(kept).toMatchObject([{ items: compared.map(({ id: line }) => ({ id: line })) }, { items: [] }]);
    expect(settled).toMatchObject({
      "1": { totalCost: roof?.totalCost },
      "4": { discountPercent: 0, lastCompleteSectionId: 402 },
    });
  });

  test("makes another estimate like it", async () => {
    const { id } = await createWhole();
    const entity = await entityOf(id);
    const { body } = await ann.callRaw("createEstimate", { body: { ...entity, id: -2, name: "Again" } });
    const made = body as SavedEstimate;
    expect(made.items).toHaveLength(entity.items.length);
    expect(made.comparisons).toHaveLength(1);
    expect(made.workflowSummaries).toEqual(entity.workflowSummaries);
  });

  test("[ITEM-05] keeps what it leaves out; a field is emptied by its name", async () => {
    const { id } = await createWhole();
    const entity = await entityOf(id);
    const items = entity.items.filter(({ fieldId }) => topFieldId(fieldId) !== ACCESSORIES);
    const kept = await send(id, { ...entity, items, comparisons: [] });
    expect([kept.status, kept.body]).toMatchObject([200, { revision: 1, items: entity.items }]);
    const emptied = await send(id, { ...entity, items, fieldIds: [ACCESSORIES] });
    expect([emptied.status, emptied.body]).toMatchObject([200, { items, comparisons: [{ workflowId: 1 }] }]);
    const ended = await send(id, { workflowId: 1, comparisons: [] });
    expect(ended.body).toMatchObject({ items, comparisons: [] });
  });

  test("names what is wrong by its place in it", async () => {
    const { id } = await createWhole();
    const entity = await entityOf(id);
    const last = entity.items.length - 1;
    const items = entity.items.map((item, index) => (index === last ? { ...item, fieldId: "4.99999" } : item));
    const { "4": gutters } = entity.workflowSummaries;
    const workflowSummaries = { "4": { ...gutters, lastCompleteSectionId: 1 } };
    const comparisons = packages.slice(0, 4).map((fieldOptionId) => ({ fieldOptionId, items: [] }));
    const refused = await send(id, { ...entity, items, comparisons, workflowSummaries });
    expect(refused.problem.errors).toEqual({
      [`items.${String(last)}.fieldId`]: ["4.99999 is not a field of this workflow."],
      "workflowSummaries.4.lastCompleteSectionId": ["This is not a section of the workflow."],
      comparisons: ["Select 1-3 options for comparison"],
    });
    const placeless = await send(id, { discountPercent: 0.1 });
    expect(placeless.problem.errors).toEqual({ workflowId: ["Say which workflow this is decided for."] });
  });
});

describe("lines that must not be stored", () => {
  const refused = async (items: unknown[], more: Record<string, unknown> = {}) => {
    const reply = await ann.callRaw("createEstimate", {
      body: {
        leadId,
        name: "Gutters",
        workflowIds: [GUTTERS],
        workflowId: GUTTERS,
        fieldIds: [ACCESSORIES],
        items,
        ...more,
      },
    });
    expect(reply.status, JSON.stringify(reply.body)).toBe(400);
    return reply.problem.errors ?? {};
  };
  const row = (quantity = 5): StoredEstimateItem => accessoryItems({ rows: [quantity] })[0] ?? fail();

  test("another price than the price book's: both amounts, and the line by its name", async () => {
    const item = row();
    const errors = await refused([{ ...item, laborPrice: 0.01, materialCost: item.materialCost + 1 }]);
    expect(Object.keys(errors)).toEqual(["items.0.materialCost", "items.0.laborPrice"]);
    expect(errors["items.0.laborPrice"]).toEqual([
      `Accessories (${String(item.value)}): labor price $0.01 differs from $${item.laborPrice.toFixed(2)} of version 1 of the price book.`,
    ]);
  });

  test("an option that is not in the company's own price book", async () => {
    const admin = await server.signInNew({ companyId: await server.createCompany(), role: "Admin" });
    await admin.call("listEstimateFields");
    const foreignOption = `${ACCESSORIES}.900`;
    await query(
      `update price_book_entry set content = jsonb_set(content, '{options,0,id}', to_jsonb($2::text)) where field_id = $1 and company_id <> $3`,
      [ACCESSORIES, foreignOption, companyId],
    );
    const errors = await refused([{ ...row(), fieldOptionId: foreignOption }]);
    expect(errors).toEqual({
      "items.0.fieldOptionId": [`Accessories: ${foreignOption} is not an option of version 1 of the price book.`],
    });
  });

  test("a line that was invalid before does not block others, and is refused when it is sent", async () => {
    const seen = await create({ workflowIds: [GUTTERS], parts: partsOf(priceHouse("gutters-cape.json")) });
    const [line] = seen.items.filter(({ fieldId }) => fieldId === ACCESSORIES);
    await query("update estimate_item set material_price = 1 where estimate_id = $1 and id = $2", [seen.id, line?.id]);
    const old = await read(seen.id);
    const location = gutterField("downspoutLocation");
    const slice = itemsSlice({ workflowEstimateId: 1, fieldId: location });
    const [text] = old.items.filter(({ fieldId }) => fieldId === location);
    const saved = await save(ann, old, { [slice]: [{ ...text, value: "At the porch" }] });
    expect(saved.items.find(({ id }) => id === line?.id)?.materialPrice).toBe(1);
    const more = [...saved.items.filter(({ fieldId }) => fieldId === ACCESSORIES), ...accessoryItems({ rows: [2] })];
    const reply = await change(ann, saved, { [ACCESSORY_SLICE]: more });
    expect(Object.keys(reply.problem.errors ?? {})).toEqual(["items.0.materialPrice"]);
  });

  test("unknown fields, fields of other workflows, and fields that are not saved", async () => {
    expect(await refused([{ ...row(), fieldId: "4.99999" }])).toEqual({
      "items.0.fieldId": ["4.99999 is not a field of this workflow."],
    });
    expect(Object.keys(await refused([{ ...row(), fieldId: "1.58" }]))).toEqual(["items.0.fieldId"]);
    const other = gutterField("removeGutters");
    expect(Object.keys(await refused([row(), { ...row(), id: -77, fieldId: other }]))).toEqual(["items.1.fieldId"]);
    expect(
      Object.keys(
        await refused([], { fieldIds: [ACCESSORIES, ACCESSORIES, "1.58", gutterField("gutter.gutterType")] }),
      ),
    ).toEqual(["fieldIds.1", "fieldIds.2", "fieldIds.3"]);
  });

  test("children without their parent, below a line of another field, and the same line twice", async () => {
    const gutterType = gutterField("gutter.gutterType");
    expect(Object.keys(await refused([{ ...row(), fieldId: gutterType, parentItemId: -5 }]))).toEqual([
      "items.0.parentItemId",
    ]);
    expect(
      Object.keys(await refused([row(), { ...row(), id: -99, fieldId: gutterType, parentItemId: row().id }])),
    ).toEqual(["items.1.parentItemId"]);
    expect(Object.keys(await refused([row(), row()]))).toContain("items.1.id");
  });

  test("quantities out of bounds, quantities beside choices that have none, and values that are not the option's", async () => {
    const item = row();
    expect(Object.keys(await refused([{ ...item, quantity: 999_999_999 }]))).toEqual(["items.0.quantity"]);
    expect(Object.keys(await refused([{ ...item, quantity: 1.5 }]))).toEqual(["items.0.quantity"]);
    expect(Object.keys(await refused([{ ...item, value: "Gold leaf" }]))).toEqual(["items.0.value"]);
    const permit = gutterField("permit");
    const [ticked] = partsOf(priceHouse("gutters-cape.json"))
      .flatMap(({ items = [] }) => items)
      .filter(({ fieldId }) => fieldId === permit);
    expect(Object.keys(await refused([{ ...(ticked ?? fail()), quantity: 0.1 }], { fieldIds: [permit] }))).toEqual([
      "items.0.quantity",
    ]);
  });

  test("prices of add-on services follow their costs", async () => {
    const custom = gutterField("custom");
    const [line] = partsOf(priceHouse("gutters-cape.json"))
      .flatMap(({ items = [] }) => items)
      .filter(({ fieldId }) => fieldId === custom);
    const errors = await refused([{ ...(line ?? fail()), materialPrice: 1 }], { fieldIds: [custom] });
    // 40 x 1.667
    expect(errors["items.0.materialPrice"]?.[0]).toContain("$1.00 differs from $66.68");
  });

  test("amounts, ids and texts that no line can have are refused by the contract, all at once", async () => {
    const errors = await refused([
      { ...row(), laborPrice: -1, materialCost: 0.001, id: 0, value: "a\u0000b" },
      { ...row(), fieldId: "x.1", quantity: -1 },
    ]);
    expect(Object.keys(errors).sort()).toEqual([
      "items.0.id",
      "items.0.laborPrice",
      "items.0.materialCost",
      "items.0.value",
      "items.1.fieldId",
      "items.1.quantity",
    ]);
  });
});

describe("[ITEM-13] the version that lines are priced from", () => {
  type StarterEntry = (typeof starterPriceBook)["entries"][number];

  /** Publishes version 2, in which a field's entry is another one. */
  async function publish(fieldId: string, edit: (entry: StarterEntry) => object): Promise<void> {
    const { id: _id, ...content } = edit(starterPriceBook.entries.find(({ id }) => id === fieldId) ?? fail()) as {
      id: string;
    };
    await query(
      `insert into price_book_version (company_id, version, source, author, published_time, note, summary)
       values ($1, 2, 'import', '', now(), '', '{}')`,
      [companyId],
    );
    await query("update price_book_entry set until_version = 2 where company_id = $1 and field_id = $2", [
      companyId,
      fieldId,
    ]);
    await query(
      `insert into price_book_entry (company_id, field_id, from_version, content, change_number) values ($1, $2, 2, $3, 999999)`,
      [companyId, fieldId, JSON.stringify(content)],
    );
  }

  /** Every accessory costs the homeowner a dollar more. */
  const publishDearer = (): Promise<void> =>
    publish(ACCESSORIES, (entry) => ({
      ...entry,
      variants: entry.variants.map((variant) => ({ ...variant, materialPrice: variant.materialPrice + 1 })),
    }));
  const dollarMore = (items: readonly StoredEstimateItem[]): StoredEstimateItem[] =>
    items.map((each) => ({ ...each, materialPrice: Number((each.materialPrice + 1).toFixed(2)) }));
  const withAccessories = (rows: readonly number[]): Promise<SavedEstimate> =>
    create({ workflowIds: [GUTTERS], workflowId: GUTTERS, fieldIds: [ACCESSORIES], items: accessoryItems({ rows }) });

  test("stays when a new one is published; changing it reprices every line, regardless of its author", async () => {
    const seen = await withAccessories([5, 6]);
    await publishDearer();
    const renamed = await save(ann, seen, { [ACCESSORY_SLICE]: [...seen.items, ...accessoryItems({ rows: [7] })] });
    expect(renamed.priceBookVersion).toBe(1);
    // A line that is sent with the previous prices is named; the caller has seen the version.
    const refused = await change(ann, renamed, {
      priceBookVersion: 2,
      [ACCESSORY_SLICE]: [...renamed.items, ...accessoryItems({ rows: [8] })],
    });
    expect(Object.keys(refused.problem.errors ?? {})).toEqual(
      ["items.0", "items.1", "items.2", "items.3"].map((place) => `${place}.materialPrice`),
    );
    const repriced = dollarMore(renamed.items);
    const updated = await save(ann, renamed, { priceBookVersion: 2, [ACCESSORY_SLICE]: repriced });
    expect(updated).toMatchObject({ priceBookVersion: 2, items: repriced });
    expect((await change(ann, updated, { priceBookVersion: 9 })).problem.errors).toEqual({
      priceBookVersion: ["There is no such price book version."],
    });
  });

  test("lines that another user saved meanwhile in an empty field are priced along with an update of prices", async () => {
    const seen = await create({ workflowIds: [GUTTERS] });
    await publishDearer();
    const saved = await save(bob, seen, { [ACCESSORY_SLICE]: accessoryItems({ rows: [5, 6] }) });
    const updated = await save(ann, seen, { priceBookVersion: 2 });
    expect(updated).toMatchObject({ priceBookVersion: 2, items: dollarMore(saved.items) });
  });

  test("an update of prices keeps what another user entered meanwhile, at the new prices", async () => {
    const seen = await withAccessories([5]);
    await publishDearer();
    const more = seen.items.map((item) => ({ ...item, quantity: 9 }));
    const saved = await save(bob, seen, { [ACCESSORY_SLICE]: more });
    const updated = await save(ann, seen, { priceBookVersion: 2, [ACCESSORY_SLICE]: dollarMore(seen.items) });
    expect(updated.items).toEqual(dollarMore(saved.items));
  });

  test("a save with the former prices, after another user updated them, gets the new ones", async () => {
    const seen = await withAccessories([5]);
    await publishDearer();
    await save(ann, seen, { priceBookVersion: 2, [ACCESSORY_SLICE]: dollarMore(seen.items) });
    const more = [...seen.items.map((item) => ({ ...item, quantity: 9 })), ...accessoryItems({ rows: [3] })];
    const saved = await save(bob, seen, { [ACCESSORY_SLICE]: more });
    expect(saved.priceBookVersion).toBe(2);
    expect(saved.items.map(({ quantity, materialPrice }) => [quantity, materialPrice])).toEqual(
      dollarMore(more).map(({ quantity, materialPrice }) => [quantity, materialPrice]),
    );
  });

  test("a line that the new version cannot price is named instead of dropped unseen, and goes when it is left out", async () => {
    const seen = await create({ workflowIds: [GUTTERS] });
    await publish(ACCESSORIES, (entry) => ({ ...entry, options: entry.options.slice(1) }));
    const saved = await save(bob, seen, { [ACCESSORY_SLICE]: accessoryItems({ rows: [5, 6] }) });
    const refused = await change(ann, seen, { priceBookVersion: 2 });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.problem.errors ?? {})).toEqual([`${ACCESSORY_SLICE}.fieldOptionId`]);
    expect(await read(seen.id)).toMatchObject({ priceBookVersion: 1, revision: saved.revision });
    const updated = await save(ann, saved, { priceBookVersion: 2, [ACCESSORY_SLICE]: saved.items.slice(1) });
    expect(updated.items).toHaveLength(1);
  });
});

describe("[WF-ROOF-25] [API-30] calculated numbers are the engine's for what all users entered", () => {
  const ROOFING = 1;
  const AREA = "totalRoofArea";
  const WASTE = "wasteFactorForMaterial";
  const SQUARES = "totalSquaresForMaterial";
  const idOf = (key: string): string => fieldByKey(ROOFING, key)?.id ?? fail();
  const slice = (key: string): string => itemsSlice({ workflowEstimateId: 1, fieldId: idOf(key) });

  const number = (key: string, quantity: number, id: number): StoredEstimateItem[] => {
    const values: WorkflowValues = { [key]: [{ id, value: null, quantity }] };
    const lines = priceWorkflow({ workflowId: ROOFING, book }, values);
    return toItems({ lines, book }).items as StoredEstimateItem[];
  };
  const quantityOf = ({ items }: Estimate, key: string): number | undefined =>
    items.find(({ fieldId }) => fieldId === idOf(key))?.quantity;

  test("the area by one and the waste by another meet in the squares, which neither of them saw", async () => {
    const seen = await create({
      workflowIds: [ROOFING],
      workflowId: ROOFING,
      fieldIds: [idOf(AREA), idOf(WASTE), idOf(SQUARES)],
      items: [...number(AREA, 2_000, -2), ...number(WASTE, 10, -4), ...number(SQUARES, 22, -6)],
    });
    const own = (key: string, quantity: number): StoredEstimateItem[] =>
      seen.items.filter(({ fieldId }) => fieldId === idOf(key)).map((item) => ({ ...item, quantity }));
    await save(ann, seen, { [slice(AREA)]: own(AREA, 3_000), [slice(SQUARES)]: own(SQUARES, 33) });
    // 2,000 square feet with 20 % are 24 squares; 3,000 are 36.
    const merged = await save(bob, seen, { [slice(WASTE)]: own(WASTE, 20), [slice(SQUARES)]: own(SQUARES, 24) });
    expect([quantityOf(merged, AREA), quantityOf(merged, WASTE), quantityOf(merged, SQUARES)]).toEqual([3_000, 20, 36]);
    expect(await read(seen.id)).toEqual(withoutIds(merged));
    // Saving the same again is no change.
    const again = await save(bob, seen, { [slice(WASTE)]: own(WASTE, 20), [slice(SQUARES)]: own(SQUARES, 24) });
    expect(again.revision).toBe(merged.revision);
  });

  test("a number that a caller left out or calculated otherwise is settled, under ids that no caller gave", async () => {
    const seen = await create({
      workflowIds: [ROOFING],
      workflowId: ROOFING,
      fieldIds: [idOf(AREA), idOf(SQUARES)],
      items: [...number(AREA, 2_000, -2), ...number(SQUARES, 7, -4)],
    });
    expect(quantityOf(seen, SQUARES)).toBe(20);
    expect(quantityOf(seen, "totalSquaresForLabor")).toBe(20);
    expect(Object.keys(seen.itemIds).sort()).toEqual(["-2", "-4"]);
    expect(seen.items.every(({ id }) => id > 0)).toBe(true);
  });
});

describe("large estimates", () => {
  const ROWS = 2_000;
  /** The statements that the server sends to its database while something is done. */
  async function countStatements(work: () => Promise<unknown>): Promise<string[]> {
    const asked = vi.spyOn(pg.Client.prototype, "query");
    try {
      await work();
      return asked.mock.calls.map(([statement]: unknown[]) =>
        typeof statement === "string" ? statement : String((statement as { text?: unknown }).text),
      );
    } finally {
      asked.mockRestore();
    }
  }

  test("two thousand lines are saved and read in one call each, with no more statements than two lines, but those that check a large sender first", async () => {
    const big = accessoryItems({ rows: Array.from({ length: ROWS }, (_, index) => 1 + (index % 40)) });
    const body = (items: unknown[]): Record<string, unknown> => ({
      leadId,
      name: "Large",
      workflowIds: [GUTTERS],
      workflowId: GUTTERS,
      fieldIds: [ACCESSORIES],
      items,
    });
    await create(body(accessoryItems({ rows: [1, 2] })));
    let small: SavedEstimate | undefined;
    let large: SavedEstimate | undefined;
    const few = await countStatements(async () => (small = await create(body(accessoryItems({ rows: [1, 2] })))));
    const many = await countStatements(async () => (large = await create(body(big))));
    expect(many.length).toBe(few.length + 2);
    expect(many.length).toBeLessThanOrEqual(16);
    if (!small || !large) throw new Error("not created");
    const { id, items } = large;
    expect(items).toHaveLength(ROWS);

    let again: Estimate | undefined;
    const reads = await countStatements(async () => (again = await read(id)));
    expect(again).toEqual(withoutIds(large));
    expect(reads.length).toBeLessThanOrEqual(7);

    const changed = items.map((item, index) => (index % 100 === 0 ? { ...item, quantity: item.quantity + 1 } : item));
    const kept = large;
    const saves = await countStatements(() => save(ann, kept, { [ACCESSORY_SLICE]: changed }));
    expect(saves.length).toBeLessThanOrEqual(16);
    expect((await read(id)).items.map(({ quantity }) => quantity)).toEqual(changed.map(({ quantity }) => quantity));
  });

  const ONE_OF_EACH = [
    "roofing-colonial",
    "siding-colonial",
    "windows-ranch",
    "gutters-cape",
    "repairs-cape",
    "insulation-cape",
    "trim-cape",
  ];
  /** Ids of two files begin at the same number; those of one device do not. */
  const IDS_OF_A_HOUSE = 100_000;

  test("[EST-22] all seven workflows with two thousand lines are one body; a change of one field carries and writes that field only", async () => {
    const houses = ONE_OF_EACH.map((name, index) => {
      const shift = (id: number): number => id - index * IDS_OF_A_HOUSE;
      const [part] = partsOf(priceHouse(`${name}.json`));
      const items = (part?.items ?? []).map((item) => ({
        ...item,
        id: shift(item.id),
        parentItemId: item.parentItemId === null ? null : shift(item.parentItemId),
      }));
      if (!part) throw new Error(`${name} has no work.`);
      return { ...part, items };
    });
    const others = houses.map((part) => ({
      ...part,
      items: part.items.filter(({ fieldId }) => fieldId !== ACCESSORIES),
    }));
    const missing = ROWS - others.reduce((sum, { items }) => sum + items.length, 0);
    const rows = accessoryItems({
      rows: Array.from({ length: missing }, (_, index) => 1 + (index % 40)),
      nextId: temporaryIds({ below: -10 * IDS_OF_A_HOUSE }),
    });
    const parts = others.map((part) =>
      part.workflowId === GUTTERS ? { ...part, items: [...part.items, ...rows] } : part,
    );
    const begun = await create({ workflowIds: parts.map(({ workflowId }) => workflowId) });
    const reply = await ann.callRaw("updateEstimate", {
      params: { id: begun.id },
      body: { parts, revision: begun.revision, former: {} },
    });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    const saved = reply.body as SavedEstimate;
    expect(saved.items).toHaveLength(ROWS);
    expect(Object.keys(saved.workflowSummaries)).toEqual(parts.map(({ workflowId }) => String(workflowId)));
    for (const [index, name] of ONE_OF_EACH.entries()) {
      const { workflowId } = parts[index] ?? fail();
      // The gutters have more accessories than the house.
      if (workflowId === GUTTERS) continue;
      const { expected } = readHouse(`${name}.json`) as { expected: { totalCost: number } };
      expect({ name, totalCost: saved.workflowSummaries[String(workflowId)]?.totalCost }).toEqual({
        name,
        totalCost: expected.totalCost,
      });
    }

    const writtenBy = () =>
      query<{ id: string; xmin: string }>("select id, xmin::text from estimate_item where estimate_id = $1", [
        begun.id,
      ]);
    const before = new Map((await writtenBy()).map(({ id, xmin }) => [id, xmin]));
    const eave = fieldByKey(1, "eaveLength")?.id ?? "";
    const own = saved.items.filter(({ fieldId }) => fieldId === eave);
    const wanted = {
      [itemsSlice({ workflowEstimateId: 1, fieldId: eave })]: own.map((item) => ({ ...item, quantity: 81 })),
    };
    // One part at the top level of the body, and nothing besides.
    expect(slicesToBody(wanted)).toEqual({
      workflowId: 1,
      workflowEstimateId: 1,
      fieldIds: [eave],
      items: [{ ...own[0], quantity: 81 }],
    });
    const changed = await save(ann, withoutIds(saved), wanted);
    expect(changed.items).toHaveLength(ROWS);
    const rewritten = (await writtenBy()).filter(({ id, xmin }) => before.get(id) !== xmin);
    const byId = new Map(changed.items.map((item) => [String(item.id), item]));
    // With the length, what is calculated from it at the moment of saving; nothing of another workflow.
    expect(rewritten.map(({ id }) => byId.get(id)?.fieldId)).toContain(eave);
    expect(rewritten.length).toBeLessThan(10);
    expect(rewritten.every(({ id }) => byId.get(id)?.fieldId.startsWith("1."))).toBe(true);
  });
});

describe("[API-27] [API-28] [EST-24] reading estimates", () => {
  test("all of one lead, newest first, complete", async () => {
    const older = await create({
      name: "Older",
      workflowIds: [GUTTERS],
      parts: partsOf(priceHouse("gutters-cape.json")),
    });
    const newer = await create({ name: "Newer" });
    const other = (await ann.call("createLead", { body: { lastName: "Other" } })).body.id;
    await create({ leadId: other, name: "Elsewhere" });
    const reply = await bob.call("listEstimates", { query: { leadId: String(leadId) } });
    expect(reply.body).toEqual([withoutIds(newer), withoutIds(older)]);
    expect((await ann.call("listEstimates", { query: { leadId: "999999" } })).status).toBe(404);
    expect((await ann.call("getEstimate", { params: { id: "999999" } })).status).toBe(404);
  });

  test("of another company are not there", async () => {
    const { id } = await create();
    const stranger = await server.signInNew({ companyId: await server.createCompany() });
    expect((await stranger.call("getEstimate", { params: { id: String(id) } })).status).toBe(404);
    expect((await stranger.call("deleteEstimate", { params: { id: String(id) } })).status).toBe(404);
    const update = await stranger.callRaw("updateEstimate", {
      params: { id },
      body: { name: "Mine", revision: 1, former: { name: "Whole house" } },
    });
    expect(update.status).toBe(404);
    expect((await read(id)).name).toBe("Whole house");
  });
});

describe("[API-31] [EST-23] deleting an estimate", () => {
  test("removes it with its lines; the second time it is 404", async () => {
    const { id } = await create({ workflowIds: [GUTTERS], parts: partsOf(priceHouse("gutters-cape.json")) });
    expect((await ann.call("deleteEstimate", { params: { id: String(id) } })).status).toBe(204);
    expect((await ann.call("deleteEstimate", { params: { id: String(id) } })).status).toBe(404);
    expect(await query("select from estimate_item where estimate_id = $1", [id])).toHaveLength(0);
  });

  test("an estimate on which records of another table depend is refused with 409", async () => {
    const { id } = await create();
    await query(
      "create table dependent (company_id bigint, estimate_id bigint, foreign key (company_id, estimate_id) references estimate)",
    );
    try {
      await query("insert into dependent values ($1, $2)", [companyId, id]);
      const reply = await ann.call("deleteEstimate", { params: { id: String(id) }, key: randomUUID() });
      expect(reply.status).toBe(409);
      expect(reply.problem.code).toBe("inUse");
    } finally {
      await query("drop table dependent");
    }
    expect((await read(id)).id).toBe(id);
  });

  test("[LEAD-17] a lead with estimates cannot be deleted, and can be when they are gone", async () => {
    const { id } = await create();
    const refused = await ann.call("deleteLead", { params: { id: String(leadId) } });
    expect(refused.status).toBe(409);
    expect(refused.problem.code).toBe("inUse");
    await ann.call("deleteEstimate", { params: { id: String(id) } });
    expect((await ann.call("deleteLead", { params: { id: String(leadId) } })).status).toBe(204);
  });
});

describe("[SYNC-05] estimates for devices", () => {
  const pull = async (asked: { cursor?: string; limit?: number } = {}) =>
    (await ann.call("getChanges", { query: { stores: "estimates,leads", ...asked } })).body;

  test("the first download brings them whole and newest first, then what changed and what went", async () => {
    const first = await create({
      name: "First",
      workflowIds: [GUTTERS],
      parts: partsOf(priceHouse("gutters-cape.json")),
    });
    const second = await create({ name: "Second" });
    const page = await pull();
    expect(page.changed.estimates).toEqual([withoutIds(second), withoutIds(first)]);
    expect(page.more).toBe(false);
    const saved = await save(ann, first, { "discountPercent:4": 0.1 });
    await ann.call("deleteEstimate", { params: { id: String(second.id) } });
    const news = await pull({ cursor: page.cursor });
    expect(news.changed.estimates).toEqual([withoutIds(saved)]);
    expect(news.deleted.estimates).toEqual([second.id]);
    expect(await pull({ cursor: news.cursor })).toMatchObject({ changed: { estimates: [] }, more: false });
  });

  const insertMany = (count: number, lineCount: number) =>
    query(
      `insert into estimate (company_id, lead_id, name, term, price_book_version, line_count)
       select $1, $2, 'E' || i, '{}', 1, $4 from generate_series(1, $3::integer) i`,
      [companyId, leadId, count, lineCount],
    );
  async function pullAll(cursor?: string) {
    const pages = [];
    for (let at = cursor; ;) {
      const page = await pull(at === undefined ? {} : { cursor: at });
      pages.push((page.changed.estimates ?? []).map(({ name }) => name));
      at = page.cursor;
      if (!page.more) return { pages, cursor: at };
    }
  }

  test("pages hold as many as fit, by number and by lines; the first download ends after the newest 300", async () => {
    await insertMany(320, 10);
    const { pages, cursor } = await pullAll();
    for (const page of pages) expect(page.length).toBeLessThanOrEqual(MAX_CHANGES_PAGE_ESTIMATES);
    const names = pages.flat();
    expect(names).toHaveLength(300);
    expect(new Set(names).size).toBe(300);
    expect(names[0]).toBe("E320");
    await insertMany(7, 5_000);
    const news = await pullAll(cursor);
    expect(news.pages).toEqual([["E1", "E2"], ["E3", "E4"], ["E5", "E6"], ["E7"]]);
  });

  test("between changes of other stores none is skipped, whatever ends a page", async () => {
    const { cursor } = await pull();
    const wanted: string[] = [];
    for (let index = 0; index < 4; index += 1) {
      await insertMany(1, 9_000);
      const lead = await ann.call("createLead", { body: { lastName: `L${String(index)}` } });
      wanted.push("E1", lead.body.lastName);
    }
    const found: string[] = [];
    for (let at = cursor; ;) {
      const page = await pull({ cursor: at });
      found.push(...(page.changed.estimates ?? []).map(({ name }) => name));
      found.push(...(page.changed.leads ?? []).map(({ lastName }) => lastName));
      at = page.cursor;
      if (!page.more) break;
    }
    expect(found.sort()).toEqual(wanted.sort());
  });
});

test("[ITEM-12] an attempt in a batch is answered with the ids of its lines, and the same the second time", async () => {
  const key = randomUUID();
  const body: Partial<EstimateInput> & Record<string, unknown> = {
    leadId,
    name: "From the queue",
    workflowIds: [GUTTERS],
    workflowId: GUTTERS,
    fieldIds: [ACCESSORIES],
    items: accessoryItems({ rows: [3] }),
  } as never;
  const call = { method: "POST" as const, path: "/api/estimates/", key, body };
  const first = await ann.call("sendBatch", { body: { calls: [call] } });
  const second = await ann.call("sendBatch", { body: { calls: [call] } });
  expect(first.body.replies).toMatchObject([{ status: 200, body: { name: "From the queue" } }]);
  expect(Object.keys((first.body.replies[0]?.body as SavedEstimate | undefined)?.itemIds ?? {})).toEqual(["-2"]);
  expect(second.body).toEqual(first.body);
});
