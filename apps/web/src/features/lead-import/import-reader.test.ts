import { buildSavedLead } from "@ridgebook/testing";
import { csvText, LEAD_FIELDS, type Lead, type User, type UserId } from "@ridgebook/contract";
import fc from "fast-check";
import { writeXlsx } from "hucre/xlsx";
import { describe, expect, test } from "vitest";
import { deflateRawSync } from "node:zlib";
import { EXPORT_HEADS, exportRow } from "./export-columns.ts";
import { CONTEXT, readBytes, textBytes } from "./testing/read-export.ts";
import { UnreadableFile } from "./unreadable-file.ts";

describe("[IMPORT-27] any file is read, or refused with a message", () => {
  test("any bytes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
        const read = await readBytes(Uint8Array.from(bytes)).catch((error: unknown) => error);
        expect(read instanceof UnreadableFile || (typeof read === "object" && read !== null && "file" in read)).toBe(
          true,
        );
      }),
      { numRuns: 300 },
    );
  });

  test("any table, with every lead's row that of the file and no text made a formula's result", async () => {
    const head = fc.constantFrom(
      "Name",
      "Phone",
      "Address",
      "Notes",
      "Meeting",
      "ZIP",
      "Owner",
      "Status",
      "E-mail",
      "x",
    );
    const cell = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 30 }),
      fc.constantFrom("=1+1", "+1", "@x", "<b>x", "Lee, Ann", "1/2/26", "555-0123", "12 Main St, Lawton MI 49065"),
    );
    const tables = fc.tuple(
      fc.array(head, { minLength: 1, maxLength: 8 }),
      fc.array(fc.array(cell, { maxLength: 8 }), { minLength: 1, maxLength: 6 }),
    );
    await fc.assert(
      fc.asyncProperty(tables, async ([heads, rows]) => {
        const read = await readBytes(textBytes(csvText([heads, ...rows]))).catch((error: unknown) => error);
        if (read instanceof UnreadableFile) return;
        const { leads, file } = read as Awaited<ReturnType<typeof readBytes>>;
        expect(leads.length).toBe(file.leadCount);
        for (const { row } of leads) expect(row).toBeGreaterThanOrEqual(1);
      }),
      { numRuns: 200 },
    );
  });

  test.each([
    ["an empty file", "", "This file is empty."],
    ["blank rows alone", "\n,,\n", "There is nothing in it."],
    ["names of columns alone", "Name,Phone\n", "There are no rows below the names of the columns."],
    [
      "200 columns",
      `${Array.from({ length: 200 }, (_, index) => `c${String(index)}`).join(",")}\na\n`,
      "It has 200 columns. An import takes at most 100 columns. Save only those that you need.",
    ],
    [
      "50,001 rows",
      `Name\n${"Ann Lee\n".repeat(50_001)}`,
      "It has more than 50,000 rows, and one import takes no more. Split the file.",
    ],
    ["a picture", "\u0089PNG\u0000\u0001", "This is not a table. Choose a CSV file or an Excel workbook."],
    [
      "separators alone, of which each would be a cell",
      `a,b\n${",".repeat(5_000_001)}`,
      "An import takes at most 100 columns. Save only those that you need.",
    ],
  ])("%s", async (_case, text, message) => {
    await expect(readBytes(textBytes(text))).rejects.toThrow(new UnreadableFile(message));
  });
});

describe("a workbook", () => {
  const write = async (sheets: Parameters<typeof writeXlsx>[0]["sheets"]): Promise<Uint8Array<ArrayBuffer>> =>
    Uint8Array.from(await writeXlsx({ sheets }));

  test("[IMPORT-20] is read with its numbers and dates as text, from the chosen sheet", async () => {
    const bytes = await write([
      { name: "Empty", rows: [] },
      {
        name: "Customers",
        rows: [
          ["Name", "Phone", "Zip", "Meeting"],
          ["Ann Lee", 2_695_550_121, 49_001, new Date("2026-04-06T17:30:00Z")],
          ["=1+1", null, 4_908, null],
        ],
      },
      { name: "Old", rows: [["Name"], ["Bo Ray"]] },
    ]);
    const { file, leads } = await readBytes(bytes);
    expect([file.readAs, file.sheets]).toEqual(["sheet Customers", ["Empty", "Customers", "Old"]]);
    expect(leads[0]?.fields).toEqual({
      firstName: "Ann",
      lastName: "Lee",
      phone: "+12695550121",
      zipCode: "49001",
      meetingDate: "2026-04-06T21:30:00.000Z",
    });
    expect(leads[1]?.fields).toEqual({ lastName: "=1+1" });
    expect(file.problems.map(({ row, message }) => [row, message])).toEqual([[3, "A zip code has 5 digits"]]);
    const other = await readBytes(bytes, { sheet: "Old" });
    expect(other.leads.map(({ fields }) => fields.lastName)).toEqual(["Ray"]);
  });

  test("[IMPORT-37] a sheet that is empty, or has no rows, is refused by its name, with the other sheets to choose", async () => {
    const bytes = await write([
      { name: "Empty", rows: [] },
      { name: "Heads", rows: [["Name", "Phone"]] },
      { name: "Customers", rows: [["Name"], ["Ann Lee"]] },
    ]);
    const sheets = ["Empty", "Heads", "Customers"];
    const refusalOf = (sheet?: string) => readBytes(bytes, { sheet }).catch((error: unknown) => error);
    expect(await refusalOf("Empty")).toMatchObject({
      name: "UnreadableFile",
      message: "Sheet “Empty”: There is nothing in it. Choose another sheet.",
      sheets: { names: sheets, shown: "Empty" },
    });
    // Without a choice the first sheet with contents is read.
    expect(await refusalOf()).toMatchObject({
      message: "Sheet “Heads”: There are no rows below the names of the columns. Choose another sheet.",
      sheets: { names: sheets, shown: "Heads" },
    });
    const alone = await write([{ name: "Empty", rows: [] }]);
    expect(await readBytes(alone).catch((error: unknown) => error)).toMatchObject({
      message: "There is nothing in it.",
      sheets: undefined,
    });
  });

  /** An archive of one part that declares to unpack to `size` bytes. */
  function zipOf(content: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
    const packed = deflateRawSync(content);
    const name = Buffer.from("xl/workbook.xml");
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt16LE(name.length, 26);
    const part = Buffer.alloc(46);
    part.writeUInt32LE(0x02014b50, 0);
    part.writeUInt16LE(8, 10);
    part.writeUInt32LE(packed.length, 20);
    part.writeUInt32LE(size, 24);
    part.writeUInt16LE(name.length, 28);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(1, 10);
    end.writeUInt32LE(part.length + name.length, 12);
    end.writeUInt32LE(local.length + name.length + packed.length, 16);
    return Uint8Array.from(Buffer.concat([local, name, packed, part, name, end]));
  }

  test.each([
    ["says that it unpacks to gigabytes", zipOf(new Uint8Array(10), 3_000_000_000)],
    ["unpacks to more than it says", zipOf(new Uint8Array(50_000_000), 1_000)],
  ])("[IMPORT-27] that %s is refused before it is unpacked", async (_case, bytes) => {
    await expect(readBytes(bytes)).rejects.toThrow("too large when it is unpacked");
  });
});

describe("[IMPORT-36] an export", () => {
  const people = [
    { id: 7 as UserId, firstName: "Theo", lastName: "Marsh", email: "theo@example.com" },
    { id: 8 as UserId, firstName: "Theo", lastName: "Marsh", email: "other@example.com" },
  ] as User[];
  const context = {
    ...CONTEXT,
    salespeople: people.map(({ id, email }) => ({ id, name: "Theo Marsh", email })),
  };
  const text = (maxLength: number) =>
    fc.oneof(
      fc.string({ unit: "grapheme", maxLength }).map((value) => value.replaceAll("\u0000", "").trim()),
      fc.constantFrom("=1+1", "'=x", "''+1", "-2", "@a", "a;b", 'say "hi"', "two\nlines", "<p>x</p>"),
    );
  const word = fc.constantFrom("Roof", "Siding", "Gutters & guards");
  const saved: fc.Arbitrary<Lead> = fc
    .record({
      firstName: text(40),
      lastName: text(40),
      company: fc.constant("Lee & Sons LLC"),
      phone: fc.constantFrom("", "+12695550111"),
      phoneExtension: fc.constantFrom("", "14", "007"),
      email: fc.constantFrom("", "ann@example.com"),
      street: text(60),
      city: text(40),
      state: fc.constantFrom("", "MI", "ON"),
      zipCode: fc.constantFrom("", "04908", "49001-1234", "K1A 0B1"),
      description: text(200),
      leadStatus: fc.constantFrom("New", "Contact in Future", "sold"),
      customerNumber: text(20),
      projectTypes: fc.array(word, { maxLength: 3 }),
      meetingDate: fc.constantFrom(
        null,
        "2026-11-01T05:30:00.000Z",
        "2026-11-01T06:30:00.000Z",
        "2026-04-06T21:30:15.000Z",
      ),
      userId: fc.constantFrom(null, 7 as UserId, 8 as UserId),
      externalId: fc.constantFrom(null, "zcrm_1"),
    })
    .map((values) => ({ ...buildSavedLead(), additionalSalesmanId: null, ...values }));

  test("is read back as the same values", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(saved, { minLength: 1, maxLength: 5 }), async (leads) => {
        const rows = leads.map((lead) => exportRow(lead, { timeZone: CONTEXT.timeZone, people }));
        const read = await readBytes(textBytes(csvText([EXPORT_HEADS, ...rows])), {}, context);
        expect(read.file.problems).toEqual([]);
        const empty = Object.fromEntries(
          LEAD_FIELDS.map((field) => [field, field === "projectTypes" ? [] : /Id$|Date$/.test(field) ? null : ""]),
        );
        expect(read.leads.map(({ fields, externalId }) => ({ ...empty, ...fields, externalId }))).toEqual(
          leads.map((lead) => ({
            ...Object.fromEntries(LEAD_FIELDS.map((field) => [field, lead[field]])),
            externalId: lead.externalId,
          })),
        );
      }),
      { numRuns: 200 },
    );
  });
});
