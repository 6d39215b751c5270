import { readdirSync, readFileSync } from "node:fs";
import {
  calculateEstimate,
  EMPTY_ESTIMATE,
  findMarginFalls,
  PRICED_AT_ONCE,
  priceUpdate,
  slicesToBody,
  splitEstimate,
  summarizeImpact,
  type CompanyId,
  type Estimate,
  type EstimateImpact,
  type EstimatePart,
  type IntendedPriceChange,
  type PriceBookImport,
  type PriceImpact,
  type StoredEstimateItem,
} from "@ridgebook/contract";
import {
  AMOUNT_NAMES,
  findField,
  indexPriceBook,
  priceFile,
  roundMoney,
  type IndexedPriceBook,
  type PriceBookEntry,
  type UnitAmounts,
} from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { uploadForm } from "@ridgebook/testing/upload-form";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { startTestApplication, type SignedIn, type TestApplication } from "#testing/test-application.ts";
import { writePriceBook } from "./spreadsheet/write-price-book.ts";

/** Thirteen houses are priced twice, and estimates of them updated. */
const PATIENT_MS = 60_000;
/** `npm run impact:proof` uses more: the same houses with other discounts. */
const ASKED = Number(process.env["IMPACT_ESTIMATES"] ?? "0");
const PATIENT_MS_OF_EACH = 3_000;

const HOUSES = new URL("../../../../../packages/estimating/houses/", import.meta.url);
const starter = indexPriceBook(starterPriceBook);

/** The engine's sample houses as they are saved. */
const houses = readdirSync(HOUSES)
  .filter((file) => file.endsWith(".json"))
  .map((file) => {
    const { priced } = priceFile(JSON.parse(readFileSync(new URL(file, HOUSES), "utf8")), starter);
    if (!priced) throw new Error(`${file} cannot be priced.`);
    const parts = priced.workflows.map(({ workflowId, workflowEstimateId, items, summary }): EstimatePart => ({
      workflowId,
      workflowEstimateId,
      fieldIds: [...new Set(items.map(({ fieldId }) => findField(fieldId)?.ancestors[0] ?? fieldId))],
      items: items as StoredEstimateItem[],
      discountPercent: summary.discountPercent,
      marginPercent: summary.marginPercent,
    }));
    return { name: file, workflowIds: [...new Set(parts.map(({ workflowId }) => workflowId))], parts };
  });

/** The houses again and again; all but the first of each with a discount. */
const manyHouses = (count: number): typeof houses =>
  Array.from({ length: count }, (_, index) => {
    const house = houses[index % houses.length] as (typeof houses)[number];
    const discountPercent = (Math.floor(index / houses.length) % 10) / 100;
    return discountPercent === 0
      ? house
      : { ...house, parts: house.parts.map((part) => ({ ...part, discountPercent })) };
  });

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
  admin = await server.signInNew({ companyId, role: "Admin" });
  ann = await server.signInNew({ companyId });
});

const addLead = async (parts: { leadStatus?: string } = {}): Promise<number> =>
  (await ann.call("createLead", { body: { lastName: "Whitfield", ...parts } })).body.id;

async function addEstimate(leadId: number, house = houses[0]): Promise<number> {
  const reply = await ann.callRaw("createEstimate", { body: { leadId, ...house, name: house?.name } });
  expect(reply.status, `${house?.name}: ${JSON.stringify(reply.body).slice(0, 500)}`).toBe(200);
  return (reply.body as Estimate).id;
}

const readEstimate = async (id: number): Promise<Estimate> =>
  (await ann.call("getEstimate", { params: { id: String(id) } })).body;
const totalOf = (estimate: Estimate): number => calculateEstimate(estimate).totals.total;

async function readBook() {
  const { body, headers } = await ann.call("listEstimateFields", { query: {} });
  if (!Array.isArray(body)) throw new Error("A difference was not asked for.");
  return indexPriceBook({ version: Number(headers["price-book-version"]), entries: body });
}

/** Costs 7 % and prices 10 % higher, in whole cents. */
function raise<Amounts extends UnitAmounts>(amounts: Amounts): Amounts {
  const raised = AMOUNT_NAMES.map((name) => [name, roundMoney(amounts[name] * (name.endsWith("Cost") ? 1.07 : 1.1))]);
  return { ...amounts, ...(Object.fromEntries(raised) as UnitAmounts) };
}
const raiseAll = (entries: readonly PriceBookEntry[]): PriceBookEntry[] =>
  entries.map((entry) => ({
    ...raise(entry),
    variants: entry.variants.map(({ tiers, ...variant }) => ({
      ...raise(variant),
      ...(tiers && { tiers: tiers.map(raise) }),
    })),
  }));

async function upload(entries: readonly PriceBookEntry[]): Promise<PriceBookImport> {
  const bytes = await writePriceBook({ version: 1, entries }, { companyId });
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

/** The whole impact, asked for as the page does. */
async function previewAll(change: IntendedPriceChange): Promise<{ pages: PriceImpact[]; estimates: EstimateImpact[] }> {
  const pages: PriceImpact[] = [];
  for (let after: number | null = 0; after !== null; after = pages.at(-1)?.next ?? null)
    pages.push((await admin.call("previewPriceImpact", { body: { change, after } })).body);
  return { pages, estimates: pages.flatMap(({ estimates }) => estimates) };
}

/** A salesperson's "Update prices": the update of the estimate's page, saved. */
async function updatePrices(id: number, known?: IndexedPriceBook): Promise<Estimate> {
  const book = known ?? (await readBook());
  const seen = await readEstimate(id);
  const { parts } = priceUpdate(seen, book);
  const former = splitEstimate(seen);
  const after = {
    ...seen,
    priceBookVersion: book.version,
    items: parts.flatMap(({ items = [] }) => items),
  };
  const now = splitEstimate(after);
  const wanted = Object.fromEntries(
    [...new Set([...Object.keys(former), ...Object.keys(now)])]
      .filter((slice) => slice.startsWith("items") || slice === "priceBookVersion")
      .map((slice) => [slice, now[slice] ?? []]),
  );
  const reply = await ann.callRaw("updateEstimate", {
    params: { id },
    body: {
      ...slicesToBody(wanted),
      revision: seen.revision,
      former: Object.fromEntries(Object.keys(wanted).map((slice) => [slice, former[slice] ?? null])),
    },
  });
  expect(reply.status, JSON.stringify(reply.body).slice(0, 500)).toBe(200);
  return reply.body as Estimate;
}

describe("[PRI-01] the impact of an import before it is published", () => {
  test(
    "[PRI-02] is what updating the prices of each sample house then gives, one by one and in sum",
    async () => {
      const ids: number[] = [];
      for (const house of manyHouses(Math.max(ASKED, houses.length)))
        ids.push(await addEstimate(await addLead(), house));
      const oldTotals: number[] = [];
      for (const id of ids) oldTotals.push(totalOf(await readEstimate(id)));
      const imported = await upload(raiseAll(starterPriceBook.entries));

      const { pages, estimates } = await previewAll({ kind: "import", importId: imported.id });
      // A last part that is full is followed by an empty one.
      expect(pages).toHaveLength(Math.floor(ids.length / PRICED_AT_ONCE) + 1);
      expect(pages.at(-1)).toMatchObject({ startedFrom: 1, openCount: ids.length, next: null });
      expect(estimates.map(({ id }) => id)).toEqual(ids);
      expect(estimates.map(({ oldTotal }) => oldTotal)).toEqual(oldTotals);

      const { id: importId } = imported;
      await admin.call("publishEstimateFieldImport", { params: { importId }, body: { startedFrom: 1 } });
      const newTotals: number[] = [];
      const book = await readBook();
      for (const id of ids) {
        // Publishing changed nothing of it.
        expect(await readEstimate(id)).toMatchObject({ revision: 1, priceBookVersion: 1 });
        newTotals.push(totalOf(await updatePrices(id, book)));
      }
      expect(estimates.map(({ newTotal }) => newTotal)).toEqual(newTotals);
      const sum = roundMoney(newTotals.reduce((all, total, index) => all + total - (oldTotals[index] ?? 0), 0));
      expect(summarizeImpact(estimates, { startedFrom: 1 })).toMatchObject({ changedCount: ids.length, sum });
      expect(sum).toBeGreaterThan(0);
    },
    PATIENT_MS + ASKED * PATIENT_MS_OF_EACH,
  );

  test("[PRI-04] names the same margins that the estimates have afterwards", async () => {
    const leadId = await addLead();
    const id = await addEstimate(leadId);
    // Costs rise by half and prices stay.
    const dearer = starterPriceBook.entries.map((entry) => ({
      ...entry,
      variants: entry.variants.map((variant) => ({
        ...variant,
        materialCost: roundMoney(variant.materialCost * 1.5),
        laborCost: roundMoney(variant.laborCost * 1.5),
      })),
    }));
    const imported = await upload(dearer);
    const { estimates } = await previewAll({ kind: "import", importId: imported.id });
    await admin.call("publishEstimateFieldImport", {
      params: { importId: imported.id },
      body: { startedFrom: 1 },
    });
    const { totals } = calculateEstimate(await updatePrices(id));
    expect(estimates[0]).toMatchObject({ newMargin: totals.margin, newTotal: totals.total });
    const share = totals.margin / totals.total;
    expect(findMarginFalls(estimates, share + 0.001).falls.map(({ estimate }) => estimate.id)).toEqual([id]);
    expect(findMarginFalls(estimates, share - 0.001).falls).toEqual([]);
  });

  test("[PRI-08] prices the sample houses with the prices of now and with the new ones, once, and counts missing lines", async () => {
    const imported = await upload(raiseAll(starterPriceBook.entries));
    const change: IntendedPriceChange = { kind: "import", importId: imported.id };
    const { pages } = await previewAll(change);
    const shown = pages[0]?.sampleHouses ?? [];
    expect(shown).toHaveLength(houses.length);
    // Without its discount of 5 %: 6638.75, as calculated by hand in gutters-cape.json.
    const cape = shown.find(({ name }) => name === "Cape with new gutters");
    expect(cape).toMatchObject({ oldTotal: 6638.75, oldLostCount: 0, newLostCount: 0 });
    expect((cape?.newTotal ?? 0) / 6638.75).toBeCloseTo(1.1, 2);
    const further = await admin.call("previewPriceImpact", { body: { change, after: 1 } });
    expect(further.body.sampleHouses).toBeUndefined();

    const gutter = findField("4.13");
    const without = starterPriceBook.entries.map((entry) =>
      entry.id === gutter?.id ? { ...entry, variants: entry.variants.slice(-1) } : entry,
    );
    const lacking = await previewAll({ kind: "import", importId: (await upload(without)).id });
    const lost = lacking.pages[0]?.sampleHouses?.map(({ newLostCount }) => newLostCount) ?? [];
    expect(Math.max(...lost)).toBeGreaterThan(0);
  });

  test("nothing is published and no estimate changes by asking", async () => {
    const id = await addEstimate(await addLead());
    const seen = await readEstimate(id);
    const imported = await upload(raiseAll(starterPriceBook.entries));
    await previewAll({ kind: "import", importId: imported.id });
    expect(await readEstimate(id)).toEqual(seen);
    expect((await readBook()).version).toBe(1);
  });

  test("an import that cannot be published, and one that there is not, have none", async () => {
    const importId = "7b0c7a51-3b0f-4b39-9c12-2f6cf3f3a5a1";
    const unknown = await admin.callRaw("previewPriceImpact", { body: { change: { kind: "import", importId } } });
    expect(unknown.status).toBe(404);
    const imported = await upload(raiseAll(starterPriceBook.entries));
    await admin.call("publishEstimateFieldImport", { params: { importId: imported.id }, body: { startedFrom: 1 } });
    const published = await admin.callRaw("previewPriceImpact", {
      body: { change: { kind: "import", importId: imported.id } },
    });
    expect(published.status).toBe(400);
  });

  test("a salesperson may not ask", async () => {
    const reply = await ann.callRaw("previewPriceImpact", { body: { change: { kind: "restore", version: 1 } } });
    expect(reply.status).toBe(403);
  });
});

describe("[PRI-01] which estimates are open", () => {
  test("not those of a sold or lost lead, nor one with a signed contract", async () => {
    const leadId = await addLead();
    const [open, signed] = [await addEstimate(leadId), await addEstimate(leadId)];
    await addEstimate(await addLead({ leadStatus: "Sold" }));
    await addEstimate(await addLead({ leadStatus: "Lost" }));
    await server.testDatabase.superuserPool.query(
      `insert into document (company_id, estimate_id, lead_id, name, type, created_time, received_time, modified_time, is_signed, pdf_status)
       values ($1, $2, $4, 'Contract', 1, now(), now(), now(), true, 1), ($1, $3, $4, 'Contract', 1, now(), now(), now(), false, 1)`,
      [companyId, signed, open, leadId],
    );
    const { estimates, pages } = await previewAll({ kind: "restore", version: 1 });
    expect(estimates.map(({ id }) => id)).toEqual([open]);
    expect(pages[0]).toMatchObject({ openCount: 1 });
    expect(estimates[0]).toMatchObject({ customer: "Whitfield", leadId, name: houses[0]?.name, lostCount: 0 });
  });

  test("more than one call can price are requested in parts, each estimate once", async () => {
    const leadId = await addLead();
    await server.testDatabase.superuserPool.query(
      `insert into estimate (company_id, lead_id, name, term, price_book_version)
       select $1, $2, 'Estimate ' || n, $3, 1 from generate_series(1, $4::integer) as n`,
      [companyId, leadId, JSON.stringify(EMPTY_ESTIMATE.term), PRICED_AT_ONCE + 1],
    );
    const { estimates, pages } = await previewAll({ kind: "restore", version: 1 });
    expect(pages.map((page) => page.estimates.length)).toEqual([PRICED_AT_ONCE, 1]);
    expect(new Set(estimates.map(({ id }) => id)).size).toBe(PRICED_AT_ONCE + 1);
  });
});

describe("[PRI-01] the impact of an option and of an old version", () => {
  test("an option's new price counts as typed, and a version's as stored", async () => {
    const id = await addEstimate(await addLead());
    const seen = await readEstimate(id);
    const book = await readBook();
    const line = seen.items.find(({ fieldOptionId, fieldId }) => {
      const field = findField(fieldId);
      return field && book.entryOf(field).entry.variants.some(({ optionId }) => optionId === fieldOptionId);
    });
    const field = line && findField(line.fieldId);
    if (!line?.fieldOptionId || !field) throw new Error("The house has no line with an option that has a price.");
    const { fieldOptionId } = line;
    const variants = book
      .entryOf(field)
      .entry.variants.filter(({ optionId }) => optionId === fieldOptionId)
      .map(({ optionId: _own, ...variant }) => ({ ...variant, materialPrice: variant.materialPrice + 10 }));
    const option = { startedFrom: 1, variants };
    const { estimates } = await previewAll({ kind: "option", id: fieldOptionId, option });
    await admin.callRaw("updateEstimateFieldOption", { params: { id: fieldOptionId }, body: option });
    const updated = totalOf(await updatePrices(id));
    expect(estimates[0]).toMatchObject({ oldTotal: totalOf(seen), newTotal: updated });
    expect(updated).toBeGreaterThan(totalOf(seen));

    // Retired, it costs what it did.
    const retired = await previewAll({ kind: "option", id: fieldOptionId, option: { startedFrom: 2, retired: true } });
    expect(retired.estimates[0]).toMatchObject({ oldTotal: updated, newTotal: updated, lostCount: 0 });

    // Back to version 1: what it was.
    const back = await previewAll({ kind: "restore", version: 1 });
    expect(back.estimates[0]).toMatchObject({ oldTotal: updated, newTotal: totalOf(seen) });
    expect(back.pages[0]?.startedFrom).toBe(2);
  });

  test("[PRI-17] a field's price that fits every option counts as typed", async () => {
    const id = await addEstimate(await addLead());
    const seen = await readEstimate(id);
    const book = await readBook();
    const line = seen.items.find(({ fieldId, quantity }) => {
      const field = findField(fieldId);
      if (!field || field.allowPriceChange || quantity === 0) return false;
      const { entry } = book.entryOf(field);
      return entry.variants.length === 0 && entry.secondaryWorkflowId === null;
    });
    if (!line) throw new Error("The house has no line with a price of its field.");
    const field = { startedFrom: 1, materialPrice: 1_000 };
    const { estimates } = await previewAll({ kind: "field", id: line.fieldId, field });
    expect(await admin.callRaw("updateEstimateField", { params: { id: line.fieldId }, body: field })).toMatchObject({
      status: 200,
    });
    const updated = totalOf(await updatePrices(id));
    expect(estimates[0]).toMatchObject({ oldTotal: totalOf(seen), newTotal: updated });
    expect(updated).toBeGreaterThan(totalOf(seen));
  });
});
