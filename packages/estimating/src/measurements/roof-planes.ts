import { roundTo, withoutNoise } from "#rounding.ts";
import type { Measured, MeasuredPitch, MeasurementSet } from "./measurement-set.ts";
import type { MeasurementName } from "./measurements.ts";

/*
 * Calculates a roof from its planes, for measuring by hand. Adjacent planes share edges: each counts half of its ridge and hips, so that
 * both together give the whole.
 */

export const PLANE_KINDS = ["gableSide", "hipSide", "hipEnd", "wingSide", "shed", "shedAtWall"] as const;
export type PlaneKind = (typeof PLANE_KINDS)[number];

/** Whether widths were measured up the slope, with a tape on the roof, or flat, from a plan or an aerial picture. */
export type WidthBasis = "slope" | "plan";

export interface RoofPlane {
  readonly kind: PlaneKind;
  /** Feet along the eave. */
  readonly length: number;
  /** Feet from the eave to the top, on the slope or flat. */
  readonly width: number;
  /** Inches of rise per foot of run; 0 is flat. */
  readonly rise: number;
  /**
   * The rise of the planes on the other side of a hip or valley: at the ends for `hipSide`, of the main roof for `wingSide`. Defaults to
   * `rise`.
   */
  readonly otherRise?: number | undefined;
  readonly count: number;
}

/** Feet and square feet of one plane; half of its shared edges. */
export interface PlaneFigures {
  /** From eave to top, flat and on the slope. */
  readonly run: number;
  readonly slope: number;
  /** Along the top; 0 for a hip end, which ends in a point. */
  readonly top: number;
  readonly area: number;
  readonly eaves: number;
  readonly rakes: number;
  readonly ridges: number;
  readonly hips: number;
  readonly valleys: number;
  readonly flashing: number;
}

const MAX_RISE = 24;
const MAX_PLANE_FEET = 1_000;
export const MAX_PLANES = 40;
const MAX_COUNT = 50;

/** Slope length / plan length: 1.25 at 9/12. */
export const slopeFactor = (rise: number): number => Math.hypot(1, rise / 12);

type PlaneProblems = Partial<Record<keyof RoofPlane, string>>;

/** The invalid members of a plane with their problems; empty if it is valid. */
export function problemsOfPlane(plane: RoofPlane, basis: WidthBasis): PlaneProblems {
  const problems: PlaneProblems = {};
  for (const member of ["length", "width"] as const) {
    const label = member === "length" ? "Length" : "Width";
    if (!(plane[member] > 0)) problems[member] = `${label} must be above 0.`;
    else if (plane[member] > MAX_PLANE_FEET)
      problems[member] = `${label} must be at most ${String(MAX_PLANE_FEET)} ft.`;
  }
  if (!(plane.rise >= 0)) problems.rise = "Pitch must be at least 0.";
  else if (plane.rise > MAX_RISE) problems.rise = `Pitch must be at most ${String(MAX_RISE)}/12.`;
  if (hasOtherRise(plane.kind) && plane.otherRise !== undefined) {
    if (!(plane.otherRise > 0)) problems.otherRise = "The other pitch must be above 0.";
    else if (plane.otherRise > MAX_RISE) problems.otherRise = `The other pitch must be at most ${String(MAX_RISE)}/12.`;
  }
  if (!Number.isInteger(plane.count) || plane.count < 1 || plane.count > MAX_COUNT)
    problems.count = `Count must be 1 to ${String(MAX_COUNT)}.`;
  if (Object.keys(problems).length > 0 || plane.kind !== "hipSide") return problems;
  const reach = reachOf(plane, runOf(plane, basis));
  return withoutNoise(plane.length - 2 * reach) < 0
    ? {
        length: `Between its hips this plane would end in a point: at least ${String(roundTo(2 * reach, 2))} ft, or it is a hip end.`,
      }
    : problems;
}

/** Whether a plane of this kind has hips or a valley, whose other side may have another pitch. */
export const hasOtherRise = (kind: PlaneKind): boolean => kind === "hipSide" || kind === "wingSide";

const otherRiseOf = ({ rise, otherRise }: RoofPlane): number => otherRise ?? rise;

/** The extent of a hip or valley along the eave, in flat feet: where the other pitch has risen as much. 45° for equal pitches. */
const reachOf = (plane: RoofPlane, run: number): number =>
  otherRiseOf(plane) === plane.rise ? run : (run * plane.rise) / otherRiseOf(plane);

const runOf = ({ width, rise }: RoofPlane, basis: WidthBasis): number =>
  basis === "plan" ? width : width / slopeFactor(rise);

/** The area of the main roof beyond the corner that a wing covers, in square feet: in plan, as much as the wing adds there. */
function coveredByWing(plane: RoofPlane, basis: WidthBasis): number {
  if (plane.kind !== "wingSide") return 0;
  const run = runOf(plane, basis);
  return ((run * reachOf(plane, run)) / 2) * slopeFactor(otherRiseOf(plane));
}

/** The figures of one valid plane, without its count. Eaves that meet in a corner have the same height. */
export function planeFigures(plane: RoofPlane, basis: WidthBasis): PlaneFigures {
  const { kind, length, width, rise } = plane;
  const run = runOf(plane, basis);
  const slope = basis === "slope" ? width : width * slopeFactor(rise);
  const reach = reachOf(plane, run);
  const none = { run, slope, top: length, area: length * slope, eaves: length, rakes: 2 * slope };
  const edges = { ridges: 0, hips: 0, valleys: 0, flashing: 0 };
  switch (kind) {
    case "gableSide":
      return { ...none, ...edges, ridges: length / 2 };
    case "shed":
      return { ...none, ...edges };
    case "shedAtWall":
      return { ...none, ...edges, flashing: length };
    case "hipEnd":
      return { ...none, ...edges, top: 0, area: (length * slope) / 2, rakes: 0, hips: Math.hypot(length / 2, slope) };
    case "hipSide": {
      const top = Math.max(0, withoutNoise(length - 2 * reach));
      return {
        ...none,
        ...edges,
        top,
        area: ((length + top) / 2) * slope,
        rakes: 0,
        ridges: top / 2,
        hips: Math.hypot(reach, slope),
      };
    }
    case "wingSide":
      // Subtracts what it covers of the main roof, which has no eave below it.
      return {
        ...none,
        ...edges,
        top: length + reach,
        area: (length + reach / 2) * slope - coveredByWing(plane, basis),
        eaves: length - run,
        rakes: slope,
        ridges: (length + reach) / 2,
        valleys: Math.hypot(reach, slope),
      };
  }
}

const EDGES = {
  area: "roofArea",
  eaves: "eaves",
  rakes: "rakes",
  ridges: "ridges",
  hips: "hips",
  valleys: "valleys",
  flashing: "flashing",
} as const satisfies Partial<Record<keyof PlaneFigures, MeasurementName>>;

type Edge = keyof typeof EDGES;
const EDGE_NAMES = Object.keys(EDGES) as Edge[];

/** Feet of all edges and square feet of all planes. */
export type RoofTotals = Readonly<Record<Edge, number>>;

export function roofTotals(planes: readonly RoofPlane[], basis: WidthBasis): RoofTotals {
  const totals = { area: 0, eaves: 0, rakes: 0, ridges: 0, hips: 0, valleys: 0, flashing: 0 };
  for (const plane of planes) {
    const figures = planeFigures(plane, basis);
    for (const edge of EDGE_NAMES) totals[edge] += figures[edge] * plane.count;
  }
  // A wing wider than the planes' length removes more eave than there is.
  for (const edge of EDGE_NAMES) totals[edge] = Math.max(0, roundTo(totals[edge], 2));
  return totals;
}

const MAX_PATH = 150;

/** "planes 1, 2": the planes that have an edge. */
function planesWith(planes: readonly RoofPlane[], basis: WidthBasis, edge: Edge): string {
  const numbers = planes.flatMap((plane, index) => (planeFigures(plane, basis)[edge] === 0 ? [] : [index + 1]));
  const text = `${numbers.length === 1 ? "plane" : "planes"} ${numbers.join(", ")}`;
  return numbers.length === 0 ? "no plane has any" : text.length > MAX_PATH ? `${text.slice(0, MAX_PATH)}…` : text;
}

/**
 * The measurements of valid planes (`problemsOfPlane`), for the table that Hover's measurements also fill. A roof without hips has 0 ft of
 * hips, because all planes are known. Flashing is only there if a plane ends at a wall.
 */
export function measureRoof(planes: readonly RoofPlane[], basis: WidthBasis): MeasurementSet {
  const totals = roofTotals(planes, basis);
  const values = new Map<MeasurementName, Measured>();
  for (const edge of EDGE_NAMES)
    if (edge !== "flashing" || totals.flashing > 0)
      values.set(EDGES[edge], { value: totals[edge], path: planesWith(planes, basis, edge) });
  const areas = new Map<number, number>();
  const addTo = (rise: number, area: number): void => void areas.set(rise, (areas.get(rise) ?? 0) + area);
  for (const plane of planes) {
    const covered = coveredByWing(plane, basis) * plane.count;
    addTo(plane.rise, planeFigures(plane, basis).area * plane.count + covered);
    addTo(otherRiseOf(plane), -covered);
  }
  const pitches = [...areas]
    .map(([rise, area]): MeasuredPitch => ({ rise, area: roundTo(area, 2) }))
    // A main roof that was not entered only has the part covered by wings.
    .filter(({ area }) => area > 0)
    .sort((one, other) => one.rise - other.rise);
  const source = { kind: "roof", label: "Roof calculator", address: "", jobId: null } as const;
  return { source, values, pitches, windows: [], problems: [], unknown: [] };
}
