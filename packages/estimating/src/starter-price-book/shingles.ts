import { ALUMINUM_COLORS } from "./colors.ts";
import type { StarterOption } from "./define-starter.ts";

/*
 * Coverings, their colors and underlayments: the same products in roofing and repairs. Costs per square, roll or bundle, with roofing's
 * labor; repairs count hours instead.
 */

/** A product with roofing's labor and, if repairs use it, crew hours per unit. */
export interface RoofProduct extends StarterOption {
  readonly hours?: number;
}

/** The products with hours (conversion 3) instead of labor, for repairs. */
export const soldInRepairs = (products: readonly RoofProduct[]): readonly StarterOption[] =>
  products.flatMap(({ hours, labor: _, conversions: [first] = [0], ...option }) =>
    hours === undefined ? [] : [{ ...option, conversions: [first, 0, hours] as const }],
  );

/** Conversion 1: bundles (or pieces as packed) per square. */
export const SHINGLE_PACKAGES = [
  {
    name: "Good: three-tab",
    material: 114,
    conversions: [3],
    description:
      "<p><strong>Three-tab asphalt shingles</strong></p><ul><li>25-year limited warranty</li><li>Rated for wind up to 60 mph</li><li>Flat, even look</li></ul>",
  },
  {
    name: "Better: architectural",
    material: 132,
    conversions: [3],
    description:
      "<p><strong>Laminated architectural shingles</strong></p><ul><li>Limited lifetime warranty</li><li>Rated for wind up to 130 mph</li><li>Deep shadow lines, algae resistant</li></ul>",
  },
  {
    name: "Best: designer",
    material: 268,
    conversions: [4],
    description:
      "<p><strong>Designer shingles</strong></p><ul><li>Limited lifetime warranty, transferable</li><li>Rated for wind up to 130 mph, impact class 4</li><li>Extra-heavy, the look of slate</li></ul>",
  },
  {
    name: "Cedar shingles, 16 inch",
    material: 600,
    conversions: [4],
    description:
      "<p><strong>Sawn red cedar shingles</strong></p><ul><li>No. 1 blue label, clear heartwood</li><li>5 inch exposure</li><li>Weathers to silver gray</li></ul>",
  },
  {
    name: "Cedar shakes, hand-split",
    material: 650,
    conversions: [5],
    description:
      "<p><strong>Hand-split red cedar shakes</strong></p><ul><li>Rustic, heavy texture</li><li>10 inch exposure</li><li>Pressure treated</li></ul>",
  },
  {
    name: "Standing seam steel, 24 gauge",
    material: 520,
    conversions: [1],
    description:
      "<p><strong>Standing seam steel</strong></p><ul><li>Concealed fasteners</li><li>40-year paint warranty</li><li>Sheds snow</li></ul>",
  },
  {
    name: "Standing seam aluminum",
    material: 640,
    conversions: [1],
    description:
      "<p><strong>Standing seam aluminum</strong></p><ul><li>Does not rust, right for the coast</li><li>40-year paint warranty</li></ul>",
  },
  {
    name: "Natural slate",
    material: 1150,
    conversions: [1],
    description:
      "<p><strong>Natural slate</strong></p><ul><li>Grade S1, 75 years and more</li><li>Copper nails</li><li>About 800 lb per square: the framing is checked first</li></ul>",
  },
  {
    name: "Concrete tile",
    material: 360,
    conversions: [1],
    description:
      "<p><strong>Concrete tile</strong></p><ul><li>Fire class A</li><li>50-year warranty</li><li>Flat or wave profile</li></ul>",
  },
  {
    name: "Clay tile",
    material: 480,
    conversions: [1],
    description:
      "<p><strong>Clay tile</strong></p><ul><li>Color is fired in and stays</li><li>75 years and more</li></ul>",
  },
  {
    name: "Composite slate",
    material: 430,
    conversions: [1],
    description:
      "<p><strong>Molded composite slate</strong></p><ul><li>Impact class 4</li><li>A quarter of the weight of slate</li><li>50-year warranty</li></ul>",
  },
] as const satisfies readonly StarterOption[];

const ASPHALT_COLORS = ["Charcoal", "Weathered wood", "Barkwood", "Pewter", "Hickory", "Slate gray"];
const METAL_ROOF_COLORS = ["Matte black", "Charcoal", "Dark bronze", "Colonial red", "Forest green", "Galvanized"];

export const SHINGLE_COLORS: readonly StarterOption[] = [
  { name: "Charcoal", swatch: "#3b3c3f" },
  { name: "Weathered wood", swatch: "#6f6559" },
  { name: "Barkwood", swatch: "#5a4a3e" },
  { name: "Pewter", swatch: "#7c7f82" },
  { name: "Hickory", swatch: "#5f4632" },
  { name: "Slate gray", swatch: "#5b6268" },
  { name: "Hunter green", swatch: "#3c4d40" },
  { name: "Mission brown", swatch: "#4b3327" },
  { name: "Driftwood", swatch: "#8a7d6c" },
  { name: "Onyx", swatch: "#242426" },
  { name: "Natural cedar", swatch: "#b07a4a" },
  { name: "Weathered gray stain", swatch: "#9a9a95" },
  { name: "Matte black", swatch: "#1f1f21" },
  { name: "Dark bronze", swatch: "#40352c" },
  { name: "Colonial red", swatch: "#7d2a26" },
  { name: "Forest green", swatch: "#2f4a3a" },
  { name: "Galvanized", swatch: "#b8bcc0" },
  { name: "Black slate", swatch: "#2d2f33" },
  { name: "Green slate", swatch: "#5e6b5f" },
  { name: "Purple slate", swatch: "#5b5060" },
  { name: "Terra cotta", swatch: "#b5603c" },
  { name: "Sandstone", swatch: "#c2a984" },
];

const COLORS_BY_PACKAGE: { readonly [package_ in (typeof SHINGLE_PACKAGES)[number]["name"]]: readonly string[] } = {
  "Good: three-tab": ASPHALT_COLORS,
  "Better: architectural": [...ASPHALT_COLORS, "Hunter green", "Mission brown", "Driftwood", "Onyx"],
  "Best: designer": ["Charcoal", "Weathered wood", "Slate gray", "Driftwood", "Onyx"],
  "Cedar shingles, 16 inch": ["Natural cedar", "Weathered gray stain"],
  "Cedar shakes, hand-split": ["Natural cedar", "Weathered gray stain"],
  "Standing seam steel, 24 gauge": METAL_ROOF_COLORS,
  "Standing seam aluminum": METAL_ROOF_COLORS,
  "Natural slate": ["Black slate", "Green slate", "Purple slate"],
  "Concrete tile": ["Charcoal", "Terra cotta", "Sandstone"],
  "Clay tile": ["Terra cotta", "Sandstone"],
  "Composite slate": ["Black slate", "Green slate", "Slate gray"],
};

export const colorsOf = (packages: readonly string[]): { readonly [package_: string]: readonly string[] } =>
  Object.fromEntries(Object.entries(COLORS_BY_PACKAGE).filter(([name]) => packages.includes(name)));

/** Conversion 1: squares of one roll. */
export const UNDERLAYMENTS: readonly StarterOption[] = [
  { name: "Felt No. 15, 4 SQ roll", material: 30, labor: 32, conversions: [4] },
  { name: "Felt No. 30, 2 SQ roll", material: 34, labor: 16, conversions: [2] },
  { name: "Synthetic, 10 SQ roll", material: 120, labor: 70, conversions: [10] },
  { name: "High-temperature self-adhered, 2 SQ roll", material: 165, labor: 44, conversions: [2] },
];

/** Conversion 1: square feet of one roll. */
export const ICE_BARRIERS: readonly StarterOption[] = [
  { name: "Granular surface, 2 SQ roll", material: 95, labor: 44, conversions: [200] },
  { name: "Smooth film surface, 2 SQ roll", material: 108, labor: 44, conversions: [200] },
  { name: "High-temperature, 2 SQ roll", material: 138, labor: 44, conversions: [200] },
];

/** Conversion 1: feet of one bundle. */
export const STARTERS: readonly StarterOption[] = [
  { name: "Starter strip, 105 ft bundle", material: 58, labor: 57.75, conversions: [105] },
  { name: "Starter strip, 120 ft bundle", material: 64, labor: 66, conversions: [120] },
  { name: "Cedar starter course, 25 ft", material: 118, labor: 30, conversions: [25] },
  { name: "Metal eave starter, 10 ft", material: 22, labor: 12, conversions: [10] },
  { name: "Slate starter course, 25 ft", material: 210, labor: 60, conversions: [25] },
  { name: "Tile eave closure, 40 ft", material: 90, labor: 44, conversions: [40] },
];

/** Conversion 1: feet of one bundle. */
export const HIP_AND_RIDGE: readonly StarterOption[] = [
  { name: "Standard cap, 25 ft bundle", material: 62, labor: 40, conversions: [25] },
  { name: "Cut three-tab cap, 30 ft", material: 38, labor: 48, conversions: [30] },
  { name: "High-profile cap, 20 ft bundle", material: 84, labor: 32, conversions: [20] },
  { name: "Cedar ridge units, 16 ft bundle", material: 110, labor: 40, conversions: [16] },
  { name: "Metal ridge cap, 10 ft", material: 48, labor: 30, conversions: [10] },
  { name: "Copper ridge roll, 10 ft", material: 160, labor: 45, conversions: [10] },
  { name: "Tile ridge, 10 ft", material: 70, labor: 60, conversions: [10] },
];

/** Conversion 1: square feet of one sheet. */
export const DECKING: readonly StarterOption[] = [
  { name: "OSB 7/16 in, 4 x 8 ft", material: 24, labor: 48, conversions: [32] },
  { name: "CDX plywood 1/2 in, 4 x 8 ft", material: 42, labor: 48, conversions: [32] },
  { name: "CDX plywood 5/8 in, 4 x 8 ft", material: 54, labor: 50, conversions: [32] },
];

/** Per foot. */
export const DECK_BOARDS: readonly RoofProduct[] = [
  { name: "Pine board 1 x 6", material: 2.4, labor: 3.6, hours: 0.06 },
  { name: "Pine board 1 x 8", material: 3.1, labor: 3.9, hours: 0.06 },
  { name: "Rough-sawn board 1 x 10", material: 4.2, labor: 4.2, hours: 0.07 },
];

export const ROOF_METAL_COLORS: readonly StarterOption[] = [
  ...ALUMINUM_COLORS,
  { name: "Mill finish", swatch: "#b8bcc0" },
  { name: "Copper", swatch: "#b06c3f" },
  { name: "Lead gray", swatch: "#5d6166" },
];

const COPPER = ["Copper"];
const LEAD = ["Lead gray"];
const PAINTED = [...ALUMINUM_COLORS.map(({ name }) => name), "Mill finish"];

/** The colors of metal products: copper and lead come as themselves, others painted or plain. */
export const metalColorsOf = (products: readonly StarterOption[]): { readonly [product: string]: readonly string[] } =>
  Object.fromEntries(
    products.map(({ name }) => [name, /copper/i.test(name) ? COPPER : /lead/i.test(name) ? LEAD : PAINTED]),
  );

/** Conversion 1: square feet of one sheet. */
export const ROOF_INSULATION: readonly RoofProduct[] = [
  { name: "Polyiso 1 in, 4 x 8 ft", material: 26, labor: 14, hours: 0.25, conversions: [32] },
  { name: "Polyiso 2 in, 4 x 8 ft", material: 46, labor: 14, hours: 0.25, conversions: [32] },
  { name: "Fiberboard 1/2 in, 4 x 8 ft", material: 15, labor: 12, hours: 0.2, conversions: [32] },
  { name: "Cover board 1/2 in, 4 x 4 ft", material: 14, labor: 8, hours: 0.15, conversions: [16] },
];

/** Conversion 1: feet of a bead from one tube. */
export const ROOF_CAULK: readonly StarterOption[] = [
  { name: "Roof sealant, 10 oz", material: 8, conversions: [25] },
  { name: "Polyurethane sealant, 10 oz", material: 9.5, conversions: [25] },
  { name: "Clear tripolymer sealant, 10 oz", material: 11, conversions: [40] },
];

/** Conversion 1: units for 20 ft of valley. */
export const ROOF_CEMENT: readonly StarterOption[] = [
  { name: "Plastic roof cement, 10 oz tube", material: 7, conversions: [1] },
  { name: "Plastic roof cement, 1 gallon can", material: 19, conversions: [0.25] },
];

/** Conversion 1: a dumpster's capacity in tons. */
export const DUMPSTERS: readonly StarterOption[] = [
  { name: "10 yard", material: 380, conversions: [2.5] },
  { name: "15 yard", material: 440, conversions: [3] },
  { name: "20 yard", material: 520, conversions: [4] },
  { name: "30 yard", material: 640, conversions: [6] },
];

export const DUMPSTER_LOCATIONS: readonly StarterOption[] = [
  { name: "Driveway" },
  { name: "Side yard" },
  { name: "Street, with permit", material: 60 },
];

export const DELIVERY_DISTANCES: readonly StarterOption[] = [
  { name: "Up to 30 miles" },
  { name: "30 to 60 miles", labor: 75 },
  { name: "Over 60 miles", labor: 150 },
];
