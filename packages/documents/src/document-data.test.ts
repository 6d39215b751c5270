import { DOCUMENT_KINDS, EMPTY_LEAD, documentData, typeVersionOf, type DocumentId } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import { buildDocument } from "./build-document.ts";
import { clockOf } from "./device-clock.ts";
import { basisOf, documentDataOf, readBasis, readChoices, readMadeWith, readModel } from "./document-data.ts";
import { initialChoices } from "./initial-choices.ts";
import { sampleEstimate, sampleSource } from "#testing/sample-source.ts";

const estimate = sampleEstimate(["roofing-colonial", "windows-ranch"]);
const source = sampleSource(estimate);
const choices = initialChoices(source, "contract");
const model = buildDocument(source, choices);
const data = documentDataOf({ model, choices, basis: basisOf(estimate) });

test("[OP-68] everything that a document is comes back as it was written", () => {
  expect(documentData.parse(data)).toEqual(data);
  expect(readModel(data)).toEqual(model);
  expect(readChoices(data)).toEqual(choices);
  expect(readBasis(data)).toEqual(basisOf(estimate));
  expect(data.number).toBe("2026-0514-K7QD");
  expect(typeVersionOf(data)).toBe(1);
});

test("[OP-68] a signed one has its seal, the agreed texts and the drawings; others have none", () => {
  const clock = { aheadSeconds: 3, comparedTime: "2026-05-14T14:25:30.000Z" };
  const signed = {
    fingerprint: "ab",
    consents: { customer: "I agree." },
    strokes: { customer: [[1, 2]] },
    buildsOn: ["cd"],
    clock,
    lead: EMPTY_LEAD,
    drawing: "ef",
  };
  const sealed = documentDataOf({ model, choices, basis: basisOf(estimate), sourceId: 3, basedOnId: 4, signed });
  expect(sealed).toMatchObject({
    fingerprint: "ab",
    consents: '{"customer":"I agree."}',
    strokes: '{"customer":[[1,2]]}',
    sourceId: "3",
    basedOnId: "4",
    buildsOn: '["cd"]',
  });
  expect(clockOf(sealed)).toEqual(clock);
  expect(JSON.parse(sealed["lead"] ?? "")).toEqual(EMPTY_LEAD);
  const begunBefore = documentDataOf({
    model,
    choices,
    basis: basisOf(estimate),
    signed: { ...signed, buildsOn: undefined },
  });
  expect(begunBefore).not.toHaveProperty("buildsOn");
  expect(Object.keys(data).sort()).toEqual(["basis", "choices", "model", "number", "typeVersion"]);
});

test("[PBS-06] the versions that it was made with come back; a time that the device did not know is missing", () => {
  const made = (madeWith: Parameters<typeof documentDataOf>[0]["madeWith"]) =>
    documentDataOf({ model, choices, basis: basisOf(estimate), madeWith });
  const known = { settingsTime: "2026-11-27T20:12:00.000Z", priceBookVersion: 4 };
  expect(made(known)).toMatchObject({ madeWith: '{"priceBookVersion":4,"settingsTime":"2026-11-27T20:12:00.000Z"}' });
  expect(readMadeWith(made(known))).toEqual(known);
  expect(readMadeWith(made({ ...known, settingsTime: null }))).toEqual({ ...known, settingsTime: null });
});

test.each([
  { name: "of a former release", madeWith: undefined },
  { name: "of another program", madeWith: '{"settingsTime":"yesterday","priceBookVersion":4}' },
])("[PBS-07] a document $name does not say, and is read like before", ({ madeWith }) => {
  const stored = { ...data, ...(madeWith !== undefined && { madeWith }) };
  expect(readMadeWith(stored)).toBeUndefined();
  expect(readModel(stored)).toEqual(model);
});

describe("unreadable data names its place", () => {
  test.each([
    { given: {}, message: "The document has no content (data.model)." },
    { given: { model: "<p>" }, message: "The document's content (data.model) is not readable: it is not JSON." },
    {
      given: { model: JSON.stringify({ ...model, total: "much" }) },
      message: "The document's content (data.model) is not readable at total: This must be a number.",
    },
  ])("$message", ({ given, message }) => {
    expect(() => readModel(given)).toThrow(message);
  });

  test("choices and estimate as well", () => {
    expect(() => readChoices({ choices: '{"kind":"poem"}' })).toThrow(
      "The document's choices (data.choices) is not readable at kind",
    );
    expect(() => readBasis({ basis: "[]" })).toThrow("The document's estimate (data.basis) is not readable");
  });
});

test.each(DOCUMENT_KINDS)("[DOC-03] a document of kind %s is made of its initial choices", (kind) => {
  const changed = {
    contract: { id: 1 as DocumentId, data, createdTime: "2026-05-14T14:25:30.000Z" },
    changeOrders: [],
  };
  const of = sampleSource(estimate, { changed });
  const chosen = initialChoices(of, kind);
  const made = buildDocument(of, chosen);
  expect(made.kind).toBe(kind);
  const stored = documentDataOf({ model: made, choices: chosen, basis: basisOf(estimate) });
  expect(readModel(stored)).toEqual(made);
  expect(readChoices(stored)).toEqual(chosen);
});
