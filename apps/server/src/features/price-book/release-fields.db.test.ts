import { type CompanyId, type EstimateField } from "@ridgebook/contract";
import type { OptionId, PriceBookEntry } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { startTestApplication, type SignedIn, type TestApplication } from "#testing/test-application.ts";
import { fitStarterEntry } from "./ensure-price-book.ts";

/** The kind of gutter: a field with options and prices, which the company's price book lacks as if a newer release had added it. */
const TYPE = "4.13";
const GUTTER = "4.11";
const found = starterPriceBook.entries.find(({ id }) => id === TYPE);
if (!found) throw new Error("The starter has no kinds of gutters.");
const starterType: PriceBookEntry = found;

let server: TestApplication;
let companyId: CompanyId;
let admin: SignedIn;

beforeAll(async () => {
  server = await startTestApplication(inject("postgresUrl"));
});
afterAll(() => server.close());
beforeEach(async () => {
  companyId = await server.createCompany();
  admin = await server.signInNew({ companyId, role: "Admin", firstName: "Ada", lastName: "Min" });
});

const readBook = async (version?: number): Promise<readonly EstimateField[]> => {
  const { body } = await admin.call("listEstimateFields", { query: { version } });
  if (!Array.isArray(body)) throw new Error("A difference was not asked for.");
  return body;
};
const fieldOf = (book: readonly EstimateField[], id: string): EstimateField | undefined =>
  book.find((field) => field.id === id);
/** As a device does: the first download of a company completes its price book. */
const sync = async (): Promise<void> => {
  const { status } = await admin.call("getChanges", { query: { stores: "estimate-fields" } });
  expect(status).toBe(200);
};
const versions = async () => (await admin.call("listEstimateFieldVersions")).body.data;
/** The price book as a previous release made it, without the field. */
const makeFormerBook = async (): Promise<void> => {
  await readBook();
  await server.testDatabase.superuserPool.query(
    "delete from price_book_entry where company_id = $1 and field_id = $2",
    [companyId, TYPE],
  );
};

describe("a field that a newer release adds", () => {
  test("[ADMIN-22] comes into an existing price book as the starter has it, as a version that changes nothing else", async () => {
    await makeFormerBook();
    const before = await readBook();
    expect(fieldOf(before, TYPE)).toBeUndefined();
    const [former] = await versions();

    await sync();
    const [added] = await versions();
    expect(added).toMatchObject({
      version: (former?.version ?? 0) + 1,
      source: "starter",
      author: "",
      summary: { fields: { added: 1, changed: 0, removed: 0 }, options: { added: starterType.options.length } },
    });
    const after = await readBook();
    expect(fieldOf(after, TYPE)).toEqual(starterType);
    expect(after.filter(({ id }) => id !== TYPE)).toEqual(before);
    expect(await readBook(former?.version)).toEqual(before);
  });

  test("[ADMIN-22] is added once for concurrent callers", async () => {
    await makeFormerBook();
    await Promise.all([sync(), sync(), sync()]);
    expect(await versions()).toHaveLength(2);
  });

  test("[ADMIN-22] is not added to a price book that had it and lost it", async () => {
    await readBook();
    // Like the import of a workbook without the field.
    await server.testDatabase.superuserPool.query(
      "update price_book_entry set until_version = 2 where company_id = $1 and field_id = $2",
      [companyId, TYPE],
    );
    await sync();
    expect(await versions()).toHaveLength(1);
  });

  test("[ADMIN-22] stays when an older version, which did not have it, is restored", async () => {
    await makeFormerBook();
    await sync();
    const restored = await admin.call("restoreEstimateFieldVersion", {
      params: { version: "1" },
      body: { startedFrom: 2 },
    });
    expect(restored.status).toBe(200);
    expect(fieldOf(await readBook(), TYPE)).toEqual(starterType);
    expect(fieldOf(await readBook(1), TYPE)).toBeUndefined();
  });

  test("[ADMIN-22] leaves out prices and offers under options that the company does not have", () => {
    const [own] = starterType.options;
    if (!own) throw new Error("The starter has no kinds of gutters.");
    const known = `${GUTTER}.1` as OptionId;
    const gone = `${GUTTER}.2` as OptionId;
    const [variant] = starterPriceBook.entries.flatMap(({ variants }) => variants);
    if (!variant) throw new Error("The starter has no prices.");
    const priced = (id: number, parentOptionIds: readonly OptionId[]) => ({
      ...variant,
      id,
      optionId: own.id,
      parentOptionIds,
    });
    const entry: PriceBookEntry = {
      ...starterType,
      variants: [priced(1, []), priced(2, [known]), priced(3, [known, gone]), priced(4, [own.id])],
      validOptions: { [known]: [own.id], [gone]: [own.id] },
    };
    const fitted = fitStarterEntry(entry, (id) => id === known);
    expect(fitted.variants.map(({ id }) => id)).toEqual([1, 2, 4]);
    expect(fitted.validOptions).toEqual({ [known]: [own.id] });
  });
});
