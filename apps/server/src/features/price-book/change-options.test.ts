import type { PriceBookVersion } from "@ridgebook/contract";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { describe, expect, test } from "vitest";
import { addOption, orderOptions } from "./change-options.ts";
import { mergeOptionChange } from "./merge-option-change.ts";

const { entries } = starterPriceBook;
const entry = entries.find(({ id }) => id === "4.13");
const [first] = entry?.options ?? [];
if (!entry || !first) throw new Error("The starter has no kinds of gutters.");
const newest = { version: 2, author: "Ada Min", publishedTime: "2026-11-27T12:00:00.000Z" } as PriceBookVersion;

test("[PRI-05] an option copied from another has the same prices, in its own variants", () => {
  const [changed] = addOption(entries, { fieldId: entry.id, id: "4.13.900", value: "Box", like: first.id });
  const added = changed?.variants.filter(({ optionId }) => optionId === "4.13.900") ?? [];
  const like = entry.variants.filter(({ optionId }) => optionId === first.id);
  expect(added.map(({ materialPrice }) => materialPrice)).toEqual(like.map(({ materialPrice }) => materialPrice));
  expect(new Set(changed?.variants.map(({ id }) => id)).size).toBe(changed?.variants.length);
  expect(changed?.options.at(-1)).toEqual({ id: "4.13.900", value: "Box" });
});

test("[PRI-05] fields that depend on the option that it is like go with the new one in the same way", () => {
  const dependent = entries.find(({ validOptions }) => Object.keys(validOptions).length > 0);
  const parentId = Object.keys(dependent?.validOptions ?? {})[0] as typeof first.id;
  const fieldId = parentId.slice(0, parentId.lastIndexOf(".")) as typeof entry.id;
  const id = `${fieldId}.900` as const;
  const changed = addOption(entries, { fieldId, id, value: "Brand new", like: parentId });
  const after = changed.find((each) => each.id === dependent?.id);
  expect(after?.validOptions[id]).toEqual(dependent?.validOptions[parentId]);
});

test("[PRI-05] a text that the field has is refused", () => {
  const again = { fieldId: entry.id, id: "4.13.900", value: ` ${first.value.toUpperCase()}`, like: null } as const;
  expect(() => addOption(entries, again)).toThrow();
});

test("[PRI-06] an option is retired and offered again, and is then what it was", () => {
  const change = (current: typeof entry, retired: boolean) =>
    mergeOptionChange({ id: first.id, former: current, current, change: { startedFrom: 1, retired } }).entry ?? entry;
  const retired = change(entry, true);
  expect(retired.options[0]).toEqual({ ...first, retired: true });
  expect(change(retired, false)).toEqual(entry);
});

describe("[PRI-07] the order of options", () => {
  const ids = entry.options.map(({ id }) => id);

  test("is taken over, and a second of the same changes nothing", () => {
    const ordered = orderOptions({ former: entry, current: entry, newest }, ids.toReversed());
    expect(ordered.options.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(orderOptions({ former: entry, current: ordered, newest }, ids.toReversed())).toEqual(ordered);
  });

  test("conflicts with another order, and must name each option once", () => {
    const [other] = addOption(entries, { fieldId: entry.id, id: "4.13.900", value: "Box", like: null });
    expect(() => orderOptions({ former: entry, current: other ?? entry, newest }, ids.toReversed())).toThrow();
    expect(() => orderOptions({ former: entry, current: entry, newest }, ids.slice(1))).toThrow();
  });
});
