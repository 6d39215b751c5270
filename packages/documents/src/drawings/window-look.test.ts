import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { fieldByKey } from "@ridgebook/estimating";
import { describe, expect, test } from "vitest";
import { readWindowLook, type WindowTexts } from "#drawings/window-look.ts";

const look = (texts: Partial<WindowTexts>) => readWindowLook({ width: 36, height: 60, ...texts });

const starterOptions = (key: string): readonly string[] => {
  const id = fieldByKey(3, key)?.id;
  return starterPriceBook.entries.find((entry) => entry.id === id)?.options.map(({ value }) => value) ?? [];
};

describe("the kind of a window", () => {
  test.each([
    { style: "Double hung", kind: "doubleHung" },
    { style: "DOUBLE-HUNG, tilt-in", kind: "doubleHung" },
    { style: "Single hung", kind: "singleHung" },
    { style: "Slider, 2-lite", kind: "slider" },
    { style: "Horizontal gliding window", kind: "slider" },
    { style: "Casement, twin", kind: "casement" },
    { style: "Awning", kind: "awning" },
    { style: "Basement hopper", kind: "hopper" },
    { style: "Picture / fixed", kind: "picture" },
    { style: "Half round", kind: "shape" },
    { style: "Bay", kind: "bay" },
    { style: "Bow, 5 lite", kind: "bow" },
    { style: "Garden", kind: "garden" },
    { style: "PATIO DOOR", kind: "patioDoor" },
    { style: "Sliding glass door", kind: "patioDoor" },
    { style: "French door", kind: "frenchDoor" },
    { style: "Hinged patio door", kind: "frenchDoor" },
    { style: "Entry door", kind: "entryDoor" },
    { style: "Model 7", kind: "plain" },
    { style: "", kind: "plain" },
  ])("$style is drawn as $kind", ({ style, kind }) => {
    expect(look({ style }).kind).toBe(kind);
  });

  test("every type of the starter price book is known", () => {
    expect(starterOptions("window.windowStyle").filter((style) => look({ style }).kind === "plain")).toEqual([]);
  });

  test.each([
    { details: "Half-round top", shape: "halfRound" },
    { details: "36 in octagon", shape: "octagon" },
    { details: "arch, eyebrow", shape: "arch" },
    { details: "quarter circle left", shape: "quarterRound" },
    { details: "as the old one", shape: "rectangle" },
  ])("a special shape with $details is a $shape", ({ details, shape }) => {
    expect(look({ style: "Special shape", styleDetails: details }).shape).toBe(shape);
  });
});

describe("how a window opens", () => {
  test.each([
    { operatingSash: "Left sash opens (XO)", lites: ["opens", "fixed"] },
    { operatingSash: "Right sash opens (OX)", lites: ["fixed", "opens"] },
    { operatingSash: "Both sashes open", lites: ["opens", "opens"] },
    { operatingSash: "Left", lites: ["opens", "fixed"] },
    { operatingSash: "", lites: ["undecided", "undecided"] },
  ])("a slider with '$operatingSash'", ({ operatingSash, lites }) => {
    expect(look({ style: "Slider, 2-lite", operatingSash }).lites).toEqual(lites);
  });

  test("three lites are named by the type, four by the pattern", () => {
    expect(look({ style: "Slider, 3-lite" }).lites).toHaveLength(3);
    expect(look({ style: "Slider, 3-lite", operatingSash: "Both ends open" }).lites).toEqual([
      "opens",
      "fixed",
      "opens",
    ]);
    expect(look({ style: "Patio door", operatingSash: "Center panels open (OXXO)" }).lites).toHaveLength(4);
  });

  test("a patio door has as many panels as its width is sold with", () => {
    expect(look({ style: "Patio door", width: 72 }).lites).toHaveLength(2);
    expect(look({ style: "Patio door", width: 108 }).lites).toHaveLength(3);
    expect(look({ style: "Patio door", width: 144 }).lites).toHaveLength(4);
  });

  test("hinges and the way they open follow the swing", () => {
    expect(look({ style: "Casement", swing: "Hinged left" })).toMatchObject({ hinge: "left", opensTo: "outside" });
    expect(look({ style: "Casement, twin", swing: "Both hinged outside" }).hinge).toBe("outer");
    expect(look({ style: "Entry door", swing: "Right hand in-swing" })).toMatchObject({
      hinge: "right",
      opensTo: "inside",
    });
    expect(look({ style: "Hopper" }).opensTo).toBe("inside");
    expect(look({ style: "Casement" }).hinge).toBeNull();
  });

  test("an entry door has sidelites by its words, else by its width", () => {
    expect(look({ style: "Entry door", width: 36 })).toMatchObject({ sidelites: 0, lites: ["opens"] });
    expect(look({ style: "Entry door", width: 52 }).sidelites).toBe(1);
    expect(look({ style: "Entry door", width: 68, styleDetails: "two sidelites" })).toMatchObject({
      sidelites: 2,
      lites: ["opens"],
    });
    expect(look({ style: "Entry door", width: 72, styleDetails: "double door" })).toMatchObject({
      sidelites: 0,
      lites: ["opens", "opens"],
    });
  });
});

describe("grids", () => {
  const gridOf = (pattern: string, size = "", color = "") =>
    look({ grids: [{ pattern, size, color }], exteriorColor: "Clay" }).grids;

  test.each([
    { pattern: "Colonial", expected: [{ pattern: "colonial" }] },
    { pattern: "Colonial, top sash only", expected: [{ pattern: "colonial", sash: "top" }] },
    { pattern: "Colonial 3 × 2", expected: [{ pattern: "colonial", panes: { columns: 3, rows: 2 } }] },
    { pattern: "Perimeter", expected: [{ pattern: "prairie" }] },
    { pattern: "Double prairie", expected: [{ pattern: "doublePrairie" }] },
    { pattern: "Mission", expected: [{ pattern: "craftsman" }] },
    { pattern: "Diamond", expected: [{ pattern: "diamond" }] },
  ])("$pattern", ({ pattern, expected }) => {
    expect(gridOf(pattern)).toMatchObject(expected);
  });

  test("'6 over 1' is a grid for each sash", () => {
    expect(gridOf("6 over 1")).toMatchObject([
      { sash: "top", panes: { columns: 3, rows: 2 } },
      { sash: "bottom", panes: { columns: 1, rows: 1 } },
    ]);
  });

  test.each(["", "None", "No grid", "As sketched"])("'%s' draws none", (pattern) => {
    expect(gridOf(pattern)).toEqual([]);
  });

  test("every pattern of the starter price book is drawn", () => {
    expect(starterOptions("window.grid.gridPattern").filter((pattern) => gridOf(pattern).length === 0)).toEqual([]);
  });

  test("bars are as wide as the size says, and colored as the frame where no color is chosen", () => {
    expect(gridOf("Colonial", 'Flat 5/8" between the glass')[0]?.barWidth).toBe(0.625);
    expect(gridOf("Colonial", '1-1/4" simulated divided')[0]?.barWidth).toBe(1.25);
    expect(gridOf("Colonial", "Contoured 1 in")[0]?.barWidth).toBe(1);
    expect(gridOf("Colonial")[0]?.color).toEqual({ outside: "#b9a88f", inside: "#f4f4f0" });
    expect(gridOf("Colonial", "", "White inside, bronze outside")[0]?.color).toEqual({
      outside: "#4a3b30",
      inside: "#f4f4f0",
    });
  });
});

test("glass, screens, blinds, welds and roofs are read from their words", () => {
  expect(look({ obscureSash: "Bottom sash" }).obscure).toBe("bottom");
  expect(look({ obscureSash: "All sashes" }).obscure).toBe("all");
  expect(look({ glass: "Obscure, tempered" }).obscure).toBe("all");
  expect(look({ glass: "Tempered" }).obscure).toBe("none");
  expect(look({ screen: "No screen" }).screen).toBe("none");
  expect(look({ screen: "Half screen" }).screen).toBe("half");
  expect(look({ screen: "Full screen, fine mesh" }).screen).toBe("full");
  expect(look({ blinds: "White blinds between the glass" }).hasBlinds).toBe(true);
  expect(look({ weld: "Triple, two joints" }).joined).toEqual({ units: 3, hasTransom: false });
  expect(look({ weld: "With a transom, one joint" }).joined).toEqual({ units: 1, hasTransom: true });
  expect(look({ style: "Bay", roofOption: "Hip roof, copper" }).hasRoof).toBe(true);
  expect(look({ style: "Bay", roofOption: "Tied to the soffit" }).hasRoof).toBe(false);
});
