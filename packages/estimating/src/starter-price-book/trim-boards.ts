import type { StarterConversions, StarterOption, StarterVariant } from "./define-starter.ts";

/*
 * Boards around windows, corners and eaves: siding's Trim step and the trim category's composite trim. A board's cost depends on type and
 * size; conversion 1 is its length in feet.
 */

const SIZES = ["1 x 4", "1 x 6", "1 x 8", "1 x 10", "1 x 12"] as const;

interface BoardType {
  readonly name: string;
  readonly feet: number;
  readonly laborPerFoot: number;
  /** Material cost per board, in the order of the sizes. */
  readonly material: readonly number[];
}

const BOARD_TYPES: readonly BoardType[] = [
  { name: "PVC 3/4 in, 12 ft", feet: 12, laborPerFoot: 5.5, material: [24, 37, 50, 64, 78] },
  { name: "PVC 3/4 in, 18 ft", feet: 18, laborPerFoot: 5.5, material: [36, 55.5, 75, 96, 117] },
  { name: "PVC 5/4 in, 12 ft", feet: 12, laborPerFoot: 6, material: [32.4, 50, 67.5, 86.4, 105.3] },
  { name: "Fiber cement 5/4 in, 12 ft", feet: 12, laborPerFoot: 6, material: [17, 25, 33, 42, 51] },
  { name: "Engineered wood 5/4 in, 16 ft", feet: 16, laborPerFoot: 5.5, material: [21, 31, 42, 54, 66] },
  { name: "Primed pine 3/4 in, 16 ft", feet: 16, laborPerFoot: 5, material: [19, 29, 38, 51, 64] },
  { name: "Cedar 3/4 in, 16 ft", feet: 16, laborPerFoot: 5.5, material: [34, 51, 70, 92, 118] },
];

const conversionsOf = (feet: number): StarterConversions => [feet];

export const BOARD_SIZES: readonly string[] = SIZES;

/** Without a size, a board costs as much as its 1 x 6. */
const USUAL_SIZE = SIZES.indexOf("1 x 6");

export const BOARD_OPTIONS: readonly StarterOption[] = BOARD_TYPES.map(({ name, feet, laborPerFoot, material }) => ({
  name,
  material: material[USUAL_SIZE] ?? 0,
  labor: feet * laborPerFoot,
  conversions: conversionsOf(feet),
}));

/** The cost of each type by the size chosen at `sizeKey`. */
export const boardVariants = <Key extends string>(sizeKey: Key): readonly StarterVariant<Key>[] =>
  BOARD_TYPES.flatMap(({ name, feet, laborPerFoot, material }) =>
    SIZES.map((size, index) => ({
      option: name,
      when: { [sizeKey]: size } as { readonly [Parent in Key]?: string },
      material: material[index] ?? 0,
      labor: feet * laborPerFoot,
    })),
  );

/** Colors of trim boards; the maker paints all but white. */
export const BOARD_COLORS: readonly StarterOption[] = [
  { name: "White", swatch: "#f5f5f2" },
  { name: "Sandstone", swatch: "#cfc3ad" },
  { name: "Clay", swatch: "#b9a88f" },
  { name: "Slate gray", swatch: "#7c8388" },
  { name: "Bronze", swatch: "#4a3c31" },
  { name: "Black", swatch: "#1d1d1b" },
  { name: "Primed, to be painted", swatch: "#e9e7df" },
  { name: "Natural wood", swatch: "#b88a57" },
];
