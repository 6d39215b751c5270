import type { StarterOption } from "./define-starter.ts";

/* The five siding materials, each with a good, a better and a best package, its colors, reveals and labor. Costs per square. */

interface SidingMaterial {
  readonly name: string;
  /** Good, better, best. */
  readonly packages: readonly (StarterOption & { readonly material: number })[];
  /** Labor per square up to one story, and above. */
  readonly labor: readonly [low: number, high: number];
  readonly colors: readonly string[];
  readonly reveals: readonly string[];
}

const card = (sentence: string, ...points: readonly string[]): string =>
  `<p>${sentence}</p><ul>${points.map((point) => `<li>${point}</li>`).join("")}</ul>`;

const VINYL_COLORS = [
  "White",
  "Linen",
  "Sandstone",
  "Wheat",
  "Clay",
  "Cypress",
  "Harbor blue",
  "Slate gray",
  "Charcoal",
  "Barn red",
];
const PREFINISHED_COLORS = [
  "White",
  "Linen",
  "Clay",
  "Sage",
  "Harbor blue",
  "Slate gray",
  "Charcoal",
  "Barn red",
  "Deep navy",
  "Primed, to be painted",
];

export const SIDING_MATERIALS: readonly SidingMaterial[] = [
  {
    name: "Vinyl",
    packages: [
      {
        name: "Good: vinyl .040 in, double 4",
        material: 118,
        description: card(
          "Everyday vinyl in the colors that sell most.",
          "Panel .040 in thick, low gloss",
          "Limited lifetime warranty, fade coverage 10 years",
        ),
      },
      {
        name: "Better: vinyl .044 in, double 4",
        material: 145,
        description: card(
          "A stiffer panel that lies straighter on the wall.",
          "Panel .044 in thick with a rolled nail hem",
          "Tested for wind to 160 mph",
          "Limited lifetime warranty, fade coverage for life",
        ),
      },
      {
        name: "Best: vinyl .046 in, double 4.5 Dutch lap",
        material: 182,
        description: card(
          "Deep shadow lines and dark colors that hold.",
          "Panel .046 in thick, 3/4 in projection",
          "Heat-reflecting pigments in dark colors",
          "Limited lifetime warranty, transferable",
        ),
      },
    ],
    labor: [190, 225],
    colors: VINYL_COLORS,
    reveals: ["Double 4 in", "Double 4.5 in Dutch lap", "Double 5 in", "Triple 3 in"],
  },
  {
    name: "Insulated vinyl",
    packages: [
      {
        name: "Good: insulated vinyl, R-2",
        material: 285,
        description: card(
          "Vinyl with foam bonded to its back.",
          "R-2.0, 7/8 in of foam",
          "Straight courses over uneven walls",
        ),
      },
      {
        name: "Better: insulated vinyl, R-2.7",
        material: 320,
        description: card(
          "More foam, fewer drafts, a quieter house.",
          "R-2.7, 1-1/4 in of foam",
          "Panels up to 16 ft 8 in, fewer seams",
        ),
      },
      {
        name: "Best: insulated vinyl, R-3.5",
        material: 372,
        description: card(
          "The warmest vinyl wall, with the widest exposure.",
          "R-3.5, graphite foam",
          "Single 7 in plank look",
          "Limited lifetime warranty with hail coverage",
        ),
      },
    ],
    labor: [220, 255],
    colors: VINYL_COLORS,
    reveals: ["Double 4 in", "Double 6 in", "Single 7 in"],
  },
  {
    name: "Fiber cement",
    packages: [
      {
        name: "Good: fiber cement lap, primed",
        material: 165,
        description: card(
          "Rot-proof, fire-resistant boards that are painted on site.",
          "8-1/4 in boards, factory primed",
          "Painting is entered on the Painting step",
        ),
      },
      {
        name: "Better: fiber cement lap, prefinished",
        material: 245,
        description: card("The color is baked on at the factory.", "Finish warranty 15 years", "Touch-up kit included"),
      },
      {
        name: "Best: fiber cement lap and shingle, prefinished",
        material: 310,
        description: card(
          "Lap siding with shingle panels on upper walls.",
          "Finish warranty 15 years, board warranty 30 years",
          "Joint flashing behind every butt joint",
        ),
      },
    ],
    labor: [330, 380],
    colors: PREFINISHED_COLORS,
    reveals: ["4 in", "5 in", "6 in", "7 in"],
  },
  {
    name: "Engineered wood",
    packages: [
      {
        name: "Good: engineered wood lap, primed",
        material: 205,
        description: card(
          "Treated wood strand boards, light and quick to put up.",
          "8 in boards of 16 ft, factory primed",
          "Painting is entered on the Painting step",
        ),
      },
      {
        name: "Better: engineered wood lap, prefinished",
        material: 275,
        description: card(
          "Two coats of color from the factory.",
          "Finish warranty 15 years",
          "50-year limited warranty",
        ),
      },
      {
        name: "Best: engineered wood lap, variegated stain",
        material: 345,
        description: card(
          "The look of stained cedar without its upkeep.",
          "Two-tone finish",
          "50-year limited warranty, 5 years with labor",
        ),
      },
    ],
    labor: [300, 345],
    colors: PREFINISHED_COLORS,
    reveals: ["5 in", "6 in", "6.875 in"],
  },
  {
    name: "Cedar",
    packages: [
      {
        name: "Good: white cedar shingles",
        material: 480,
        description: card("Shingles that weather to silver gray.", "16 in at 5 in exposure", "No finish needed"),
      },
      {
        name: "Better: red cedar bevel, primed",
        material: 499,
        description: card(
          "Clear, smooth boards for paint or solid stain.",
          "1 x 8 bevel at 6.25 in exposure",
          "Primed on all sides",
        ),
      },
      {
        name: "Best: red cedar bevel, clear vertical grain",
        material: 690,
        description: card(
          "The finest boards, finished to be seen.",
          "Clear vertical grain",
          "Two coats of transparent stain from the factory",
        ),
      },
    ],
    labor: [420, 480],
    colors: ["Natural cedar", "Silver gray", "Honey", "Walnut", "Primed, to be painted"],
    reveals: ["4.5 in", "5 in", "6.25 in", "8.25 in"],
  },
];

/** Every siding color, for panels, corners and accents. */
export const SIDING_COLORS: readonly StarterOption[] = [
  { name: "White", swatch: "#f5f5f2" },
  { name: "Linen", swatch: "#ece3d0" },
  { name: "Sandstone", swatch: "#cfc3ad" },
  { name: "Wheat", swatch: "#dcc79a" },
  { name: "Clay", swatch: "#b9a88f" },
  { name: "Cypress", swatch: "#8f9a80" },
  { name: "Sage", swatch: "#9aa78d" },
  { name: "Harbor blue", swatch: "#7f97a8" },
  { name: "Slate gray", swatch: "#7c8388" },
  { name: "Charcoal", swatch: "#46494c" },
  { name: "Barn red", swatch: "#7d2d2a" },
  { name: "Deep navy", swatch: "#25324a" },
  { name: "Natural cedar", swatch: "#b97f4c" },
  { name: "Silver gray", swatch: "#a9a9a2" },
  { name: "Honey", swatch: "#c8954f" },
  { name: "Walnut", swatch: "#5d4230" },
  { name: "Primed, to be painted", swatch: "#e9e7df" },
];

const installation = (material: string, isHigh: boolean): string =>
  `${material}, ${isHigh ? "two stories and higher" : "one story"}`;

export const INSTALLATION_OPTIONS: readonly StarterOption[] = SIDING_MATERIALS.flatMap(
  ({ name, labor: [low, high] }) => [
    { name: installation(name, false), labor: low },
    { name: installation(name, true), labor: high },
  ],
);

export const PACKAGE_OPTIONS: readonly StarterOption[] = SIDING_MATERIALS.flatMap(({ packages }) => packages);

export const REVEALS: readonly string[] = [...new Set(SIDING_MATERIALS.flatMap(({ reveals }) => reveals))];

const byMaterial = (offered: (material: SidingMaterial) => readonly string[]): Record<string, readonly string[]> =>
  Object.fromEntries(SIDING_MATERIALS.map((material) => [material.name, offered(material)]));

export const OFFERED_BY_MATERIAL = {
  packages: byMaterial(({ packages }) => packages.map(({ name }) => name)),
  installation: byMaterial(({ name }) => [installation(name, false), installation(name, true)]),
  colors: byMaterial(({ colors }) => colors),
  reveals: byMaterial(({ reveals }) => reveals),
} as const;
