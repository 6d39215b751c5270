import type { RoofEdge } from "#features/estimate/drawings/roof-geometry.ts";

/** The roof edges that each length field of roofing's Decking & Underlayment step (2.§2.3) measures. */
const EDGES_BY_FIELD: Readonly<Record<string, readonly RoofEdge[]>> = {
  eaveLength: ["eave"],
  rakeEdgeLength: ["rake"],
  hipRidgeLength: ["hip", "ridge"],
  valleyLength: ["valley"],
  roofToWallFlashingLength: ["step"],
  flashingLength: ["flashing"],
};

const NO_EDGES: readonly RoofEdge[] = [];

/** The length fields of the roof drawing, in the order of their step. */
export const ROOF_LENGTHS = Object.keys(EDGES_BY_FIELD);

/** The edges that a field measures; empty for other fields. */
export const edgesOfField = (fieldKey: string): readonly RoofEdge[] => EDGES_BY_FIELD[fieldKey] ?? NO_EDGES;

/** Explains an edge to people who are new to roofs. */
export const EDGE_WORDS: Readonly<Record<RoofEdge, string>> = {
  eave: "Eaves: the lower edges, where the gutters hang",
  rake: "Rakes: the sloped edges of a gable",
  hip: "Hips and ridges: where two slopes meet at the top",
  ridge: "Hips and ridges: where two slopes meet at the top",
  valley: "Valleys: where two slopes meet and the water runs together",
  step: "Roof to wall: a slope that runs up along a wall",
  flashing: "Flashing: the upper edge of a slope against a wall",
};
