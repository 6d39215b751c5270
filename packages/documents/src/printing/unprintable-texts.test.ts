import { describe, expect, test } from "vitest";
import { buildDocument } from "#build-document.ts";
import { initialChoices } from "#initial-choices.ts";
import type { DocumentModel } from "#model/document-model.ts";
import { sampleEstimate, sampleSource } from "#testing/sample-source.ts";
import { replaceUnprintable, unprintableTexts, withPrintedAs, type PrintedAs } from "./unprintable-texts.ts";

const gutters = sampleEstimate(["gutters-cape"]);

function contractOf(customerNames: readonly string[], printedAs?: PrintedAs): DocumentModel {
  const source = sampleSource(gutters);
  const choices = initialChoices(source, "contract");
  return buildDocument(source, { ...choices, customerNames, ...(printedAs && { printedAs }) });
}

const nameOf = (model: DocumentModel) => model.closing?.signatures[0];

describe("unprintable texts", () => {
  test("[SIGN-37] is named: the words, where they stand, and the characters", () => {
    expect(unprintableTexts(contractOf(["محمد علي", "Karen 🏠 Whitfield"]))).toEqual([
      {
        text: "محمد علي",
        place: "the owner's name",
        path: "parties",
        characters: ["م (Arabic)", "ح (Arabic)", "د (Arabic)", "ع (Arabic)", "ل (Arabic)", "ي (Arabic)"],
      },
      { text: "🏠", place: "the owner's name", path: "parties", characters: ["🏠"] },
    ]);
  });

  test("[SIGN-37] Latin, Greek, Cyrillic and Vietnamese names can be printed", () => {
    const names = ["Wojciechowska Łukaszewicz", "Ωμέγα Жуковский", "Nguyễn Thị Hồng", "Þórður Öst"];
    expect(names.flatMap((name) => unprintableTexts(contractOf([name])))).toEqual([]);
  });

  test("[SIGN-38] an invisible character is no reason to refuse a name", () => {
    expect(unprintableTexts(contractOf(["Jose\u0301 \u200fOrtiz\u200e ❤\ufe0f"]))).toEqual([]);
  });

  test.each([
    ["words next to each other are one run", "Owner 李 小龙 signs", ["李 小龙"]],
    ["punctuation around them stays", "(李小龙), see “🏠”", ["李小龙", "🏠"]],
    ["punctuation between them parts them", "李, 王", ["李", "王"]],
    ["line breaks part them", "李\n王", ["李", "王"]],
  ])("[SIGN-37] %s", (_, text, expected) => {
    const runs: string[] = [];
    const same = replaceUnprintable(text, (run) => {
      runs.push(run);
      return run;
    });
    expect(runs).toEqual(expected);
    expect(same).toBe(text);
  });
});

describe("printed as", () => {
  test("[SIGN-39] the confirmed spelling is printed everywhere, with a note below the signature", () => {
    const model = contractOf(["محمد علي"], { "محمد علي": "Muhammad Ali" });
    expect(model.parties[0]?.strong).toEqual(["Muhammad Ali"]);
    expect(nameOf(model)).toMatchObject({
      name: "Muhammad Ali",
      role: "Owner. The name in its own script is not printed here; signed as Muhammad Ali.",
    });
    expect(unprintableTexts(model)).toEqual([]);
    expect(JSON.stringify(model)).not.toMatch(/\p{Script=Arabic}/u);
  });

  test("[SIGN-39] an emoji can be left out, which is no other spelling of the name", () => {
    const model = contractOf(["Karen 🏠 Whitfield"], { "🏠": "" });
    expect(nameOf(model)).toMatchObject({ name: "Karen Whitfield", role: "Owner" });
  });

  test("[SIGN-39] one name spelled and one not: the other one is still named", () => {
    const model = contractOf(["李小龙", "王芳"], { 李小龙: "Bruce Lee" });
    expect(unprintableTexts(model).map(({ text }) => text)).toEqual(["王芳"]);
  });

  test("[SIGN-39] a spelling that cannot be printed either is named again", () => {
    const model = contractOf(["李小龙"], { 李小龙: "李 Lee" });
    expect(unprintableTexts(model).map(({ text }) => text)).toEqual(["李"]);
  });

  test("[SIGN-39] a name that is composed otherwise has the same spelling", () => {
    // Hebrew with its vowel before and after normalization.
    const apart = "\u05e9\u05c1\u05d9";
    const model = contractOf([apart.normalize("NFC")], { [apart]: "Shai" });
    expect(nameOf(model)?.name).toBe("Shai");
  });

  test("[SIGN-39] nothing that can be printed is changed", () => {
    const plain = contractOf(["Karen  Whitfield ,"]);
    expect(withPrintedAs(plain, { Karen: "Carina", 李: "Li" })).toEqual(plain);
  });

  test("[SIGN-39] a paper that is made from this one begins with its spellings", () => {
    const source = sampleSource(gutters);
    const earlier = { ...initialChoices(source, "contract"), printedAs: { 李: "Li" } };
    expect(initialChoices(source, "workOrder", { madeFromChoices: earlier }).printedAs).toEqual({ 李: "Li" });
  });
});
