import { describe, expect, test } from "vitest";
import {
  nameBeside,
  packageLabels,
  splitPackages,
  toggleCompared,
  type OfferedPackage,
} from "#features/estimate/packages/package-list.ts";

const packagesNamed = (...ids: readonly string[]): readonly OfferedPackage[] => ids.map((id) => ({ id, value: id }));
const FIVE = packagesNamed("a", "b", "c", "d", "e");
const THREE = packagesNamed("a", "b", "c");
const idsOf = (packages: readonly OfferedPackage[]): string => packages.map(({ id }) => id).join("");

describe("the packages shown as cards", () => {
  test.each([
    { given: "three at most are offered", offered: THREE, compared: [], chosen: null, cards: "abc", others: "" },
    { given: "nothing is compared yet", offered: FIVE, compared: [], chosen: null, cards: "abc", others: "de" },
    { given: "two of many are compared", offered: FIVE, compared: ["d", "e"], chosen: "e", cards: "ade", others: "bc" },
    { given: "three are compared", offered: FIVE, compared: ["e", "b", "d"], chosen: "b", cards: "bde", others: "ac" },
    {
      given: "the chosen one is in no comparison",
      offered: FIVE,
      compared: [],
      chosen: "e",
      cards: "abe",
      others: "cd",
    },
    {
      given: "a compared one is not offered any more",
      offered: THREE,
      compared: ["x"],
      chosen: null,
      cards: "abc",
      others: "",
    },
    { given: "none is offered", offered: [], compared: [], chosen: null, cards: "", others: "" },
  ])("[PKG-13] with $given: $cards", ({ offered, compared, chosen, cards, others }) => {
    const split = splitPackages({ offered, comparedIds: compared, chosenId: chosen });
    expect([idsOf(split.cards), idsOf(split.others)]).toEqual([cards, others]);
  });
});

describe("labels", () => {
  test("[PKG-13] go by the order of the compared packages in the price book", () => {
    const labels = packageLabels({ offered: FIVE, comparedIds: ["e", "b"], labels: ["Good", "Better", "Best"] });
    expect([...labels]).toEqual([
      ["b", "Good"],
      ["e", "Better"],
    ]);
  });

  test("[PKG-13] are not used for a single package, unless its name starts with one", () => {
    const labels = ["Good", "Better", "Best"];
    const offered = [
      { id: "a", value: "Lap, primed" },
      { id: "b", value: "Best: lap and shingle" },
    ];
    expect([...packageLabels({ offered, comparedIds: ["a"], labels })]).toEqual([["b", "Best"]]);
    expect([...packageLabels({ offered, comparedIds: ["a", "b"], labels })]).toEqual([
      ["a", "Good"],
      ["b", "Best"],
    ]);
  });

  test("[PKG-13] are missing if the company has none", () => {
    expect(packageLabels({ offered: FIVE, comparedIds: ["a"], labels: ["", "", ""] }).size).toBe(0);
  });

  test.each([
    { label: "Good", name: "Good: three-tab", read: "Three-tab" },
    { label: "good", name: "Good: three-tab", read: "Three-tab" },
    { label: "Silver", name: "Good: three-tab", read: "Good: three-tab" },
    { label: undefined, name: "Good: three-tab", read: "Good: three-tab" },
    { label: "Good", name: "Good:", read: "Good:" },
  ])("[PKG-13] beside $label, $name becomes $read", ({ label, name, read }) => {
    expect(nameBeside(label, name)).toBe(read);
  });
});

describe("the compare switch", () => {
  const three = { offered: FIVE, comparedIds: ["a", "b", "c"], chosenId: "b" };
  test("[PKG-07] refuses a fourth package", () => {
    expect(toggleCompared(three, "d")).toBeNull();
  });
  test("[PKG-07] refuses an empty comparison", () => {
    expect(toggleCompared({ offered: FIVE, comparedIds: ["a"], chosenId: null }, "a")).toBeNull();
  });
  test("[PKG-07] keeps the chosen package", () => {
    expect(toggleCompared(three, "b")).toEqual(["a", "b", "c"]);
  });
  test("[PKG-07] accepts one to three, in the order of the price book", () => {
    expect(toggleCompared({ ...three, comparedIds: ["e", "b"] }, "a")).toEqual(["a", "b", "e"]);
    expect(toggleCompared(three, "a")).toEqual(["b", "c"]);
  });
});
