import { type CompanyId, type EstimateField, type PriceBookImport, type ProblemReply } from "@ridgebook/contract";
import { NO_AMOUNTS, type PriceBookEntry } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { uploadForm } from "@ridgebook/testing/upload-form";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { startTestApplication, type SignedIn, type TestApplication } from "#testing/test-application.ts";
import { writePriceBook } from "./spreadsheet/write-price-book.ts";

/** The kind of gutter: several options, each with a price, and other fields that depend on it or not. */
const TYPE = "4.13";
const starterType = starterPriceBook.entries.find(({ id }) => id === TYPE);
const [first, second] = starterType?.options ?? [];
if (!starterType || !first || !second) throw new Error("The starter has no kinds of gutters.");
const numberOf = (id: string): number => Number(id.split(".")[2]);
const nextId = `${TYPE}.${String(Math.max(...starterType.options.map(({ id }) => numberOf(id))) + 1)}`;

let server: TestApplication;
let companyId: CompanyId;
let admin: SignedIn;
let ann: SignedIn;

beforeAll(async () => {
  server = await startTestApplication(inject("postgresUrl"));
});
afterAll(() => server.close());
beforeEach(async () => {
  companyId = await server.createCompany();
  admin = await server.signInNew({ companyId, role: "Admin", firstName: "Ada", lastName: "Min" });
  ann = await server.signInNew({ companyId });
});

const readFields = async (): Promise<EstimateField[]> => {
  const { body } = await ann.call("listEstimateFields", { query: {} });
  if (!Array.isArray(body)) throw new Error("A difference was not asked for.");
  return body;
};
const readType = async (): Promise<EstimateField> => {
  const field = (await readFields()).find(({ id }) => id === TYPE);
  if (!field) throw new Error("The field is gone.");
  return field;
};
const newestVersion = async () => (await ann.call("listEstimateFieldVersions", { query: { limit: 1 } })).body.data[0];
const add = (body: Record<string, unknown> = {}, { who = admin }: { who?: SignedIn } = {}) =>
  who.callRaw("addEstimateFieldOption", {
    body: { startedFrom: 1, fieldId: TYPE, value: "7-inch box", like: first.id, ...body },
  });
const order = (ids: readonly string[], startedFrom = 1) =>
  admin.callRaw("orderEstimateFieldOptions", { body: { startedFrom, fieldId: TYPE, order: ids } });
const change = (body: Record<string, unknown>, id: string = first.id) =>
  admin.callRaw("updateEstimateFieldOption", { params: { id }, body: { startedFrom: 1, ...body } });
const withoutId = ({ id: _id, optionId: _option, ...variant }: EstimateField["variants"][number]) => variant;

async function upload(entries: readonly PriceBookEntry[], version: number): Promise<PriceBookImport> {
  const bytes = await writePriceBook({ version, entries }, { companyId });
  const { payload, headers } = await uploadForm(new File([Uint8Array.from(bytes)], "book.xlsx"));
  const reply = await server.app.inject({
    method: "POST",
    url: "/api/estimatefields",
    payload,
    headers: { ...headers, ...admin.headers },
  });
  expect(reply.statusCode).toBe(200);
  return reply.json<PriceBookImport>();
}

describe("[PRI-05] adding an option", () => {
  test("it is last, costs the same as the option it copies, and makes a new version", async () => {
    const reply = await add();
    expect(reply).toMatchObject({ status: 200, body: { version: 2, id: nextId } });
    const field = await readType();
    expect(field.options.at(-1)).toMatchObject({ id: nextId, value: "7-inch box" });
    const variantsOf = (id: string) => field.variants.filter(({ optionId }) => optionId === id);
    expect(variantsOf(first.id).length).toBeGreaterThan(0);
    expect(variantsOf(nextId).map(withoutId)).toEqual(variantsOf(first.id).map(withoutId));
    const ids = field.variants.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await newestVersion()).toMatchObject({ version: 2, author: "Ada Min", summary: { options: { added: 1 } } });
  });

  test("it is offered wherever the one is that it is like, and other fields go with it as with that one", async () => {
    const before = await readFields();
    // A choice that decides what another field offers.
    const parentId = before.flatMap(({ validOptions }) => Object.keys(validOptions))[0] ?? "";
    const fieldId = parentId.slice(0, parentId.lastIndexOf("."));
    const reply = await add({ fieldId, like: parentId, value: "Brand new" });
    expect(reply.status, JSON.stringify(reply.body).slice(0, 300)).toBe(200);
    const { id } = reply.body as { id: string };
    for (const field of await readFields()) {
      const offered = field.validOptions as Record<string, readonly string[]>;
      expect(offered[id]).toEqual(offered[parentId]);
      for (const ids of Object.values(offered)) expect(ids.includes(id)).toBe(ids.includes(parentId));
      const withParent = (parent: string) =>
        field.variants.filter(({ parentOptionIds }) => (parentOptionIds as readonly string[]).includes(parent)).length;
      expect(withParent(id)).toBe(withParent(parentId));
    }
  });

  test("without another option it begins without a price", async () => {
    await add({ like: null });
    expect((await readType()).variants.some(({ optionId }) => optionId === nextId)).toBe(false);
  });

  test("a text that the field has already is refused", async () => {
    const twice = await add({ value: ` ${first.value.toUpperCase()} ` });
    expect(twice.status).toBe(400);
    expect((twice.body as ProblemReply).errors).toEqual({
      value: ["The field has an option with this text already."],
    });
    expect((await newestVersion())?.version).toBe(1);
  });

  test("a salesperson may not, and a field that there is not is not found", async () => {
    expect((await add({}, { who: ann })).status).toBe(403);
    expect((await add({ fieldId: "4.9999" })).status).toBe(404);
    expect((await add({ like: "4.14.1" })).status).toBe(404);
  });
});

describe("[PRI-06] retiring an option", () => {
  test("it stays in the price book with its prices, says so in the version, and comes back", async () => {
    const reply = await change({ retired: true });
    expect(reply.status).toBe(200);
    const field = await readType();
    expect(field.options[0]).toEqual({ ...first, retired: true });
    expect(field.variants).toEqual(starterType.variants);
    const { body: details } = await ann.call("getEstimateFieldVersion", { params: { version: "2" } });
    expect(details.changes).toEqual([
      expect.objectContaining({ name: first.value, part: "Offered", before: true, after: false }),
    ]);
    await change({ retired: false, startedFrom: 2 });
    expect((await readType()).options[0]).toEqual(first);
  });

  test("keeps a name that another user changed meanwhile", async () => {
    await change({ value: "Five inch" });
    expect((await change({ retired: true })).status).toBe(200);
    expect((await readType()).options[0]).toMatchObject({ value: "Five inch", retired: true });
  });

  test("the last option that is offered stays", async () => {
    const ids = starterType.options.map(({ id }) => id);
    for (const [index, id] of ids.slice(1).entries())
      expect((await change({ retired: true, startedFrom: index + 1 }, id)).status).toBe(200);
    const last = await change({ retired: true, startedFrom: ids.length });
    expect(last).toMatchObject({
      status: 400,
      body: { errors: { retired: ["A field must keep an option that is offered."] } },
    });
  });

  test("[SET-25] a workbook changes nothing of it, and exported and imported again it changes nothing", async () => {
    await change({ retired: true });
    const exported = (await readFields()) as readonly PriceBookEntry[];
    expect(await upload(exported, 2)).toMatchObject({ state: "ready", changeCount: 0 });
    const renamed = exported.map((entry) =>
      entry.id === TYPE
        ? {
            ...entry,
            options: entry.options.map((option) =>
              option.id === first.id ? { ...option, value: "Five inch" } : option,
            ),
          }
        : entry,
    );
    const { id: importId, startedFrom } = await upload(renamed, 2);
    await admin.call("publishEstimateFieldImport", { params: { importId }, body: { startedFrom } });
    expect((await readType()).options[0]).toMatchObject({ value: "Five inch", retired: true });
  });
});

describe("[PRI-07] the order of options", () => {
  const ids = starterType.options.map(({ id }) => id);
  const reversed = ids.toReversed();

  test("is published as a version and kept", async () => {
    expect(await order(reversed)).toMatchObject({ status: 200, body: { version: 2 } });
    expect((await readType()).options.map(({ id }) => id)).toEqual(reversed);
    expect((await readType()).variants).toEqual(starterType.variants);
  });

  test("is refused where it leaves one out or names one twice", async () => {
    expect((await order(ids.slice(1))).status).toBe(400);
    expect((await order([first.id, first.id, ...ids.slice(2)])).status).toBe(400);
  });

  test("conflicts with an option that another user added meanwhile, and changes nothing", async () => {
    await add();
    const reply = await order(reversed);
    expect(reply).toMatchObject({ status: 409, body: { changedBy: "Ada Min", conflicts: [{ field: "order" }] } });
    expect((await readType()).options.map(({ id }) => id)).toEqual([...ids, nextId]);
  });

  test("goes together with a price that another user changed meanwhile", async () => {
    await change({ value: "Five inch" });
    expect((await order(reversed)).status).toBe(200);
    expect((await readType()).options.at(-1)?.value).toBe("Five inch");
  });
});

describe("[PRI-09] the need of a field", () => {
  const ICE_BARRIER = "1.68";
  const setNeed = (body: Record<string, unknown>, id = ICE_BARRIER) =>
    admin.callRaw("updateEstimateField", { params: { id }, body: { startedFrom: 1, ...body } });
  const readNeed = async () => {
    const { wastePercent, includesValleys } = (await readFields()).find(({ id }) => id === ICE_BARRIER) ?? {};
    return { wastePercent, includesValleys };
  };

  test("waste and valleys become a version, what is left out stays, and 0 and off leave nothing behind", async () => {
    expect(await readNeed()).toEqual({});
    expect(await setNeed({ wastePercent: 10 })).toMatchObject({ status: 200, body: { version: 2 } });
    expect(await setNeed({ startedFrom: 2, includesValleys: true })).toMatchObject({ body: { version: 3 } });
    expect(await readNeed()).toEqual({ wastePercent: 10, includesValleys: true });
    const { changes } = (await ann.call("getEstimateFieldVersion", { params: { version: 3 } })).body;
    expect(changes).toMatchObject([{ fieldId: ICE_BARRIER, part: "Also for valleys", before: false, after: true }]);
    await setNeed({ startedFrom: 3, wastePercent: 0, includesValleys: false });
    expect(await readNeed()).toEqual({});
  });

  test("a workbook and a restore carry them", async () => {
    await setNeed({ wastePercent: 10, includesValleys: true });
    const entries = (await readFields()) as readonly PriceBookEntry[];
    const back = entries.map((entry) => (entry.id === ICE_BARRIER ? { ...entry, wastePercent: 15 } : entry));
    const { id, changes } = await upload(back, 2);
    expect(changes).toMatchObject([{ part: "Waste, percent", before: 10, after: 15 }]);
    await admin.call("publishEstimateFieldImport", { params: { importId: id }, body: { startedFrom: 2 } });
    expect(await readNeed()).toEqual({ wastePercent: 15, includesValleys: true });
    await admin.call("restoreEstimateFieldVersion", { params: { version: 1 }, body: { startedFrom: 3 } });
    expect(await readNeed()).toEqual({});
  });

  test("a number that another user has changed is a conflict; fields that take no waste, and salespeople, are refused", async () => {
    await setNeed({ wastePercent: 10 });
    expect(await setNeed({ wastePercent: 12 })).toMatchObject({
      status: 409,
      body: { conflicts: [{ field: "wastePercent", former: 0, mine: 12, theirs: 10 }] },
    });
    expect(await setNeed({ startedFrom: 2, wastePercent: 10 }, TYPE)).toMatchObject({
      status: 400,
      body: { errors: { wastePercent: [expect.stringContaining("No quantity of this field")] } },
    });
    expect(await setNeed({ startedFrom: 2, wastePercent: 101 })).toMatchObject({ status: 400 });
    const seller = await ann.callRaw("updateEstimateField", {
      params: { id: ICE_BARRIER },
      body: { startedFrom: 2, wastePercent: 1 },
    });
    expect(seller.status).toBe(403);
    expect(await readNeed()).toEqual({ wastePercent: 10, includesValleys: undefined });
  });
});

describe("[PRI-17] changing a field apart from its options", () => {
  const LENGTH = "4.11";
  const change = (body: Record<string, unknown>, id: string = LENGTH) =>
    admin.callRaw("updateEstimateField", { params: { id }, body: { startedFrom: 1, ...body } });
  const readField = async (id: string = LENGTH) => {
    const entry = (await readFields()).find((each) => each.id === id);
    if (!entry) throw new Error(`There is no field ${id}.`);
    return entry;
  };

  test("default, range, prices and conversions become a version; what is left out stays", async () => {
    const before = await readField();
    const body = { defaultValue: "max", min: 1, max: 400, step: 1, laborPrice: 2.5, recommendedConversion2: 7 };
    expect(await change(body)).toMatchObject({ status: 200, body: { version: 2, field: { id: LENGTH, ...body } } });
    expect(await readField()).toEqual({ ...before, ...body });
    expect(await change({ startedFrom: 2, max: null, defaultValue: null })).toMatchObject({ body: { version: 3 } });
    expect(await readField()).toMatchObject({ min: 1, max: null, defaultValue: null });
  });

  test("prices that fit every option are added, kept beside those of options, and taken away", async () => {
    const before = await readField(TYPE);
    const price = { active: true, parentOptionIds: [], pricingMode: 0, ...NO_AMOUNTS, materialPrice: 3 };
    expect(await change({ variants: [price] }, TYPE)).toMatchObject({ status: 200 });
    const highest = Math.max(...before.variants.map(({ id }) => id));
    expect((await readField(TYPE)).variants).toEqual([
      ...before.variants,
      { ...price, id: highest + 1, optionId: null },
    ]);
    expect(await change({ startedFrom: 2, variants: [] }, TYPE)).toMatchObject({ status: 200 });
    expect(await readField(TYPE)).toEqual(before);
  });

  test("merges what others changed beside it, and names both values where it was the same", async () => {
    const { max } = await readField();
    await change({ max: 300 });
    expect(await change({ min: 2 })).toMatchObject({ status: 200 });
    expect(await change({ max: 500 })).toMatchObject({
      status: 409,
      body: { conflicts: [{ field: "max", former: max, mine: 500, theirs: 300 }] },
    });
    expect(await readField()).toMatchObject({ min: 2, max: 300 });
  });

  test("members that do not fit together are refused at the member", async () => {
    expect(await change({ min: 5, max: 4 })).toMatchObject({
      status: 400,
      body: { errors: { max: ["The maximum is less than the minimum."] } },
    });
    expect(await change({ defaultValue: "4.13.9999" }, TYPE)).toMatchObject({
      status: 400,
      body: { errors: { defaultValue: ["The default 4.13.9999 is not an option of the field."] } },
    });
    expect((await change({}, "4.9999")).status).toBe(404);
  });
});
