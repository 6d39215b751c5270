import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { documentInput } from "./document.ts";
import { DOCUMENT_TYPES, SIGNATURE_KEYS } from "./document-kinds.ts";
import { documentToForm, formToDocument } from "./document-form.ts";

const key = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,20}$/);
const time = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString());
const cents = fc.integer({ min: -100_000_000, max: 100_000_000 }).map((count) => count / 100);

const documents = fc.record({
  estimateId: fc.integer({ min: 1, max: 1_000_000 }),
  name: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 .&']{0,50}[A-Za-z0-9]$/),
  type: fc.constantFrom(...Object.values(DOCUMENT_TYPES)),
  workflows: fc.array(fc.stringMatching(/^[0-9](\.[1-9][0-9]?)?$/), { maxLength: 5 }),
  createdTime: time,
  showAdditionalCost: fc.boolean(),
  additionalCost: cents,
  additionalWorkTotalBroughtFromAddendum: cents,
  data: fc.dictionary(key, fc.string(), { noNullPrototype: true }),
  signatures: fc
    .uniqueArray(fc.constantFrom(...SIGNATURE_KEYS))
    .chain((keys) =>
      fc
        .tuple(...keys.map(() => time))
        .map((times) =>
          Object.fromEntries(
            keys.map((each, index) => [
              each,
              { data: "data:image/png;base64,iVBORw==", timestamp: times[index] ?? "" },
            ]),
          ),
        ),
    ),
});

describe("a document as a form", () => {
  test("[DOC-11] has the fields of the specification", () => {
    const form = documentToForm({
      estimateId: 7,
      name: "Contract",
      type: 1,
      workflows: ["1", "4.2"],
      createdTime: "2026-05-14T18:02:15.000Z",
      data: { typeVersion: "1", notes: "" },
      signatures: {
        customer: { data: "data:image/png;base64,iVBORw==", timestamp: "2026-05-14T18:02:11.000Z" },
      },
    });
    expect(form).toEqual([
      ["estimateId", "7"],
      ["name", "Contract"],
      ["type", "1"],
      ["createdTime", "2026-05-14T18:02:15.000Z"],
      ["workflows", "1"],
      ["workflows", "4.2"],
      ["data.typeVersion", "1"],
      ["data.notes", ""],
      ["signatures.customer.timestamp", "2026-05-14T18:02:11.000Z"],
      ["signatures.customer.data", "data:image/png;base64,iVBORw=="],
    ]);
  });

  test("[DOC-11] says the same when it is read again", () => {
    fc.assert(
      fc.property(documents, (document) => {
        const sent = documentInput.parse(document);
        expect(documentInput.parse(formToDocument(documentToForm(document as never)))).toEqual(sent);
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  test("hands what is no number or switch to the schema, which names it", () => {
    const read = formToDocument([
      ["estimateId", "seven"],
      ["type", "1e3"],
      ["additionalCost", "1,000"],
      ["showAdditionalCost", "yes"],
      ["name", "A"],
      ["createdTime", "2026-05-14T18:02:15.000Z"],
    ]);
    const named = documentInput.safeParse(read).error?.issues.map(({ path }) => path.join(".")) ?? [];
    expect(named.sort()).toEqual(["additionalCost", "estimateId", "showAdditionalCost", "type"]);
  });

  test("makes nothing but values of fields that play with names of objects", () => {
    const read = formToDocument([
      ["__proto__", "x"],
      ["data.__proto__", "x"],
      ["data.constructor", "x"],
      ["signatures.__proto__.data", "x"],
      ["signatures.customer.data.more", "x"],
    ]);
    expect(({} as Record<string, unknown>)["data"]).toBeUndefined();
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect(Object.keys(read["data"] as object)).toEqual(["__proto__", "constructor"]);
  });
});
