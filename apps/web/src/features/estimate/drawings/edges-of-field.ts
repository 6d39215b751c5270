import type { RoofEdge } from "#features/estimate/drawings/roof-geometry.ts";

/** The lengths of roofing's Decking & Underlayment step (2.§2.3), by field key: which edges of the roof they add up. */
const EDGES_BY_FIELD: Readonly<Record<string, readonly RoofEdge[]>> = {
  eaveLength: ["eave"],
  rakeEdgeLength: ["rake"],
  hipRidgeLength: ["hip", "ridge"],
  valleyLength: ["valley"],
  roofToWallFlashingLength: ["step"],
  flashingLength: ["flashing"],
};

const NO_EDGES: readonly RoofEdge[] = [];

/** The fields whose lengths the roof drawing can show, in the order of their step. */
export const ROOF_LENGTHS = Object.keys(EDGES_BY_FIELD);

/** The edges that a field's length means; none for any other field. */
export const edgesOfField = (fieldKey: string): readonly RoofEdge[] => EDGES_BY_FIELD[fieldKey] ?? NO_EDGES;

/** The first of them, where one is enough. */
export const edgeOfField = (fieldKey: string): RoofEdge | null => edgesOfField(fieldKey)[0] ?? null;

/** What an edge is, for somebody who is new to roofs. */
export const EDGE_WORDS: Readonly<Record<RoofEdge, string>> = {
  eave: "Eaves: the lower edges, where the gutters hang",
  rake: "Rakes: the sloped edges of a gable",
  hip: "Hips and ridges: where two slopes meet at the top",
  ridge: "Hips and ridges: where two slopes meet at the top",
  valley: "Valleys: where two slopes meet and the water runs together",
  step: "Roof to wall: a slope that runs up along a wall",
  flashing: "Flashing: the upper edge of a slope against a wall",
};
