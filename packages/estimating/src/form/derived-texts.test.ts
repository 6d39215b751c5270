import { describe, expect, test } from "vitest";
import { emptyEntry, indexPriceBook } from "#price-book/index-price-book.ts";
import { fieldByKey } from "#catalogue/catalogue.ts";
import type { PriceBookEntry } from "#price-book/price-book.ts";
import type { FieldId } from "#catalogue/define-fields.ts";
import { recommendationsOf } from "#recommendations/recommend.ts";
import { starterPriceBook } from "#starter-price-book/index.ts";
import { derivedText } from "./derived-texts.ts";
import type { FormLine, FormLines } from "./form-values.ts";

/** An entry whose options have the given names and first conversions. */
const entry = (id: FieldId, options: readonly (readonly [name: string, conversion: number])[]): PriceBookEntry => ({
  ...emptyEntry(id),
  options: options.map(([value, recommendedConversion1], index) => ({
    id: `${id}.${index + 1}`,
    value,
    conversions: { recommendedConversion1, recommendedConversion2: 0, recommendedConversion3: 0 },
  })),
});

const COLORS = [
  ["White", 0],
  ["Clay", 0],
] as const;

const book = indexPriceBook({
  version: 1,
  entries: [
    entry("7.81", [["Beam wrap, 12 in", 0.5]]),
    entry("7.82", COLORS),
    entry("7.87", [["50 ft roll", 50]]),
    entry("7.51", [["8 in", 0.333]]),
    entry("7.52", COLORS),
    entry("7.26", [["1 ft panel", 1]]),
    entry("7.27", COLORS),
    entry("2.136", [["10 sq ft panel", 10]]),
    entry("2.137", COLORS),
    entry("2.81", [["Casing with sill", 20]]),
    entry("2.82", COLORS),
    entry("2.84", [["Double door", 32]]),
    entry("2.85", [["WHITE", 0]]),
  ],
});

let lastId = 0;
const line = (given: Partial<FormLine>): FormLine => ({ id: (lastId -= 2), value: null, quantity: null, ...given });
const choice = (value: string): readonly FormLine[] => [line({ value })];
const amount = (quantity: number): readonly FormLine[] => [line({ quantity })];

describe("Trim Coil Need", () => {
  const wrap = (feet: number, color: string, type?: string): FormLine =>
    line({ quantity: feet, children: { color: choice(color), ...(type && { type: choice(type) }) } });
  const fasciaWrap = (feet: number, color: string): FormLine =>
    line({ quantity: feet, children: { color: choice(color) } });

  test("[CALC-40] [CALC-39] custom and fascia wraps of one color are one length of coil", () => {
    // 40 ft + 90 ft, both without a width conversion.
    const values: FormLines = { customWrap: [wrap(40, "7.82.1")], fasciaWrap: [fasciaWrap(90, "7.52.1")] };
    expect(derivedText("trimCoilNeed", { workflowId: 7, values, book })).toBe("130 ft of White");
  });

  test("[WF-TRIM-11] each color has its part of the line", () => {
    // Custom wrap 45 ft x 0.5 coil ft = 22.5.
    const values: FormLines = {
      customWrap: [wrap(40, "7.82.1"), wrap(45, "7.82.2", "7.81.1")],
      fasciaWrap: [fasciaWrap(90, "7.52.1")],
    };
    expect(derivedText("trimCoilNeed", { workflowId: 7, values, book })).toBe("130 ft of White, 22.5 ft of Clay");
  });

  test("[WF-SIDE-21] siding names the coil of its casings by color, whatever the case of a name", () => {
    const casing = (quantity: number, type: string, color: string): FormLine =>
      line({ quantity, children: { type: choice(type), color: choice(color) } });
    // Clay: 14 x 20 ft. White: 2 x 20 ft + one garage door of 32 ft.
    const values: FormLines = {
      windowCasing: [casing(14, "2.81.1", "2.82.2"), casing(2, "2.81.1", "2.82.1")],
      garageDoorCasing: [casing(1, "2.84.1", "2.85.1")],
    };
    expect(derivedText("trimCoilNeed", { workflowId: 2, values, book })).toBe("280 ft of Clay, 72 ft of White");
  });

  test("[WF-TRIM-11] wraps without a color need coil as well, behind the colors, as the coil row without a color recommends", () => {
    // 40 ft + 90 ft of White. Without a color 60 ft + 45 ft x 0.5 coil ft = 82.5 ft; at 50 ft a roll 1.65, so 2 rolls.
    const values: FormLines = {
      customWrap: [
        wrap(40, "7.82.1"),
        line({ quantity: 60 }),
        line({ quantity: 45, children: { type: choice("7.81.1") } }),
      ],
      fasciaWrap: [fasciaWrap(90, "7.52.1")],
      trimCoil: [line({ children: { trimCoilType: choice("7.87.1") } })],
    };
    expect(derivedText("trimCoilNeed", { workflowId: 7, values, book })).toBe(
      "130 ft of White, 82.5 ft without a color",
    );
    const recommended = recommendationsOf({ workflowId: 7, values, book });
    expect(recommended.get(`trimCoil@${values["trimCoil"]?.[0]?.id ?? 0}`)?.quantity).toBe(2);
  });

  test("[WF-SIDE-21] also of siding's casings", () => {
    // White: 2 x 20 ft. Without a color: 3 x 20 ft.
    const casing = (quantity: number, color?: string): FormLine =>
      line({ quantity, children: { type: choice("2.81.1"), ...(color && { color: choice(color) }) } });
    const values: FormLines = { windowCasing: [casing(3), casing(2, "2.82.1")] };
    expect(derivedText("trimCoilNeed", { workflowId: 2, values, book })).toBe("40 ft of White, 60 ft without a color");
  });

  test("wraps without feet need no coil, and neither does work that has none", () => {
    const values: FormLines = { customWrap: [wrap(0, "7.82.2"), line({ quantity: 0 })] };
    expect(derivedText("trimCoilNeed", { workflowId: 7, values, book })).toBeNull();
    expect(derivedText("trimCoilNeed", { workflowId: 4, values, book })).toBeNull();
  });
});

describe("trim of windows", () => {
  const starter = indexPriceBook(starterPriceBook);
  const optionOf = (key: string, name: string): readonly FormLine[] => {
    const field = fieldByKey(3, key);
    const option = field && starter.entryOf(field).entry.options.find(({ value }) => value === name);
    if (!option) throw new Error(`${key} has no ${name}.`);
    return choice(option.id);
  };
  const trim = (type: string, color: string): readonly FormLine[] => [
    line({
      children: {
        exteriorTrimType: optionOf("window.exteriorTrim.exteriorTrimType", type),
        exteriorTrimColor: optionOf("window.exteriorTrim.exteriorTrimColor", color),
      },
    }),
  ];
  const window = (quantity: number, [width, height]: readonly [number, number], exteriorTrim: readonly FormLine[]) =>
    line({ quantity, children: { width: amount(width), height: amount(height), exteriorTrim } });

  test("[WF-WIN-17] the step shows the needed amount of each kind, before any of it is ordered", () => {
    // 4 x (2 x 36 + 2 x 60) + 2 x (2 x 48 + 2 x 36) = 768 + 336 = 1104 in, x 1.15 / 12 = 105.8, 106 ft.
    // 1 x (2 x 30 + 2 x 30) = 120 in, x 1.15 / 12 = 11.5, 12 ft.
    const wrap = "Aluminum wrap, 10 ft";
    const values: FormLines = {
      window: [
        window(4, [36, 60], trim(wrap, "White")),
        window(2, [48, 36], trim(wrap, "White")),
        window(1, [30, 30], trim(wrap, "Bronze")),
        window(3, [30, 30], []),
      ],
    };
    const context = { workflowId: 3, values, book: starter } as const;
    expect(derivedText("exteriorTrimNeed", context)).toBe(
      `The windows take 106 ft of ${wrap}, White; 12 ft of ${wrap}, Bronze`,
    );
    expect(derivedText("interiorTrimNeed", context)).toBeNull();
  });
});

describe("Material needed", () => {
  const eave = (depth: number, length: number, color?: string): FormLine =>
    line({ children: { depth: amount(depth), length: amount(length), ...(color && { color: choice(color) }) } });
  const soffit = (type: string, color?: string): FormLine =>
    line({ children: { soffitType: choice(type), ...(color && { soffitColor: choice(color) }) } });

  test("[CALC-41] panels are named by color, each kind separately", () => {
    // White: 100 ft x 12 in = 100 sq ft / 10 = 10 panels' worth: ceil(10 x .75 x 1.1 = 8.25) + ceil(10 x .2 x 1.1 = 2.2) = 9 + 3.
    // Clay, porch 10 ft x 20 ft = 200 sq ft / 10 = 20: ceil(20 x 1.05) = 21.
    const values: FormLines = {
      standardSoffit: [eave(12, 100, "white")],
      porchSoffit: [eave(10, 20, "Clay")],
      soffit: [soffit("2.136.1", "2.137.1")],
    };
    expect(derivedText("soffitMaterialNeeded", { workflowId: 2, values, book })).toBe(
      "12 panels of white: 9 solid, 3 vented; 21 panels of Clay: 21 porch",
    );
  });

  test("[WF-TRIM-04] the line is text only and follows the inputs", () => {
    // 12 in x 100 ft = 100 sq ft / 12 / 1 ft = 8.333: ceil(6.875) + ceil(1.833) = 7 + 2.
    const soffits = [soffit("7.26.1", "7.27.1")];
    const text = (length: number) =>
      derivedText("soffitMaterialNeeded", {
        workflowId: 7,
        values: { standardSoffit: [eave(12, length, "White")], soffit: soffits },
        book,
      });
    expect(text(100)).toBe("9 panels of White: 7 solid, 2 vented");
    // 1 ft: .0833: 1 + 1.
    expect(text(1)).toBe("2 panels of White: 1 solid, 1 vented");
    expect(text(0)).toBeNull();
  });

  describe("rows without a color, which trim and porches may have", () => {
    const hiddenVentSoffit = [eave(12, 120)];
    const porchSoffit = [eave(10, 20)];
    // Hidden vent: 12 in x 120 ft = 120 sq ft / 12 / 1 ft = 10: ceil(10 x 1.05 = 10.5) = 11.
    // Porch: 10 ft x 20 ft = 200 sq ft / 12 / 1 ft = 16.667: ceil(16.667 x 1.05 = 17.5) = 18.
    const withoutColor = "29 panels without a color: 11 hidden vent, 18 porch";
    const text = (values: FormLines) => derivedText("soffitMaterialNeeded", { workflowId: 7, values, book });

    test("[CALC-41] [WF-TRIM-03] are counted behind the colors, as the soffit row without a color recommends", () => {
      const values: FormLines = {
        // 12 in x 100 ft = 100 sq ft / 12 / 1 ft = 8.333: ceil(6.875) + ceil(1.833) = 7 + 2.
        standardSoffit: [eave(12, 100, "White")],
        hiddenVentSoffit,
        porchSoffit,
        soffit: [soffit("7.26.1", "7.27.1"), soffit("7.26.1")],
      };
      expect(text(values)).toBe(`9 panels of White: 7 solid, 2 vented; ${withoutColor}`);
      const recommended = recommendationsOf({ workflowId: 7, values, book });
      const rows = values["soffit"] ?? [];
      expect(rows.map(({ id }) => recommended.get(`soffit@${id}`)?.quantity)).toEqual([9, 29]);
    });

    test("[WF-TRIM-04] are the whole line where there is no color at all", () => {
      expect(text({ hiddenVentSoffit, porchSoffit, soffit: [soffit("7.26.1")] })).toBe(withoutColor);
    });
  });

  test("without a panel type whose cover is known nothing can be counted", () => {
    const values: FormLines = { standardSoffit: [eave(12, 100, "White")] };
    expect(derivedText("soffitMaterialNeeded", { workflowId: 2, values, book })).toBeNull();
  });
});

describe("other texts", () => {
  test("[WF-SIDE-07] the note of total accent area sums the accents", () => {
    const accent = (area: number): FormLine => line({ children: { area: amount(area) } });
    const values: FormLines = { gableAccents: [accent(150), accent(250)] };
    expect(derivedText("totalAccentArea", { workflowId: 2, values, book })).toBe("400 SQ FT of accents");
    expect(derivedText("totalAccentArea", { workflowId: 2, values: {}, book })).toBeNull();
  });

  test("[WF-ROOF-11] the pitches show the measured squares that were entered as part of the roof's", () => {
    // 2,000 sq ft are 20 measured squares, 22 with 10 % of waste; half of them are 11 with waste.
    const roof: FormLines = { totalRoofArea: amount(2_000), totalSquaresForMaterial: amount(22) };
    const textOf = (first: number, second: number) => {
      const installPitch = [line({ value: "1.43.1", quantity: first }), line({ value: "1.43.2", quantity: second })];
      return derivedText("pitchSquares", { workflowId: 1, values: { ...roof, installPitch }, book });
    };
    expect(textOf(6, 5)).toBe("10 of 20 SQ entered");
    expect(textOf(12, 10)).toBe("20 of 20 SQ entered, 22 SQ with waste");
    expect(textOf(0, 0)).toBe("0 of 20 SQ entered");
    expect(derivedText("pitchSquares", { workflowId: 1, values: {}, book })).toBeNull();
  });

  test("the header of the window list counts windows, not rows", () => {
    const values: FormLines = { window: [line({ quantity: 2 }), line({ quantity: 3 })] };
    expect(derivedText("totalWindows", { workflowId: 3, values, book })).toBe("5 Total windows");
    expect(derivedText("totalWindows", { workflowId: 3, values: {}, book })).toBe("0 Total windows");
  });

  test("[MSG-09] a roof of 0 squares has no package", () => {
    const text = (squares: number) =>
      derivedText("packageNotApplicable", {
        workflowId: 1,
        values: { totalSquaresForMaterial: amount(squares) },
        book,
      });
    expect(text(0)).toBe(
      "Package is not applicable to this estimate. The roof size entered on the Roof details step is 0 squares.",
    );
    expect(text(22)).toBeNull();
  });

  test("[MSG-10] siding whose package squares are 0 has no package", () => {
    const text = (squares: number) =>
      derivedText("packageNotApplicable", {
        workflowId: 2,
        values: { totalSquaresForMaterialPackage: amount(squares) },
        book,
      });
    expect(text(0)).toBe(
      "Package is not applicable to this estimate. Check the total squares entered on the details step, and the squares of each accent on the accents step if this is unexpected.",
    );
    expect(text(22)).toBeNull();
    expect(derivedText("packageNotApplicable", { workflowId: 4, values: {}, book })).toBeNull();
  });
});
