import { describe, expect, test } from "vitest";
import { buildValues, type GivenValues } from "#testing/formula-situation.ts";
import { linesOf } from "#form/form-values.ts";
import {
  buildAmounts,
  buildBook,
  buildEntry,
  buildLine,
  buildOptionsEntry,
  buildVariant,
  fieldAt,
  optionOf,
} from "#testing/build-price-book.ts";
import { isOnStep } from "./is-on-step.ts";
import { validateWorkflow, type ValidationContext } from "./validate.ts";

const gutterType = fieldAt(4, "gutter.gutterType");
const gutterColor = fieldAt(4, "gutter.gutterColor");
const accessories = fieldAt(4, "gutterAccessories");
const pitch = fieldAt(1, "installPitch");
const style = fieldAt(3, "window.windowStyle");
const swing = fieldAt(3, "window.swing");
const SQUARES = { min: 0, max: 1_000, step: 0.333 };
const COUNT = { min: 0, max: 100, step: 1 };

const book = buildBook(
  buildEntry(fieldAt(4, "gutter").id, COUNT),
  buildEntry(fieldAt(4, "totalGutterLength").id, { min: 1, max: 9, step: 2 }),
  buildEntry(fieldAt(4, "custom").id, COUNT),
  buildEntry(fieldAt(4, "discount").id, { min: 0, max: 10, step: 0.5 }),
  buildEntry(fieldAt(4, "margin").id, { min: 0, max: 100, step: 0.5 }),
  buildOptionsEntry(gutterType, ["K-style", "Half round"]),
  buildOptionsEntry(gutterColor, ["White", "Copper"], {
    validOptions: {
      [optionOf(gutterType, 1)]: [optionOf(gutterColor, 1)],
      [optionOf(gutterType, 2)]: [optionOf(gutterColor, 2)],
    },
  }),
  buildOptionsEntry(accessories, ["Splash block"], COUNT),
  buildEntry(fieldAt(1, "totalSquaresForMaterial").id, SQUARES),
  buildEntry(fieldAt(1, "totalSquaresForLabor").id, SQUARES),
  buildOptionsEntry(pitch, ["Low", "Middle", "Steep"], SQUARES),
  buildOptionsEntry(fieldAt(1, "package"), ["Good"], SQUARES),
  buildOptionsEntry(fieldAt(1, "roofingInstallation"), ["4 nails"], SQUARES),
  buildOptionsEntry(fieldAt(2, "sidingPackage"), ["Good"], SQUARES),
  buildOptionsEntry(fieldAt(2, "sidingPackageInstallation"), ["Standard"], SQUARES),
  ...[2, 7].flatMap((workflowId) => [
    buildEntry(fieldAt(workflowId, "compositeSoffit").id, COUNT),
    buildEntry(fieldAt(workflowId, "compositeSoffit.length").id, COUNT),
  ]),
  ...["standardSoffit", "hiddenVentSoffit", "porchSoffit"].flatMap((soffit) => [
    buildEntry(fieldAt(7, `${soffit}.depth`).id, COUNT),
    buildEntry(fieldAt(7, `${soffit}.length`).id, COUNT),
  ]),
  buildOptionsEntry(style, ["Casement", "Picture"]),
  buildOptionsEntry(swing, ["Left"], { validOptions: { [optionOf(style, 1)]: [optionOf(swing, 1)] } }),
);

const validate = (workflowId: number, given: GivenValues, parts: Partial<ValidationContext> = {}) =>
  validateWorkflow({ workflowId, values: buildValues(given), book, ...parts });
const texts = (...given: Parameters<typeof validate>) => validate(...given).map(({ path, text }) => `${path}: ${text}`);

const row = (children: GivenValues, quantity = 5): GivenValues => ({ gutter: [{ quantity, children }] });

test.each(["standardSoffit", "hiddenVentSoffit", "porchSoffit"])(
  "[WF-TRIM-02] [WF-TRIM-03] a row of %s is saved before its color is known",
  (soffit) => {
    expect(texts(7, { [soffit]: [{ children: { depth: 12, length: 100, color: "" } }] }, { keys: [soffit] })).toEqual(
      [],
    );
  },
);

describe("a choice", () => {
  test.each([
    { given: "one of the price book", value: optionOf(gutterType, 1), problems: [] },
    {
      given: "one that is not offered",
      value: optionOf(gutterType, 3),
      problems: ["gutter.0.gutterType.0.value: Invalid Type"],
    },
    { given: "the placeholder", value: "", problems: ["gutter.0.gutterType.0.value: Invalid Type"] },
  ])("[VAL-11] $given", ({ value, problems }) => {
    expect(texts(4, row({ gutterType: { value } }))).toEqual(problems);
  });

  test("[VAL-11] must be offered under its parent", () => {
    const under = (color: number) =>
      row({ gutterType: optionOf(gutterType, 1), gutterColor: optionOf(gutterColor, color) });
    expect(texts(4, under(1))).toEqual([]);
    expect(texts(4, under(2))).toEqual(["gutter.0.gutterColor.0.value: Invalid Color"]);
  });

  test("[VAL-11] is not reported while the choice that decides about it is required and missing: that one is", () => {
    const window = (children: GivenValues): GivenValues => ({
      window: [{ quantity: 1, children: { width: 36, height: 48, ...children } }],
    });
    // Only casements swing, to the left.
    const swings = { swing: optionOf(swing, 1) };
    const choices = (children: GivenValues) => texts(3, window(children)).filter((text) => text.includes(".value: "));
    expect(choices(swings)).toEqual(["window.0.windowStyle.0.value: Window type is required."]);
    expect(choices({ windowStyle: optionOf(style, 1), ...swings })).toEqual([]);
    expect(choices({ windowStyle: optionOf(style, 1), swing: optionOf(swing, 2) })).toEqual([
      "window.0.swing.0.value: Invalid Swing",
    ]);
    // A gutter needs no type: then nothing else would refuse a color that no type offers.
    expect(texts(4, row({ gutterColor: optionOf(gutterColor, 1) }))).toContain(
      "gutter.0.gutterColor.0.value: Invalid Color",
    );
  });

  test("[VAL-12] is required with a quantity above 0", () => {
    expect(texts(4, { gutterAccessories: [{ quantity: 2 }] })).toEqual([
      "gutterAccessories.0.value: Accessories is required.",
    ]);
    expect(texts(4, { gutterAccessories: [{ quantity: 0 }] })).toEqual([]);
    expect(texts(4, { gutterAccessories: [{ quantity: 2, value: optionOf(accessories, 1) }] })).toEqual([]);
  });

  test("[VAL-11] hidden fields do not block a save", () => {
    const of = (number: number): GivenValues => ({
      window: [{ quantity: 1, children: { windowStyle: optionOf(style, number), swing: optionOf(swing, 9) } }],
    });
    const paths = (number: number) => validate(3, of(number), { keys: ["window"] }).map(({ path }) => path);
    expect(paths(1)).toContain("window.0.swing.0.value");
    expect(paths(2)).not.toContain("window.0.swing.0.value");
  });
});

describe("a quantity", () => {
  test.each([
    { given: "empty", quantity: null, problem: "Total gutter length is required." },
    { given: "below its minimum", quantity: 0, problem: "Total gutter length must be at least 1." },
    { given: "above its maximum", quantity: 11, problem: "Total gutter length must be at most 9." },
    { given: "off its step", quantity: 4, problem: "Total gutter length is not a multiple of 2." },
    { given: "no number", quantity: Number.NaN, problem: "Total gutter length must be at least 1." },
    { given: "on its step", quantity: 3, problem: undefined },
  ])("[VAL-13] $given: $problem", ({ quantity, problem }) => {
    const values = { totalGutterLength: [buildLine({ quantity })] };
    expect(validateWorkflow({ workflowId: 4, values, book })[0]?.text).toBe(problem);
  });

  test.each([
    { quantity: 1.333, fits: true },
    { quantity: 1.666, fits: true },
    { quantity: 1.5, fits: false },
  ])("[VAL-10] $quantity squares: $fits", ({ quantity, fits }) => {
    const problems = validate(
      1,
      { installPitch: [{ value: optionOf(pitch, 1), quantity }] },
      { keys: ["installPitch"] },
    );
    expect(problems.some(({ code }) => code === "offStep")).toBe(!fits);
  });

  test("[WF-SIDE-31] a calculated value is not the user's to fix", () => {
    expect(validate(4, { gutterMaterialTotal: 1_000_000 })).toEqual([]);
  });
});

test.each([
  { cost: 0, fits: true },
  { cost: 1_000_000_000, fits: true },
  { cost: 10.25, fits: true },
  { cost: -0.01, fits: false },
  { cost: 1_000_000_000.01, fits: false },
  { cost: 0.001, fits: false },
  { cost: 999_999_999.995, fits: false },
])("[VAL-14] a cost of $cost: $fits", ({ cost, fits }) => {
  const line = buildLine({ value: "Haul away", quantity: 1, amounts: buildAmounts(0, cost, 0, 0) });
  const problems = validateWorkflow({ workflowId: 4, values: { custom: [line] }, book });
  expect(problems.map(({ path }) => path)).toEqual(fits ? [] : ["custom.0.laborCost"]);
});

test("[VAL-14] large numbers are held to their step as well", () => {
  expect(isOnStep({ value: 999_999_999.99, base: 0, step: 0.01 })).toBe(true);
  expect(isOnStep({ value: 999_999_999.985, base: 0, step: 0.01 })).toBe(false);
});

test("[VAL-12] an add-on service with a cost or a quantity needs its name", () => {
  const lines = [
    buildLine({ id: -2, value: " ", quantity: 1, amounts: buildAmounts(0, 0, 0, 0) }),
    buildLine({ id: -4, value: "", quantity: 0, amounts: buildAmounts(5, 0, 0, 0) }),
    buildLine({ id: -6, value: "", quantity: 0, amounts: buildAmounts(0, 0, 0, 0) }),
  ];
  const problems = validateWorkflow({ workflowId: 4, values: { custom: lines }, book });
  expect(problems.map(({ lineId }) => lineId)).toEqual([-2, -4]);
});

describe.each([2, 7])("composite soffit of workflow %i", (workflowId) => {
  test.each([
    { length: 0, quantity: 0, fits: true },
    { length: 20, quantity: 3, fits: true },
    { length: 20, quantity: 0, fits: false },
    { length: 0, quantity: 3, fits: false },
  ])("[WF-SIDE-18] length $length with quantity $quantity: $fits", ({ length, quantity, fits }) => {
    const given: GivenValues = { compositeSoffit: [{ quantity, children: { length } }] };
    const problems = validate(workflowId, given, { keys: ["compositeSoffit"] });
    expect(problems.map(({ code }) => code)).toEqual(fits ? [] : ["incompleteSoffit"]);
  });
});

describe("pieces that have their price from a type that is counted separately", () => {
  const type = fieldAt(2, "wallFlashing.wallFlashingType");
  const priced = buildBook(
    buildOptionsEntry(type, ["Bent on site", "Prefabricated"], COUNT),
    buildEntry(fieldAt(2, "wallFlashing.wallFlashingQuantity").id, {
      ...COUNT,
      variants: [buildVariant({ parentOptionIds: [optionOf(type, 2)], materialPrice: 22 })],
    }),
  );
  const problems = (feet: number, pieces: number) => {
    const children = {
      wallFlashingType: { value: optionOf(type, 2), quantity: feet },
      wallFlashingQuantity: pieces,
    };
    return texts(2, { wallFlashing: { children } }, { book: priced, keys: ["wallFlashing"] });
  };

  test.each([
    { feet: 45, pieces: 5, is: "are priced by it" },
    { feet: 45, pieces: 0, is: "may be left out" },
    { feet: 0, pieces: 0, is: "need nothing" },
  ])("[WF-SIDE-15] $feet ft with $pieces pieces: they $is", ({ feet, pieces }) => {
    expect(problems(feet, pieces)).toEqual([]);
  });

  test("[WF-SIDE-15] without its length the type would not be stored, and pieces would be lost or refused", () => {
    expect(problems(0, 5)).toEqual([
      "wallFlashing.0.wallFlashingType.0.quantity: Type needs a quantity: the price of Prefabricated pieces follows from it.",
    ]);
  });
});

describe("the pitch rule", () => {
  const pitches = (total: number, ...squares: readonly number[]): GivenValues => ({
    totalSquaresForMaterial: total,
    installPitch: squares.map((quantity, index) => ({ value: optionOf(pitch, index + 1), quantity })),
  });
  const keys = ["installPitch"];

  test("[CALC-47] [MSG-08] squares over all pitches must be those of the material", () => {
    expect(texts(1, pitches(22, 10, 12), { keys })).toEqual([]);
    expect(texts(1, pitches(22, 10, 11), { keys })).toEqual([
      "installPitch: The total number of squares must match the total number of squares for the material",
    ]);
  });

  test("[CALC-47] three thirds are one", () => {
    expect(texts(1, pitches(22, 10.333, 11.333, 0.333), { keys })).toEqual([]);
    expect(texts(1, pitches(22, 10.333, 11.667), { keys })).toEqual([]);
    expect(texts(1, pitches(22, 10.333, 11.333), { keys })).toHaveLength(1);
  });

  test("[CALC-47] a step without pitches does not ask for them", () => {
    expect(texts(1, pitches(22, 10), { keys: ["valleyLength"] })).toEqual([]);
  });
});

describe("package and comparison", () => {
  const compared = (count: number, area = 20) =>
    texts(
      1,
      { totalSquaresForMaterial: area, package: [{ value: "1.250.1", quantity: 20 }] },
      {
        keys: ["package"],
        comparison: Array.from({ length: count }, (_, index) => `1.250.${index + 1}`),
      },
    );

  test("[PKG-07] [MSG-07] one to three options are compared", () => {
    expect([1, 2, 3].flatMap((count) => compared(count))).toEqual([]);
    const refused = ["comparison: Select 1-3 options for comparison"];
    expect(compared(0)).toEqual(refused);
    expect(compared(4)).toEqual(refused);
  });

  test("[PKG-10] [VAL-20] package and installation are required where there are squares for them", () => {
    const keys = ["sidingPackage", "sidingPackageInstallation"];
    const required = [
      "sidingPackageInstallation.0.value: Installation labor is required.",
      "sidingPackage.0.value: Package is required.",
    ];
    expect(texts(2, { totalSquaresForMaterialPackage: 20 }, { keys })).toEqual(required);
    const calculated = { sidingPackage: [{ quantity: 20 }], sidingPackageInstallation: [{ quantity: 20 }] };
    expect(texts(2, { totalSquaresForMaterialPackage: 20, ...calculated }, { keys })).toEqual(required);
  });

  test("[PKG-10] [VAL-20] roofing: package and installation, in an estimate whose items have neither as well", () => {
    const keys = ["package", "roofingInstallation"];
    const squares = { totalSquaresForMaterial: 20, totalSquaresForLabor: 20 };
    const required = [
      "package.0.value: Shingle type is required.",
      "roofingInstallation.0.value: Roofing installation is required.",
    ];
    expect(texts(1, squares, { keys })).toEqual(required);
    const calculated = { package: [{ quantity: 20 }], roofingInstallation: [{ quantity: 20 }] };
    expect(texts(1, { ...squares, ...calculated }, { keys })).toEqual(required);
    const onlyPackage = { ...squares, package: [{ value: "1.250.1", quantity: 20 }] };
    expect(texts(1, onlyPackage, { keys })).toEqual(required.slice(1));
    const both = { ...onlyPackage, roofingInstallation: [{ value: "1.252.1", quantity: 20 }] };
    expect(texts(1, both, { keys })).toEqual([]);
  });

  test("[PKG-10] a roof under a membrane alone has no squares to install a package on", () => {
    const squares = { totalSquaresForMaterial: 20, totalSquaresForLabor: 0 };
    const values = { ...squares, package: [{ value: "1.250.1", quantity: 20 }] };
    expect(texts(1, values, { keys: ["package", "roofingInstallation"] })).toEqual([]);
  });

  test("[PKG-08] [PKG-09] without windows, nothing is required", () => {
    expect(texts(2, { totalSquaresForMaterialPackage: 0 }, { keys: ["sidingPackage"], comparison: [] })).toEqual([]);
    expect(compared(0, 0)).toEqual([]);
  });
});

test.each([
  { given: "missing", discount: [], problem: "Discount is required." },
  { given: "empty", discount: [buildLine()], problem: "Discount is required." },
  { given: "below 0", discount: [buildLine({ quantity: -1 })], problem: "Discount must be at least 0." },
  { given: "above the maximum", discount: [buildLine({ quantity: 11 })], problem: "Discount must be at most 10." },
  { given: "off the step", discount: [buildLine({ quantity: 2.25 })], problem: "Discount is not a multiple of 0.5." },
  { given: "in order", discount: [buildLine({ quantity: 2.5 })], problem: undefined },
])("[SUM-09] a discount that is $given: $problem", ({ discount, problem }) => {
  const values = { discount, margin: [buildLine({ id: -4, quantity: 0 })] };
  expect(validateWorkflow({ workflowId: 4, values, book, keys: ["discount", "margin"] })[0]?.text).toBe(problem);
});

test("[VAL-20] [WF-SIDE-15] all problems come at once, each with its path, its line and its text", () => {
  const values = buildValues({
    gutter: [{ quantity: -1, children: { gutterType: "4.13.9" } }],
    totalGutterLength: 4,
    gutterAccessories: [{ quantity: 1 }],
  });
  const problems = validateWorkflow({ workflowId: 4, values, book });
  expect(problems.map(({ path, code }) => `${path} ${code}`)).toEqual([
    "totalGutterLength.0.quantity offStep",
    "gutter.0.quantity tooSmall",
    "gutter.0.gutterType.0.value invalidOption",
    "gutterAccessories.0.value required",
  ]);
  expect(problems[1]).toMatchObject({ fieldId: "4.12", lineId: linesOf(values, "gutter")[0]?.id });
});
