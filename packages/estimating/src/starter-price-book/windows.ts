import { windowWorkflowFields } from "#catalogue/windows/window-fields.ts";
import { roundTo } from "#rounding.ts";
import { defineStarter, type StarterOption, type StarterTier, type StarterVariant } from "./define-starter.ts";

/*
 * Windows and doors. A window's type has the price of an installed plain vinyl unit with clear double glass at that size. Models and
 * packages add dollars per united inch, other choices dollars per window.
 */

/** A vinyl double-hung window by united inches; the last two tiers need a crew of three. */
const DOUBLE_HUNG: readonly { readonly ui: readonly [number, number]; material: number; labor: number }[] = [
  { ui: [0, 74], material: 265, labor: 165 },
  { ui: [74, 84], material: 285, labor: 165 },
  { ui: [84, 94], material: 315, labor: 165 },
  { ui: [94, 102], material: 345, labor: 165 },
  { ui: [102, 112], material: 405, labor: 210 },
  { ui: [112, 131], material: 495, labor: 210 },
  { ui: [131, 151], material: 590, labor: 260 },
  { ui: [151, 201], material: 720, labor: 320 },
];

const dollars = (amount: number): number => roundTo(amount, 0);

/** Another type's tiers: a multiple of the double-hung window's costs, in whole dollars. */
const timesDoubleHung = ({ material, labor = 1 }: { material: number; labor?: number }): readonly StarterTier[] =>
  DOUBLE_HUNG.map((band) => ({
    ui: band.ui,
    material: dollars(band.material * material),
    labor: dollars(band.labor * labor),
  }));

/** Standard and tall doors; tall ones cost a sixth more material. */
const doorTiers = (
  widths: readonly { readonly width: readonly [number, number]; readonly material: number; readonly labor: number }[],
): readonly StarterTier[] =>
  widths.flatMap(({ width, material, labor }): StarterTier[] => [
    { width, height: [0, 82], material, labor },
    { width, height: [82, 109], material: dollars((material * 7) / 6), labor: labor + 60 },
  ]);

const TYPES = {
  "Single hung": timesDoubleHung({ material: 0.9 }),
  "Double hung": timesDoubleHung({ material: 1 }),
  "Slider, 2-lite": timesDoubleHung({ material: 1 }),
  "Slider, 3-lite": timesDoubleHung({ material: 1.65, labor: 1.25 }),
  Casement: timesDoubleHung({ material: 1.3 }),
  "Casement, twin": timesDoubleHung({ material: 2.35, labor: 1.25 }),
  Awning: timesDoubleHung({ material: 1.3 }),
  Hopper: timesDoubleHung({ material: 0.9 }),
  Picture: timesDoubleHung({ material: 0.95 }),
  "Special shape": timesDoubleHung({ material: 1.75, labor: 1.25 }),
  Bay: timesDoubleHung({ material: 5, labor: 3.5 }),
  Bow: timesDoubleHung({ material: 5.6, labor: 3.8 }),
  Garden: timesDoubleHung({ material: 4.2, labor: 2.2 }),
  "Patio door": doorTiers([
    { width: [0, 61], material: 1_193, labor: 380 },
    { width: [61, 73], material: 1_283, labor: 420 },
    { width: [73, 97], material: 1_553, labor: 520 },
    { width: [97, 145], material: 2_228, labor: 760 },
  ]),
  "French door": doorTiers([
    { width: [0, 61], material: 1_680, labor: 480 },
    { width: [61, 73], material: 1_860, labor: 520 },
    { width: [73, 109], material: 2_640, labor: 760 },
  ]),
  "Entry door": doorTiers([
    { width: [0, 41], material: 780, labor: 420 },
    { width: [41, 57], material: 1_240, labor: 520 },
    { width: [57, 77], material: 1_690, labor: 620 },
    { width: [77, 109], material: 2_150, labor: 760 },
  ]),
} as const satisfies Record<string, readonly StarterTier[]>;

type WindowType = keyof typeof TYPES;
const TYPE_NAMES = Object.keys(TYPES) as readonly WindowType[];

const HUNG: readonly WindowType[] = ["Single hung", "Double hung"];
const CRANKED: readonly WindowType[] = ["Casement", "Awning"];
const PROJECTING: readonly WindowType[] = ["Bay", "Bow", "Garden"];
const GLASS_DOORS: readonly WindowType[] = ["Patio door", "French door"];
const DOORS: readonly WindowType[] = [...GLASS_DOORS, "Entry door"];
/** The types that packages have a model line for. */
const PACKAGED: readonly WindowType[] = TYPE_NAMES.filter((name) => name !== "Entry door");

/** The same options for each of these window types. */
const forTypes = (types: readonly WindowType[], options: readonly string[]): Record<string, readonly string[]> =>
  Object.fromEntries(types.map((type) => [type, options]));

const namesOf = (options: readonly (StarterOption | string)[]): readonly string[] =>
  options.map((option) => (typeof option === "string" ? option : option.name));

/** Good, better, best: dollars per united inch above the plain unit. */
const LINES = {
  good: { material: 0.35 },
  better: { material: 0.85 },
  best: { material: 1.95, labor: 0.1 },
} as const;

/** Models with their own price do not count for the package. */
const OWN_PRICE = [0] as const;

const WINDOW_MODELS: readonly (StarterOption & { perUnitedInch: StarterVariant })[] = [
  { name: "As the package", conversions: [1], perUnitedInch: {} },
  { name: "Builder vinyl, Low-E glass", conversions: OWN_PRICE, perUnitedInch: LINES.good },
  { name: "Premium vinyl, double Low-E glass", conversions: OWN_PRICE, perUnitedInch: LINES.better },
  { name: "Composite, triple glass", conversions: OWN_PRICE, perUnitedInch: LINES.best },
  {
    name: "Wood inside, aluminum outside, double Low-E glass",
    conversions: OWN_PRICE,
    perUnitedInch: { material: 3.4 },
  },
];
const DOOR_MODELS: readonly StarterOption[] = [
  { name: "Steel door, 24 gauge", conversions: OWN_PRICE, material: 0 },
  { name: "Smooth fiberglass door", conversions: OWN_PRICE, material: 240 },
  { name: "Woodgrain fiberglass door", conversions: OWN_PRICE, material: 390 },
];

const HARDWARE_COLORS: readonly StarterOption[] = [
  { name: "White", material: 0 },
  { name: "Tan", material: 0 },
  { name: "Brushed nickel", material: 22 },
  { name: "Polished brass", material: 12 },
  { name: "Oil rubbed bronze", material: 24 },
];
const DOOR_HARDWARE: readonly StarterOption[] = [
  { name: "Lever and deadbolt, brushed nickel", material: 165 },
  { name: "Handle set and deadbolt, bronze", material: 245 },
  { name: "Keypad deadbolt", material: 210, labor: 25 },
];

const PATIO_SCREEN = "Sliding screen door";
const FRENCH_SCREEN = "Hinged screen doors";
const STORM_DOOR = "Storm door, full view";

const CASEMENT_SWING = ["Hinged left", "Hinged right"];
const DOOR_SWING = ["Left hand in-swing", "Right hand in-swing", "Left hand out-swing", "Right hand out-swing"];

const SLIDER_SASHES = ["Left sash opens (XO)", "Right sash opens (OX)", "Both sashes open (XX)"];
const TRIPLE_SASHES = ["Both ends open (XOX)", "All fixed (OOO)"];
const PATIO_PANELS = ["Left panel opens (XO)", "Right panel opens (OX)", "Center panels open (OXXO)"];
const FLANKERS: readonly StarterOption[] = [
  { name: "Flankers fixed", material: 0 },
  { name: "Double-hung flankers", material: 180 },
  { name: "Casement flankers", material: 260 },
];

const HUNG_OBSCURE: readonly StarterOption[] = [
  { name: "Bottom sash", material: 40 },
  { name: "Top sash", material: 40 },
  { name: "Both sashes", material: 80 },
];
const SLIDER_OBSCURE: readonly StarterOption[] = [
  { name: "Left sash", material: 40 },
  { name: "Right sash", material: 40 },
  { name: "All sashes", material: 80 },
];
const WHOLE_OBSCURE: readonly StarterOption[] = [{ name: "Whole window", material: 40 }];

const BLINDS: readonly StarterOption[] = [
  { name: "White blinds between the glass", material: 290 },
  { name: "Slate gray blinds between the glass", material: 315 },
];
const WELDS: readonly StarterOption[] = [
  { name: "Twin, one joint", material: 25, labor: 15 },
  { name: "Triple, two joints", material: 50, labor: 30 },
  { name: "With a transom, one joint", material: 25, labor: 15 },
];
const ROOFS: readonly StarterOption[] = [
  { name: "Tied to the soffit", material: 45, labor: 120 },
  { name: "Hip roof, shingled to match", material: 260, labor: 420 },
  { name: "Hip roof, aluminum", material: 340, labor: 300 },
  { name: "Hip roof, copper", material: 780, labor: 380 },
];
const GARDEN_ROOF = "Glass top, Low-E";

const GRID_COLORS: readonly StarterOption[] = [
  { name: "White", swatch: "#f4f4f0", material: 0 },
  { name: "Almond", swatch: "#e6dcc3", material: 0 },
  { name: "Clay", swatch: "#b9a88f", material: 0 },
  { name: "Bronze", swatch: "#4a3b30", material: 0 },
  { name: "Black", swatch: "#1d1d1b", material: 0 },
  { name: "White inside, bronze outside", swatch: "#a39b8f", material: 18 },
];

const INTERIOR_COLORS: readonly StarterOption[] = [
  { name: "White", swatch: "#f4f4f0", material: 0 },
  { name: "Almond", swatch: "#e6dcc3", material: 18 },
  { name: "Tan", swatch: "#cbb694", material: 18 },
  { name: "Light oak woodgrain", swatch: "#c79a5d", material: 65 },
  { name: "Cherry woodgrain", swatch: "#7d3f27", material: 65 },
  { name: "Black, painted", swatch: "#1d1d1b", material: 120 },
  { name: "Stain grade, stained to match", swatch: "#8a5a34", material: 120 },
];
const EXTERIOR_COLORS: readonly StarterOption[] = [
  { name: "White", swatch: "#f4f4f0", material: 0 },
  { name: "Almond", swatch: "#e6dcc3", material: 18 },
  { name: "Clay", swatch: "#b9a88f", material: 18 },
  { name: "Bronze, painted", swatch: "#4a3b30", material: 120 },
  { name: "Black, painted", swatch: "#1d1d1b", material: 120 },
  { name: "Forest green, painted", swatch: "#2f4a3a", material: 120 },
  { name: "Brick red, painted", swatch: "#7a2f27", material: 120 },
];

/** Costs per stick or strip, set and nailed; conversion 1 is its feet. */
const INTERIOR_TRIMS: readonly StarterOption[] = [
  { name: 'Primed pine casing 2-1/4", 8 ft', material: 18, labor: 30.4, conversions: [8] },
  { name: 'Primed pine casing 2-1/4", 12 ft', material: 26, labor: 45.6, conversions: [12] },
  { name: 'Primed pine casing 3-1/4", 16 ft', material: 34, labor: 60.8, conversions: [16] },
  { name: 'PVC casing 2-1/2", 8 ft', material: 22, labor: 30.4, conversions: [8] },
  { name: 'Oak casing 2-1/4", 8 ft', material: 31, labor: 34, conversions: [8] },
];
const INTERIOR_TRIM_COLORS: readonly StarterOption[] = [
  { name: "White", swatch: "#f4f4f0", material: 0 },
  { name: "Primed", swatch: "#e9e7df", material: 0 },
  { name: "Natural", swatch: "#d8b98a", material: 0 },
  { name: "Stained", swatch: "#8a5a34", material: 4, labor: 9 },
];
const EXTERIOR_TRIMS: readonly StarterOption[] = [
  { name: "Aluminum wrap, 10 ft", material: 9, labor: 47, conversions: [10] },
  { name: "PVC 1 x 4, 12 ft", material: 24, labor: 66, conversions: [12] },
  { name: "PVC 1 x 6, 12 ft", material: 37, labor: 66, conversions: [12] },
  { name: "PVC 5/4 x 4, 12 ft", material: 32, labor: 72, conversions: [12] },
  { name: "PVC brick mould, 8 ft", material: 19, labor: 40, conversions: [8] },
];
const EXTERIOR_TRIM_COLORS: readonly StarterOption[] = [
  { name: "White", swatch: "#f4f4f0", material: 0 },
  { name: "Almond", swatch: "#e6dcc3", material: 0 },
  { name: "Clay", swatch: "#b9a88f", material: 0 },
  { name: "Bronze", swatch: "#4a3b30", material: 2 },
  { name: "Black", swatch: "#1d1d1b", material: 2 },
];

/** Only a window with two sashes, one above the other, has a top sash. */
const TOP_SASH_ONLY = "Colonial, top sash only";
const GRID_PATTERNS: readonly StarterOption[] = [
  { name: "Colonial", material: 0 },
  { name: TOP_SASH_ONLY, material: 0 },
  { name: "Prairie", material: 6 },
  { name: "Craftsman", material: 6 },
  { name: "Diamond", material: 34 },
  { name: "Double prairie", material: 14 },
];

export const windowStarter = defineStarter(windowWorkflowFields, {
  finalMeasurement: { cost: { labor: 60 } },
  stormWindows: { options: ["None", "Some", "On all windows"] },
  productInterest: { options: ["Windows", "Patio door", "Entry door", "Windows and doors"] },
  energyEfficiency: { options: ["Very important", "Somewhat important", "Not important"] },
  preferredTimeline: { options: ["As soon as possible", "Within 1 month", "1 to 3 months", "3 to 6 months", "Later"] },
  decidingFactor: { options: ["Price", "Quality", "Energy savings", "Looks", "Warranty", "Company's name"] },
  warranty: { options: ["Very important", "Somewhat important", "Not important"] },
  windowStyle: { options: TYPE_NAMES },

  window: { range: [1, 500, 1] },
  "window.roomName": {
    options: [
      "Living room",
      "Family room",
      "Dining room",
      "Kitchen",
      "Main bedroom",
      "Bedroom 2",
      "Bedroom 3",
      "Bedroom 4",
      "Bathroom",
      "Main bathroom",
      "Office",
      "Hall",
      "Stairs",
      "Laundry",
      "Basement",
      "Attic",
      "Garage",
      "Porch",
      "Other",
    ],
  },
  "window.ui": { range: [0, 600, 0.25] },
  "window.windowStyle": {
    options: TYPE_NAMES,
    variants: TYPE_NAMES.map((option) => ({ option, tiers: TYPES[option] })),
  },
  "window.windowModel": {
    defaultValue: "As the package",
    options: [...WINDOW_MODELS.map(({ name, conversions = OWN_PRICE }) => ({ name, conversions })), ...DOOR_MODELS],
    variants: [
      ...WINDOW_MODELS.map(({ name, perUnitedInch }) => ({
        option: name,
        ...perUnitedInch,
        perUnitedInch: true as const,
      })),
      ...DOOR_MODELS.map(({ name, material = 0 }) => ({ option: name, material })),
      // An entry door without a model does not belong to a package either.
      { when: { "window.windowStyle": "Entry door" }, conversions: OWN_PRICE },
    ],
    // Conversion 1: a window's share in the package's united inches; windows without a model use the package.
    conversions: [1],
    offeredFor: {
      "window.windowStyle": { ...forTypes(PACKAGED, namesOf(WINDOW_MODELS)), "Entry door": namesOf(DOOR_MODELS) },
    },
  },
  "window.installType": {
    options: [
      { name: "Insert into the existing frame", material: 12 },
      { name: "Full frame replacement", material: 68, labor: 145 },
      { name: "New opening cut in", material: 165, labor: 620 },
      { name: "New construction, nailing fin", material: 24, labor: 20 },
      { name: "Door unit into the existing opening", material: 38, labor: 40 },
    ],
  },
  "window.hardware": {
    options: [...HARDWARE_COLORS, ...DOOR_HARDWARE],
    offeredFor: {
      "window.windowStyle": { ...forTypes(PACKAGED, namesOf(HARDWARE_COLORS)), "Entry door": namesOf(DOOR_HARDWARE) },
    },
  },
  "window.screen": {
    options: [
      { name: "No screen", material: 0 },
      { name: "Half screen", material: 0 },
      { name: "Full screen", material: 22 },
      { name: "Full screen, fine mesh", material: 38 },
      { name: PATIO_SCREEN, material: 85 },
      { name: FRENCH_SCREEN, material: 240, labor: 60 },
      { name: STORM_DOOR, material: 320, labor: 140 },
    ],
    offeredFor: {
      "window.windowStyle": {
        ...forTypes(HUNG, ["No screen", "Half screen", "Full screen", "Full screen, fine mesh"]),
        ...forTypes(
          ["Slider, 2-lite", "Slider, 3-lite"],
          ["No screen", "Half screen", "Full screen", "Full screen, fine mesh"],
        ),
        ...forTypes(
          [...CRANKED, "Casement, twin", "Hopper", ...PROJECTING],
          ["No screen", "Full screen", "Full screen, fine mesh"],
        ),
        ...forTypes(["Picture", "Special shape"], ["No screen"]),
        "Patio door": ["No screen", PATIO_SCREEN],
        "French door": ["No screen", FRENCH_SCREEN],
        "Entry door": ["No screen", STORM_DOOR],
      },
    },
  },
  "window.swing": {
    options: [...CASEMENT_SWING, "Both hinged outside", ...DOOR_SWING],
    offeredFor: {
      "window.windowStyle": {
        Casement: CASEMENT_SWING,
        "Casement, twin": ["Both hinged outside", ...CASEMENT_SWING],
        "French door": DOOR_SWING,
        "Entry door": DOOR_SWING,
      },
    },
  },
  "window.operatingSash": {
    options: [
      ...[...SLIDER_SASHES, ...TRIPLE_SASHES, ...PATIO_PANELS].map((name) => ({ name, material: 0 })),
      ...FLANKERS,
    ],
    offeredFor: {
      "window.windowStyle": {
        "Slider, 2-lite": SLIDER_SASHES,
        "Slider, 3-lite": TRIPLE_SASHES,
        "Patio door": PATIO_PANELS,
        ...forTypes(["Bay", "Bow"], namesOf(FLANKERS)),
      },
    },
  },
  "window.obscureSash": {
    options: [...HUNG_OBSCURE, ...SLIDER_OBSCURE, ...WHOLE_OBSCURE],
    offeredFor: {
      "window.windowStyle": {
        ...forTypes(HUNG, namesOf(HUNG_OBSCURE)),
        ...forTypes(["Slider, 2-lite", "Slider, 3-lite", "Casement, twin"], namesOf(SLIDER_OBSCURE)),
        ...forTypes([...CRANKED, "Hopper", "Picture", "Special shape"], namesOf(WHOLE_OBSCURE)),
      },
    },
  },
  "window.jambDepth": {
    options: [
      { name: '3-1/4"', material: 0 },
      { name: '4-9/16"', material: 30, labor: 10 },
      { name: '6-9/16"', material: 48, labor: 10 },
    ],
  },
  "window.blinds": {
    options: BLINDS,
    offeredFor: { "window.windowStyle": forTypes(DOORS, namesOf(BLINDS)) },
  },
  "window.weld": {
    options: WELDS,
    offeredFor: {
      "window.windowStyle": forTypes(
        [...HUNG, "Slider, 2-lite", ...CRANKED, "Picture", "Special shape"],
        namesOf(WELDS),
      ),
    },
  },
  "window.roofOption": {
    options: [...ROOFS, { name: GARDEN_ROOF, material: 95 }],
    offeredFor: { "window.windowStyle": { ...forTypes(["Bay", "Bow"], namesOf(ROOFS)), Garden: [GARDEN_ROOF] } },
  },
  "window.footLock": { cost: { material: 28, labor: 10 } },
  "window.glassType": {
    options: [
      { name: "As the model", material: 0 },
      { name: "Low-E, argon", material: 18 },
      { name: "Double Low-E, argon", material: 35 },
      { name: "Triple, Low-E, argon", material: 145 },
      { name: "Tempered", material: 95 },
      { name: "Obscure", material: 40 },
      { name: "Obscure, tempered", material: 135 },
      { name: "Laminated, sound control", material: 160 },
    ],
  },
  "window.grid.gridSize": {
    options: [
      { name: 'Flat 5/8" between the glass', material: 28 },
      { name: 'Contoured 1" between the glass', material: 42 },
      { name: '7/8" on both sides of the glass', material: 140 },
    ],
  },
  "window.grid.gridPattern": {
    options: GRID_PATTERNS,
    offeredFor: {
      "window.windowStyle": {
        ...forTypes(
          TYPE_NAMES,
          namesOf(GRID_PATTERNS).filter((name) => name !== TOP_SASH_ONLY),
        ),
        ...forTypes(HUNG, namesOf(GRID_PATTERNS)),
      },
    },
  },
  "window.grid.gridColor": { options: GRID_COLORS },
  "window.interiorColor": { options: INTERIOR_COLORS },
  "window.interiorBoxFinished": { cost: { material: 55, labor: 40 } },
  "window.exteriorColor": { options: EXTERIOR_COLORS },
  // What goes where; the Trim step has the costs.
  "window.interiorTrim.interiorTrimType": { options: namesOf(INTERIOR_TRIMS) },
  "window.interiorTrim.interiorTrimColor": { options: INTERIOR_TRIM_COLORS.map(withoutCost) },
  "window.interiorTrim.interiorTrimLength": { range: [0, 100_000, 0.01] },
  "window.exteriorTrim.exteriorTrimType": { options: namesOf(EXTERIOR_TRIMS) },
  "window.exteriorTrim.exteriorTrimColor": { options: EXTERIOR_TRIM_COLORS.map(withoutCost) },
  "window.exteriorTrim.exteriorTrimLength": { range: [0, 100_000, 0.01] },

  "interiorTrimMaterial.type": { options: INTERIOR_TRIMS },
  "interiorTrimMaterial.color": { options: INTERIOR_TRIM_COLORS },
  "exteriorTrimMaterial.type": { options: EXTERIOR_TRIMS },
  "exteriorTrimMaterial.color": { options: EXTERIOR_TRIM_COLORS },

  leadSafeRemoval: { cost: { material: 15, labor: 60 } },
  secondStoryWindows: { cost: { labor: 35 } },
  // Conversion 1: feet of trim of one box.
  trimNails: { cost: { material: 24 }, conversions: [300] },
  // Conversion 1: openings of one can.
  sprayFoam: { cost: { material: 8, labor: 4 }, conversions: [3] },
  // Conversion 2: feet of one tube.
  caulk: {
    conversions: [0, 30],
    options: [
      { name: "Silicone sealant, 10.1 oz", material: 9, conversions: [0, 30] },
      { name: "Polyurethane sealant, 10.1 oz", material: 8, conversions: [0, 30] },
      { name: "Siliconized acrylic, paintable, 10.1 oz", material: 7, conversions: [0, 30] },
      { name: "Sealant sausage, 20 oz", material: 15, conversions: [0, 60] },
    ],
  },
  // Conversion 1: windows of one trip.
  deliveryDistance: {
    conversions: [20],
    options: [
      { name: "Up to 25 miles", material: 0, conversions: [20] },
      { name: "25 to 50 miles", material: 75, conversions: [20] },
      { name: "More than 50 miles", material: 150, conversions: [20] },
    ],
  },
  permit: { cost: { material: 125 } },
  setupFeeStainPaint: { cost: { material: 150 } },
  setupFeeStainPaintCustom: { cost: { material: 275 } },
  smallJobFee: { cost: { labor: 250 } },
  // Conversions 1 and 2: the factors of material and labor cost.
  custom: { conversions: [1.667, 1.667] },

  // Costs of one united inch.
  windowPackage: {
    range: [0, 100_000, 0.25],
    options: [
      {
        name: "Good: builder vinyl",
        ...LINES.good,
        description:
          "<p><strong>Builder vinyl</strong> with double glass, Low-E coating and argon.</p><ul><li>Welded frame and sashes</li><li>Half screens</li><li>20-year warranty on glass and frame</li></ul>",
      },
      {
        name: "Better: premium vinyl",
        ...LINES.better,
        description:
          "<p><strong>Premium vinyl</strong> with double glass, two Low-E coatings and argon.</p><ul><li>Foam-filled frame</li><li>Sashes that tilt in for cleaning</li><li>Lifetime warranty on glass and frame</li></ul>",
      },
      {
        name: "Best: composite",
        ...LINES.best,
        description:
          "<p><strong>Composite</strong> with triple glass, two Low-E coatings and argon.</p><ul><li>Frame that can be painted, slim as wood</li><li>Quiet: made for busy streets</li><li>Lifetime warranty, glass breakage included</li></ul>",
      },
    ],
  },
  margin: { range: [0, 100, 0.5] },
  discount: { range: [0, 10, 0.5] },
});

function withoutCost({ name, swatch }: StarterOption): StarterOption {
  return swatch ? { name, swatch } : { name };
}
