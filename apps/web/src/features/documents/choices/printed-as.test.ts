import { buildDocument, initialChoices } from "@ridgebook/documents";
import { sampleEstimate, sampleSource } from "@ridgebook/documents/testing/sample-source";
import { expect, test } from "vitest";
import { isSpelling, mayBeLeftOut, originalOf, printingProblem } from "#features/documents/choices/printed-as.ts";

const source = sampleSource(sampleEstimate(["roofing-colonial"]));
const choices = { ...initialChoices(source, "contract"), customerNames: ["محمد علي"] };

test("[SIGN-53] a paper with words that cannot be printed names them, until a spelling of each is confirmed", () => {
  expect(printingProblem(buildDocument(source, choices))).toEqual({
    field: "printedAs",
    label: "Printed as",
    message: "“محمد علي” in the owner's name cannot be printed. Enter a spelling and let the owner confirm it.",
  });
  const printedAs = { "محمد علي": "Mohammed Ali" };
  expect(printingProblem(buildDocument(source, { ...choices, printedAs }))).toBeUndefined();
});

test.each([
  ["Mohammed Ali", true],
  ["Nguyễn Văn Đức, Jr.", true],
  ["", true],
  ["محمد", false],
  ["Wang 王", false],
  ["Ann 🏠", false],
])("[SIGN-53] %j as a spelling: %s", (text, isOne) => {
  expect(isSpelling(text)).toBe(isOne);
});

test("[SIGN-53] a picture can be left out, a word is spelled", () => {
  expect([mayBeLeftOut("🏠"), mayBeLeftOut("王")]).toEqual([true, false]);
});

test("[SIGN-53] a spelled name is shown with the one in its own script; others stand alone", () => {
  const printedAs = { "محمد علي": "Mohammed Ali", "🏠": "" };
  expect(originalOf("Mohammed Ali", printedAs)).toBe("محمد علي");
  expect(originalOf("Karen Whitfield", printedAs)).toBeUndefined();
  expect(originalOf("Karen Whitfield", undefined)).toBeUndefined();
});
