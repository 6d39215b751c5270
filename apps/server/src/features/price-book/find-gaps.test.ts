import { emptyEntry, fieldByKey, type PriceBook, type PriceBookEntry } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { describe, expect, test } from "vitest";
import { findGaps, type Gap } from "./find-gaps.ts";
import { reasonFor, unusedReasons } from "./gap-reasons.ts";

const GUTTER_TYPE = "gutter.gutterType";
const GUTTERS = 4;
const entryOf = (key: string): PriceBookEntry | undefined =>
  starterPriceBook.entries.find(({ id }) => id === fieldByKey(GUTTERS, key)?.id);
const gutterType = entryOf(GUTTER_TYPE);
const corners = entryOf("gutterCorners");
const permit = entryOf("permit");
if (!gutterType || !corners || !permit) throw new Error("the starter has no gutters");

const withEntry = (changed: PriceBookEntry): PriceBook => ({
  ...starterPriceBook,
  entries: starterPriceBook.entries.map((entry) => (entry.id === changed.id ? changed : entry)),
});
const told = (gaps: readonly Gap[], key: string): string[] =>
  gaps
    .filter((gap) => gap.key === key && gap.workflowId === GUTTERS)
    .map(({ kind, detail }) => `${kind}${detail && `: ${detail}`}`);

describe("[OP-48] gaps of a price book", () => {
  test("each gap of the starter has a written reason, and each reason its gap", () => {
    const gaps = findGaps(starterPriceBook);
    expect(gaps.filter((gap) => reasonFor(gap) === undefined)).toEqual([]);
    expect(unusedReasons(gaps)).toEqual([]);
  });

  test("a dropdown that loses its options, a row that loses its prices and a formula without its conversion are reported", () => {
    expect(told(findGaps(starterPriceBook), GUTTER_TYPE)).toEqual([]);
    expect(told(findGaps(withEntry(emptyEntry(gutterType.id))), GUTTER_TYPE)).toContain("options");
    const free = { ...permit, materialCost: 0, laborCost: 0, materialPrice: 0, laborPrice: 0 };
    expect(told(findGaps(withEntry(free)), "permit")).toEqual(["cost"]);
    expect(told(findGaps(withEntry({ ...corners, recommendedConversion1: 0 })), "gutterCorners")).toEqual([
      "conversion: conversion 1",
    ]);
  });

  test("a part borrowed from another workflow is no gap", () => {
    const borrowed = starterPriceBook.entries.filter(({ secondaryWorkflowId }) => secondaryWorkflowId === GUTTERS);
    expect(borrowed.length).toBeGreaterThan(0);
    const gaps = findGaps(starterPriceBook).filter(({ kind }) => kind === "options");
    expect(gaps.filter(({ fieldId }) => borrowed.some(({ id }) => id === fieldId))).toEqual([]);
  });
});
