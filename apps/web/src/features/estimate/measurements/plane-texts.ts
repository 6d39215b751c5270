import type { PlaneFigures, PlaneKind, RoofTotals } from "@ridgebook/estimating";
import { formatQuantity } from "#features/estimate/format.ts";

export const PLANE_LABELS: Readonly<Record<PlaneKind, string>> = {
  gableSide: "Side of a gable roof",
  hipSide: "Side of a hip roof",
  hipEnd: "End of a hip roof",
  wingSide: "Side of a wing that joins in a valley",
  shed: "Single slope",
  shedAtWall: "Single slope against a wall",
};

/** The edges that each kind of plane has, as a hint for the choice. */
export const PLANE_HINTS: Readonly<Record<PlaneKind, string>> = {
  gableSide: "A rectangle: eave, two rakes, and half of the ridge that it shares.",
  hipSide: "Between two hips: eave, and half of the ridge and of both hips.",
  hipEnd: "A triangle: eave, and half of both hips.",
  wingSide: "Length to the corner of the walls. The part of the main roof that it covers is taken off.",
  shed: "A rectangle: eave and two rakes.",
  shedAtWall: "A rectangle: eave, two rakes, and flashing along the wall.",
};

/** The label for the pitch on the other side of hips or a valley, for kinds that have them. */
export const OTHER_PITCH_LABELS: Readonly<Partial<Record<PlaneKind, string>>> = {
  hipSide: "Pitch of the hip ends",
  wingSide: "Pitch of the main roof",
};

const number = (value: number): string => formatQuantity(Math.round(value * 100) / 100);

/** "1,200 sq ft: eaves 40 ft, rakes 60 ft, ridges 20 ft" */
export function figuresText({ area, ...edges }: RoofTotals | PlaneFigures): string {
  const named = (["eaves", "rakes", "ridges", "hips", "valleys", "flashing"] as const).flatMap((edge) =>
    edges[edge] === 0 ? [] : [`${edge} ${number(edges[edge])} ft`],
  );
  return `${number(area)} sq ft${named.length === 0 ? "" : `: ${named.join(", ")}`}`;
}
