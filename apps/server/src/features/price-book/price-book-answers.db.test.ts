import { randomUUID } from "node:crypto";
import {
  estimateField,
  PRICE_BOOK_VERSION_HEADER,
  type CompanyId,
  type EstimateField,
  type PriceBookDifference,
  type PriceBookImport,
  type ProblemReply,
} from "@ridgebook/contract";
import { FIELDS, type OptionId, type PriceBookEntry } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { uploadForm } from "@ridgebook/testing/upload-form";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { startTestApplication, type SignedIn, type TestApplication } from "#testing/test-application.ts";
import { readPriceBook } from "./spreadsheet/read-price-book.ts";
import { writePriceBook } from "./spreadsheet/write-price-book.ts";

const GUTTER = "4.11";
const placeById = new Map<string, number>(FIELDS.map(({ id }, index) => [id, index]));
/** A company's initial data, in the order of the answers. */
const STARTER = starterPriceBook.entries.toSorted(
  (left, right) => (placeById.get(left.id) ?? 0) - (placeById.get(right.id) ?? 0),
);
/** A starter option with its own price, and the variant that holds it. */
const found = starterPriceBook.entries.find(({ options, variants }) => options.length > 2 && variants.length > 2);
if (!found) throw new Error("The starter has no field with options and prices.");
const priced: PriceBookEntry = found;
const [first, second] = priced.options.map(({ id }) => id) as [OptionId, OptionId];

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

const readBook = async (version?: number): Promise<{ fields: EstimateField[]; version: number; etag: string }> => {
  const reply = await ann.call("listEstimateFields", { query: { version } });
  expect(reply.status).toBe(200);
  if (!Array.isArray(reply.body)) throw new Error("a difference was not asked for");
  return {
    fields: reply.body,
    version: Number(reply.headers[PRICE_BOOK_VERSION_HEADER]),
    etag: String(reply.headers["etag"]),
  };
};
const readSince = async (since: number, version?: number): Promise<PriceBookDifference> => {
  const { body } = await ann.call("listEstimateFields", { query: { since, version } });
  if (Array.isArray(body)) throw new Error("a difference was asked for");
  return body;
};
const fieldOf = (fields: readonly EstimateField[], id: string): EstimateField => {
  const field = fields.find((each) => each.id === id);
  if (!field) throw new Error(`no field ${id}`);
  return field;
};
const changeOption = (
  body: Record<string, unknown>,
  { id = first, who = admin, key }: { id?: string; who?: SignedIn; key?: string } = {},
) => who.callRaw("updateEstimateFieldOption", { params: { id }, body, key });

const upload = async (bytes: Uint8Array, { query = "", who = admin, name = "book.xlsx" } = {}) => {
  const { payload, headers } = await uploadForm(new File([Uint8Array.from(bytes)], name));
  const reply = await server.app.inject({
    method: "POST",
    url: `/api/estimatefields${query}`,
    payload,
    headers: { ...headers, ...who.headers },
  });
  const body: unknown = reply.json();
  return { status: reply.statusCode, import: body as PriceBookImport, problem: body as ProblemReply };
};
const exportBook = async (version?: number) => {
  const reply = await server.app.inject({
    url: `/api/estimatefields/export${version === undefined ? "" : `?version=${version}`}`,
    headers: ann.headers,
  });
  return { status: reply.statusCode, bytes: new Uint8Array(reply.rawPayload), headers: reply.headers };
};
/** The starter with one price changed, as a workbook that says it was exported from `version`. */
const editedWorkbook = (edit: (entries: PriceBookEntry[]) => PriceBookEntry[], version = 1) =>
  writePriceBook({ version, entries: edit([...starterPriceBook.entries]) }, { companyId });
const withPrice = (materialPrice: number) => (entries: PriceBookEntry[]) =>
  entries.map((entry) =>
    entry.id === priced.id
      ? {
          ...entry,
          variants: entry.variants.map((variant, index) => (index === 0 ? { ...variant, materialPrice } : variant)),
        }
      : entry,
  );
const publishedPrice = async (): Promise<number | undefined> =>
  fieldOf((await readBook()).fields, priced.id).variants[0]?.materialPrice;

describe("[API-23] reading the price book", () => {
  test("a company begins with the starter as version 1, in the specified shape", async () => {
    const { fields, version } = await readBook();
    expect(version).toBe(1);
    expect(fields).toEqual(STARTER);
    for (const field of fields) expect(estimateField.parse(field)).toEqual(field);
  });

  test("[ITEM-13] [ITEM-14] [ITEM-15] [ITEM-16] a field has defaults, bounds, amounts, conversions, options, variants and links", async () => {
    const { fields } = await readBook();
    expect(Object.keys(fieldOf(fields, GUTTER)).sort()).toEqual(
      [
        "id",
        "defaultValue",
        "min",
        "max",
        "step",
        "materialCost",
        "laborCost",
        "materialPrice",
        "laborPrice",
        "recommendedConversion1",
        "recommendedConversion2",
        "recommendedConversion3",
        "options",
        "variants",
        "validOptions",
        "materialTypes",
        "showProductTypes",
        "secondaryWorkflowId",
      ].sort(),
    );
    // Not stated in the starter: a conversion reads 0.
    expect(fieldOf(fields, "4.997")).toMatchObject({ recommendedConversion1: 0, recommendedConversion3: 0 });
  });

  test("several that ask at once for the first time get one price book", async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => ann.call("listEstimateFields")));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const { rows } = await server.testDatabase.superuserPool.query<{ count: string }>(
      "select count(*) from price_book_entry where company_id = $1",
      [companyId],
    );
    expect(Number(rows[0]?.count)).toBe(starterPriceBook.entries.length);
  });

  test("an unchanged price book returns 304 for its ETag; a newly published one is sent", async () => {
    const { etag } = await readBook();
    const again = () =>
      server.app.inject({ url: "/api/estimatefields", headers: { ...ann.headers, "if-none-match": etag } });
    const same = await again();
    expect([same.statusCode, same.body, same.headers["etag"]]).toEqual([304, "", etag]);
    expect(same.headers["cache-control"]).toBe("private, no-cache");
    await changeOption({ startedFrom: 1, value: "Other" });
    expect((await again()).statusCode).toBe(200);
  });

  test("asked since a version, only what changed travels; asked plainly, the specified list", async () => {
    expect((await readSince(0)).changed).toEqual(STARTER);
    expect(await readSince(1)).toEqual({ version: 1, since: 1, changed: [], removed: [] });
    await changeOption({ startedFrom: 1, value: "Other" });
    const { version, changed, removed } = await readSince(1);
    expect({ version, ids: changed.map(({ id }) => id), removed }).toEqual({
      version: 2,
      ids: [priced.id],
      removed: [],
    });
    // A device that is ahead of the server gets everything.
    expect(await readSince(99)).toMatchObject({ version: 2, since: 0 });
  });

  test("old versions stay readable; one that there is not is not found", async () => {
    await changeOption({ startedFrom: 1, value: "Other" });
    expect(fieldOf((await readBook(1)).fields, priced.id)).toEqual(priced);
    expect(fieldOf((await readBook(2)).fields, priced.id).options[0]?.value).toBe("Other");
    expect((await ann.callRaw("listEstimateFields", { query: { version: 3 } })).status).toBe(404);
    expect(await readSince(1, 1)).toMatchObject({ changed: [] });
  });

  test("publishing one option writes one entry, however many there are", async () => {
    await changeOption({ startedFrom: 1, value: "Other" });
    const { rows } = await server.testDatabase.superuserPool.query<{ count: string }>(
      "select count(*) from price_book_entry where company_id = $1",
      [companyId],
    );
    expect(Number(rows[0]?.count)).toBe(starterPriceBook.entries.length + 1);
  });
});

describe("[API-26] changing an option", () => {
  test("[SET-26] text, picture, description, conversions and prices become a version with an author", async () => {
    const variants = priced.variants
      .filter(({ optionId }) => optionId === first)
      .map(({ optionId: _optionId, ...variant }) => ({ ...variant, materialPrice: 77.25 }));
    const conversions = { recommendedConversion1: 33.3, recommendedConversion2: 0, recommendedConversion3: 0 };
    const imageUrl = "data:image/png;base64,AAAA";
    const reply = await changeOption({
      startedFrom: 1,
      value: "  Six inch ",
      imageUrl,
      description: "<p>Best</p>",
      conversions,
      variants,
      note: "Spring",
    });
    expect(reply).toMatchObject({ status: 200, body: { version: 2 } });
    const field = fieldOf((await readBook()).fields, priced.id);
    expect(field.options[0]).toEqual({
      id: first,
      value: "Six inch",
      imageUrl,
      description: "<p>Best</p>",
      conversions,
    });
    expect(
      field.variants.filter(({ optionId }) => optionId === first).map(({ materialPrice }) => materialPrice),
    ).toEqual(variants.map(() => 77.25));
    const { body: versions } = await ann.call("listEstimateFieldVersions");
    expect(versions.data.map(({ version, author, source, note }) => [version, author, source, note])).toEqual([
      [2, "Ada Min", "option", "Spring"],
      [1, "", "starter", ""],
    ]);
    expect(versions.data[0]?.summary).toMatchObject({ fields: { changed: 1 }, options: { changed: 1 } });
    const { body: details } = await ann.call("getEstimateFieldVersion", { params: { version: "2" } });
    expect(details.changes).toContainEqual(
      expect.objectContaining({ kind: "changed", subject: "option", part: "Option", after: "Six inch" }),
    );
  });

  test("a new variant gets a number, one that is left out goes, null takes a picture away", async () => {
    await changeOption({ startedFrom: 1, imageUrl: "data:image/png;base64,AAAA" });
    const variant = {
      active: true,
      parentOptionIds: [],
      pricingMode: 0,
      materialCost: 1,
      laborCost: 2,
      materialPrice: 3,
      laborPrice: 4,
    };
    await changeOption({ startedFrom: 2, imageUrl: null, variants: [variant] });
    const field = fieldOf((await readBook()).fields, priced.id);
    const highest = Math.max(...priced.variants.map(({ id }) => id));
    expect(field.options[0]).not.toHaveProperty("imageUrl");
    expect(field.variants.filter(({ optionId }) => optionId === first)).toEqual([
      { ...variant, optionId: first, id: highest + 1 },
    ]);
  });

  test("an invalid value is reported at its member and publishes nothing", async () => {
    const tiered = {
      active: true,
      parentOptionIds: ["4.99999.1"],
      pricingMode: 2,
      materialCost: 0.005,
      laborCost: -1,
      materialPrice: 1e10,
      laborPrice: 0,
    };
    const reply = await changeOption({
      startedFrom: 1,
      value: " ",
      imageUrl: "https://elsewhere.test/a.png",
      variants: [tiered],
    });
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.problem.errors ?? {}).sort()).toEqual([
      "imageUrl",
      "value",
      "variants.0.laborCost",
      "variants.0.materialCost",
      "variants.0.materialPrice",
    ]);
    const sizes = { ...tiered, materialCost: 0, laborCost: 0, materialPrice: 0 };
    expect((await changeOption({ startedFrom: 1, variants: [sizes] })).problem.errors).toEqual({
      variants: ["The option 4.99999.1 is not known.", "Prices by size need tiers; there is none."],
    });
    expect((await changeOption({ startedFrom: 5, value: "X" })).problem.errors).toHaveProperty("startedFrom");
    expect((await changeOption({ startedFrom: 1, value: "X" }, { id: `${priced.id}.9999` })).status).toBe(404);
    expect((await changeOption({ startedFrom: 1, value: "X" }, { who: ann })).status).toBe(403);
    expect((await readBook()).version).toBe(1);
  });

  test("two admins who change different things keep both; the same thing is a conflict that names both values", async () => {
    const ben = await server.signInNew({ companyId, role: "Admin", firstName: "Ben", lastName: "Ode" });
    await changeOption({ startedFrom: 1, value: "Hers" });
    // Another part of the same option, and another option of the same field, from the same old version.
    expect((await changeOption({ startedFrom: 1, description: "His" }, { who: ben })).status).toBe(200);
    expect((await changeOption({ startedFrom: 1, value: "Another" }, { who: ben, id: second })).status).toBe(200);
    const refused = await changeOption({ startedFrom: 1, value: "His" }, { who: ben });
    expect(refused.status).toBe(409);
    expect(refused.problem).toMatchObject({
      code: "conflict",
      changedBy: "Ben Ode",
      conflicts: [{ field: "value", former: priced.options[0]?.value, mine: "His", theirs: "Hers" }],
    });
    const field = fieldOf((await readBook()).fields, priced.id);
    expect(field.options.slice(0, 2)).toMatchObject([{ value: "Hers", description: "His" }, { value: "Another" }]);
    // Having seen it, he may.
    expect((await changeOption({ startedFrom: 4, value: "His" }, { who: ben })).body).toMatchObject({ version: 5 });
  });

  test("published at the same moment, nothing is lost and no version is given twice", async () => {
    const replies = await Promise.all(
      priced.options.map(({ id }, index) => changeOption({ startedFrom: 1, value: `Option ${index}` }, { id })),
    );
    expect(replies.map(({ status }) => status)).toEqual(priced.options.map(() => 200));
    const { fields, version } = await readBook();
    expect(version).toBe(1 + priced.options.length);
    expect(fieldOf(fields, priced.id).options.map(({ value }) => value)).toEqual(
      priced.options.map((_, index) => `Option ${index}`),
    );
  });

  test("the same attempt sent twice publishes once; a change of nothing publishes nothing", async () => {
    const key = randomUUID();
    const once = await changeOption({ startedFrom: 1, value: "Other" }, { key });
    expect((await changeOption({ startedFrom: 1, value: "Other" }, { key })).body).toEqual(once.body);
    expect((await changeOption({ startedFrom: 2, value: "Other" })).body).toMatchObject({ version: 2 });
  });
});

describe("[API-24] importing a spreadsheet", () => {
  test("[SET-25] importing an export changes nothing", async () => {
    const { bytes, headers } = await exportBook();
    expect(headers["content-disposition"]).toContain('filename="price-book-1.xlsx"');
    const { import: preview } = await upload(bytes);
    expect(preview).toMatchObject({ state: "ready", progress: 100, problems: [], changes: [], changeCount: 0 });
    await admin.call("publishEstimateFieldImport", { params: { importId: preview.id }, body: { startedFrom: 1 } });
    expect((await readBook()).version).toBe(1);
  });

  test("a preview says what would change, by how many percent, and changes nothing; publishing it does", async () => {
    const before = (await readBook()).fields;
    const was = fieldOf(before, priced.id).variants[0]?.materialPrice ?? 0;
    // The second option and what it costs is gone.
    const { import: preview } = await upload(
      await editedWorkbook((entries) =>
        withPrice(was + 10)(entries).map((entry) =>
          entry.id === priced.id
            ? {
                ...entry,
                options: entry.options.filter(({ id }) => id !== second),
                variants: entry.variants.filter(({ optionId }) => optionId !== second),
              }
            : entry,
        ),
      ),
    );
    expect(preview).toMatchObject({ state: "ready", startedFrom: 1, exportedFrom: 1, overwritten: [], problems: [] });
    expect(preview.summary).toMatchObject({ fields: { changed: 1 }, options: { removed: 1 }, prices: { changed: 1 } });
    expect(preview.changes).toContainEqual(
      expect.objectContaining({
        part: "Material price",
        before: was,
        after: was + 10,
        percent: was === 0 ? null : (10 / was) * 100,
      }),
    );
    expect((await readBook()).fields).toEqual(before);
    expect((await admin.call("getEstimateFieldImport", { params: { importId: preview.id } })).body).toEqual(preview);

    const published = await admin.call("publishEstimateFieldImport", {
      params: { importId: preview.id },
      body: { startedFrom: 1, note: "From the sheet" },
    });
    expect(published.body).toMatchObject({ version: 2, source: "import", author: "Ada Min", note: "From the sheet" });
    expect(await publishedPrice()).toBe(was + 10);
    // Published again, it is the same version.
    const again = await admin.call("publishEstimateFieldImport", {
      params: { importId: preview.id },
      body: { startedFrom: 2 },
    });
    expect(again.body).toEqual(published.body);
    expect((await readBook()).version).toBe(2);
  });

  test("with publish=true a workbook without problems is published at once", async () => {
    const { import: done } = await upload(await editedWorkbook(withPrice(123.45)), { query: "?publish=true" });
    expect(done).toMatchObject({ state: "published", publishedVersion: 2 });
    expect(await publishedPrice()).toBe(123.45);
  });

  test("a workbook with one bad cell is refused as a whole, and says which cell", async () => {
    const bytes = await editedWorkbook((entries) => withPrice(-5)(withPrice(1)(entries)));
    const { status, import: refused } = await upload(bytes, { query: "?publish=true" });
    expect(status).toBe(200);
    expect(refused).toMatchObject({ state: "refused", problemCount: 1, changes: [] });
    expect(refused.problems[0]).toMatchObject({ sheet: "Variants", message: "Material price must be at least 0." });
    expect(refused.problems[0]?.cell).toMatch(/^[A-Z]+\d+$/);
    const reply = await admin.callRaw("publishEstimateFieldImport", {
      params: { importId: refused.id },
      body: { startedFrom: 1 },
    });
    expect(reply.status).toBe(400);
    expect((await readBook()).version).toBe(1);
  });

  test("[SET-28] a workbook that names a picture of another company is refused, and says which option", async () => {
    const imageUrl = `/api/Files/Download/${"f".repeat(64)}?companyId=${String(companyId)}`;
    const bytes = await editedWorkbook((entries) =>
      entries.map((entry) =>
        entry.id === priced.id
          ? {
              ...entry,
              options: entry.options.map((option, index) => (index === 0 ? { ...option, imageUrl } : option)),
            }
          : entry,
      ),
    );
    const { import: refused } = await upload(bytes, { query: "?publish=true" });
    expect(refused).toMatchObject({ state: "refused", problemCount: 1 });
    expect(refused.problems[0]?.message).toMatch(/: The picture is not one of the company's files\.$/);
  });

  test.each([
    {
      what: "no spreadsheet",
      bytes: Buffer.from("id,name\n1.58,Eave"),
      message: "Invalid file type. Only xlsx files allowed.",
    },
    { what: "nothing", bytes: Buffer.alloc(0), message: "File is empty." },
  ])("$what is refused in the file rules' words", async ({ bytes, message }) => {
    const { status, problem } = await upload(bytes);
    expect(status).toBe(400);
    expect(problem.errors?.["formFile"]).toContain(message);
  });

  test("[API-33] only admins import; the same import's id sent twice is one import", async () => {
    const bytes = await editedWorkbook(withPrice(5));
    expect((await upload(bytes, { who: ann })).status).toBe(403);
    const query = `?importId=${randomUUID()}`;
    const once = await upload(bytes, { query });
    expect((await upload(bytes, { query })).import).toEqual(once.import);
  });

  test("changes that others published since the export stay, unless the workbook changes the same field", async () => {
    const other = starterPriceBook.entries.find(({ id, options }) => id !== priced.id && options.length > 0);
    const otherOption = other?.options[0]?.id ?? "";
    const bytes = await editedWorkbook(withPrice(55));
    await changeOption({ startedFrom: 1, value: "Published meanwhile" }, { id: otherOption });
    const { import: preview } = await upload(bytes);
    expect(preview).toMatchObject({
      startedFrom: 2,
      exportedFrom: 1,
      overwritten: [],
      summary: { fields: { changed: 1 } },
    });
    await admin.call("publishEstimateFieldImport", { params: { importId: preview.id }, body: { startedFrom: 2 } });
    const { fields } = await readBook();
    expect(fieldOf(fields, other?.id ?? "").options[0]?.value).toBe("Published meanwhile");
    expect(await publishedPrice()).toBe(55);
  });

  test("a field that another user changed after the preview is a conflict; once seen, it can be published", async () => {
    const { import: preview } = await upload(await editedWorkbook(withPrice(55)));
    await changeOption({ startedFrom: 1, value: "Published meanwhile" });
    const params = { importId: preview.id };
    const refused = await admin.callRaw("publishEstimateFieldImport", { params, body: { startedFrom: 1 } });
    expect(refused.status).toBe(409);
    expect(refused.problem).toMatchObject({
      code: "conflict",
      changedBy: "Ada Min",
      conflicts: [{ field: priced.id }],
    });
    expect((await readBook()).version).toBe(2);
    const seen = (await admin.call("getEstimateFieldImport", { params })).body;
    expect(seen).toMatchObject({ startedFrom: 2, overwritten: [{ fieldId: priced.id }] });
    await admin.call("publishEstimateFieldImport", { params, body: { startedFrom: seen.startedFrom } });
    expect(await publishedPrice()).toBe(55);
  });

  test("[PRI-10] a new option that another one only differs from by upper and lower case raises one question", async () => {
    const first = priced.options[0]?.value ?? "";
    const withTwin = (entries: PriceBookEntry[]) =>
      entries.map((entry) =>
        entry.id === priced.id
          ? { ...entry, options: [...entry.options, { id: `${priced.id}.77` as OptionId, value: first.toUpperCase() }] }
          : entry,
      );
    const { import: asked } = await upload(await editedWorkbook(withTwin), { query: "?publish=true" });
    expect(asked).toMatchObject({ state: "ready", publishedVersion: null, problems: [], formulas: [] });
    expect(asked.questions).toEqual([
      {
        sheet: "Options",
        cell: expect.stringMatching(/^D\d+$/) as string,
        message: `The field has "${first}" too: only upper and lower case differ. Is "${first.toUpperCase()}" a different option?`,
      },
    ]);
    await admin.call("publishEstimateFieldImport", { params: { importId: asked.id }, body: { startedFrom: 1 } });
    const { import: again } = await upload(await editedWorkbook((entries) => withPrice(9)(withTwin(entries)), 2));
    expect(again).toMatchObject({ state: "ready", questions: [] });
  });

  test("a failure half way publishes nothing", async () => {
    const { query } = { query: (text: string) => server.testDatabase.superuserPool.query(text) };
    const { import: preview } = await upload(await editedWorkbook(withPrice(55)));
    await query(`create function explode() returns trigger language plpgsql as
      $$ begin if new.from_version > 1 then raise exception 'boom'; end if; return new; end $$`);
    await query("create trigger explode before insert on price_book_entry for each row execute function explode()");
    try {
      const reply = await admin.callRaw("publishEstimateFieldImport", {
        params: { importId: preview.id },
        body: { startedFrom: 1 },
      });
      expect(reply.status).toBe(500);
    } finally {
      await query("drop function explode cascade");
    }
    expect((await readBook()).fields).toEqual(STARTER);
    expect((await readBook()).version).toBe(1);
  });

  test("an import's file can be exported from any version", async () => {
    await changeOption({ startedFrom: 1, value: "Other" });
    const old = await readPriceBook((await exportBook(1)).bytes);
    expect(old).toMatchObject({ exportedFrom: 1, companyId, entries: STARTER });
    expect((await exportBook(3)).status).toBe(404);
  });

  test("[API-25] [OP-58] without a connected storage the second import says so", async () => {
    const reply = await admin.callRaw("importConnectedEstimateFields");
    expect(reply.problem).toMatchObject({
      status: 409,
      code: "storageNotConnected",
      title: "No file storage is connected. Connect one in the settings, or upload the spreadsheet as a file.",
    });
  });
});

describe("versions", () => {
  test("a rollback publishes old contents as a new version; the versions between stay readable", async () => {
    await changeOption({ startedFrom: 1, value: "Wrong" });
    const reply = await admin.call("restoreEstimateFieldVersion", {
      params: { version: "1" },
      body: { startedFrom: 2, note: "Back" },
    });
    expect(reply.body).toMatchObject({
      version: 3,
      source: "restore",
      restoredVersion: 1,
      note: "Back",
      author: "Ada Min",
    });
    expect((await readBook()).fields).toEqual(STARTER);
    expect(fieldOf((await readBook(2)).fields, priced.id).options[0]?.value).toBe("Wrong");
    expect((await readSince(2)).changed.map(({ id }) => id)).toEqual([priced.id]);
  });

  test("a rollback by a user who has not seen the newest version is a conflict", async () => {
    await changeOption({ startedFrom: 1, value: "Wrong" });
    await changeOption({ startedFrom: 2, value: "Right" });
    const restore = (startedFrom: number) =>
      admin.callRaw("restoreEstimateFieldVersion", { params: { version: "1" }, body: { startedFrom } });
    const refused = await restore(2);
    expect(refused.problem).toMatchObject({ code: "conflict", conflicts: [{ field: priced.id }] });
    expect((await readBook()).version).toBe(3);
    expect((await restore(3)).body).toMatchObject({ version: 4 });
  });

  test("a field that a version lacks is removed, and comes back with a rollback", async () => {
    const without = await editedWorkbook((entries) => entries);
    expect(without.length).toBeGreaterThan(0);
    await server.testDatabase.superuserPool.query(
      "update price_book_entry set from_version = 1, until_version = 2 where company_id = $1 and field_id = $2",
      [companyId, priced.id],
    );
    await readBook();
    await server.testDatabase.superuserPool.query(
      `insert into price_book_version (company_id, version, source, published_time, summary)
       select company_id, 2, 'import', now(), summary from price_book_version where company_id = $1`,
      [companyId],
    );
    await server.testDatabase.superuserPool.query(
      "update price_book_entry set until_version = 2 where company_id = $1 and field_id = $2",
      [companyId, priced.id],
    );
    expect(await readSince(1)).toMatchObject({ version: 2, changed: [], removed: [priced.id] });
    await admin.call("restoreEstimateFieldVersion", { params: { version: "1" }, body: { startedFrom: 2 } });
    expect((await readSince(2)).changed).toEqual([priced]);
  });
});

describe("what devices receive of it", () => {
  const changes = async (cursor?: string) =>
    (
      await ann.call("getChanges", {
        query: { stores: "estimate-fields,estimate-sections,estimate-workflows", cursor },
      })
    ).body;

  test("the first download has all of it; after a publish only the changed field is sent", async () => {
    const start = await changes();
    expect(start.changed["estimate-fields"]).toHaveLength(starterPriceBook.entries.length);
    expect(start.changed["estimate-workflows"]).toHaveLength(8);
    expect(start.more).toBe(false);
    await changeOption({ startedFrom: 1, value: "Other" });
    const next = await changes(start.cursor);
    expect(next.changed["estimate-fields"]).toMatchObject([
      { id: priced.id, version: 2, options: [{ value: "Other" }, {}, {}] },
    ]);
    expect(next.changed["estimate-sections"]).toEqual([]);
    expect((await changes(next.cursor)).changed["estimate-fields"]).toEqual([]);
  });

  test("a device whose cursor is older than its company's price book gets it as changes, page by page", async () => {
    const { body } = await admin.call("createLead", { body: { lastName: "Old" } });
    const old = await server.testDatabase.superuserPool.query<{ last: string }>(
      "select last_number as last from change_counter where company_id = $1",
      [companyId],
    );
    expect(body.id).toBeGreaterThan(0);
    let cursor = `c:${companyId}:${old.rows[0]?.last ?? ""}`;
    const ids: string[] = [];
    for (let more = true; more;) {
      const page = (await ann.call("getChanges", { query: { stores: "estimate-fields", cursor, limit: 100 } })).body;
      ids.push(...(page.changed["estimate-fields"] ?? []).map(({ id }) => id));
      ({ cursor, more } = page);
    }
    expect(ids.toSorted()).toEqual(STARTER.map(({ id }) => id).toSorted());
  });

  test("a field that is removed leaves a tombstone, which goes when it comes back", async () => {
    const start = await changes();
    const { import: preview } = await upload(await withoutRow(priced.id));
    expect(preview.problems).toEqual([]);
    expect(preview.summary.fields.removed).toBe(1);
    await admin.call("publishEstimateFieldImport", { params: { importId: preview.id }, body: { startedFrom: 1 } });
    const gone = await changes(start.cursor);
    expect(gone.deleted["estimate-fields"]).toEqual([priced.id]);
    expect((await readSince(1)).removed).toEqual([priced.id]);
    await admin.call("restoreEstimateFieldVersion", { params: { version: "1" }, body: { startedFrom: 2 } });
    const back = await changes(start.cursor);
    expect(back.deleted["estimate-fields"]).toEqual([]);
    expect(back.changed["estimate-fields"]).toMatchObject([{ id: priced.id, version: 3 }]);
  });
});

/** The starter's workbook without the rows of one field, wherever it has some. */
async function withoutRow(fieldId: string): Promise<Uint8Array> {
  const { priceBookSheets } = await import("./spreadsheet/write-price-book.ts");
  const { writeWorkbook } = await import("./spreadsheet/hucre-workbook.ts");
  const sheets = priceBookSheets(starterPriceBook, { companyId });
  return writeWorkbook(
    sheets.map((sheet) => ({
      ...sheet,
      rows: sheet.rows.filter(
        (row) => row[0] !== fieldId && !row.some((cell) => typeof cell === "string" && cell.includes(`${fieldId}.`)),
      ),
    })),
  );
}
