import { emptyEntry, type PriceBookEntry } from "@ridgebook/estimating";
import { describe, expect, test } from "vitest";
import { describeChanges, toEntriesById } from "./describe-changes.ts";

const SHINGLE = "1.250";

const withDescription = (description: string): PriceBookEntry => ({
  ...emptyEntry(SHINGLE),
  options: [{ id: `${SHINGLE}.1`, value: "Architectural", description }],
});

const changesBetween = (before: string, after: string) =>
  describeChanges({
    before: toEntriesById([withDescription(before)]),
    after: toEntriesById([withDescription(after)]),
    names: new Map(),
  }).map(({ part, before: former, after: now }) => ({ part, former, now }));

describe("the description of an option", () => {
  test("[PRI-15] is listed as readers see it, not as HTML", () => {
    expect(changesBetween("<p>Lifetime &amp; <b>algae</b></p>", "30 years < lifetime")).toEqual([
      { part: "Description", former: "Lifetime & algae", now: "30 years < lifetime" },
    ]);
  });

  test("[PRI-15] that only looks otherwise has changed", () => {
    expect(changesBetween("<p>Lifetime</p>", "<p><b>Lifetime</b></p>")).toEqual([
      { part: "Description", former: null, now: "changed" },
    ]);
  });
});
