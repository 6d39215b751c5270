import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { DocumentModel } from "#model/document-model.ts";
import { canonicalJson } from "./canonical-json.ts";
import { fingerprintOf } from "./fingerprint.ts";

describe("canonical JSON", () => {
  test.each([
    { value: { b: 1, a: [true, null, "x"] }, text: '{"a":[true,null,"x"],"b":1}' },
    { value: { a: undefined, b: { d: 0, c: -0 } }, text: '{"b":{"c":0,"d":0}}' },
    { value: [undefined, 1.5], text: "[null,1.5]" },
    { value: "“é”\n", text: '"“é”\\n"' },
    { value: { é: 1, z: 2, Z: 3, "10": 4, "9": 5 }, text: '{"10":4,"9":5,"Z":3,"z":2,"é":1}' },
    { value: { at: new Date("2026-05-14T14:24:08Z") }, text: '{"at":"2026-05-14T14:24:08.000Z"}' },
  ])("$text", ({ value, text }) => {
    expect(canonicalJson(value)).toBe(text);
    expect(canonicalJson(JSON.parse(text))).toBe(text);
  });

  test("a value that JSON cannot hold is named", () => {
    expect(() => canonicalJson({ a: [{ total: Number.NaN }] })).toThrow("value.a[0].total is NaN");
    expect(() => canonicalJson(undefined)).toThrow(TypeError);
  });
});

describe("fingerprint", () => {
  const model = { number: "2026-0514-K7QD", total: 33_364.52 } as DocumentModel;
  const picture = "data:image/png;base64,AAAA";
  const customer = { key: "customer", data: picture, timestamp: "2026-05-14T14:24:08.000Z" } as const;
  const salesperson = { key: "salesperson", data: picture, timestamp: "2026-05-14T14:25:30.000Z" } as const;

  test("it is the SHA-256 of what the document says and of its signatures, in one spelling", async () => {
    const content = `{"model":{"number":"2026-0514-K7QD","total":33364.52},"signatures":{"customer":{"data":"${picture}","timestamp":"2026-05-14T14:24:08.000Z"}}}`;
    expect(await fingerprintOf(model, [customer])).toBe(createHash("sha256").update(content).digest("hex"));
  });

  test("the order of keys and of signing does not matter", async () => {
    const turned = { total: 33_364.52, number: "2026-0514-K7QD" } as DocumentModel;
    expect(await fingerprintOf(turned, [salesperson, customer])).toBe(
      await fingerprintOf(model, [customer, { ...salesperson, more: 1 } as typeof salesperson]),
    );
  });

  test.each([
    { given: "a cent", changed: { model: { ...model, total: 33_364.53 }, signatures: [customer] } },
    { given: "a picture", changed: { model, signatures: [{ ...customer, data: "data:image/png;base64,AAAB" }] } },
    { given: "a second", changed: { model, signatures: [{ ...customer, timestamp: "2026-05-14T14:24:09.000Z" }] } },
    { given: "who signed", changed: { model, signatures: [{ ...customer, key: "customer2" as const }] } },
    { given: "one signature more", changed: { model, signatures: [customer, salesperson] } },
  ])("$given makes another one", async ({ changed }) => {
    expect(await fingerprintOf(changed.model, changed.signatures)).not.toBe(await fingerprintOf(model, [customer]));
  });
});
