import { fieldByKey } from "@ridgebook/estimating";
import { expect, test } from "vitest";
import { edgesOfField, ROOF_LENGTHS } from "#features/estimate/drawings/edges-of-field.ts";
import { ROOF_EDGES, ROOF_FACES, ROOF_SIZE } from "#features/estimate/drawings/roof-geometry.ts";

test("[DRAW-01] draws only lengths of roofing, and has an edge for each", () => {
  const drawn = new Set(ROOF_EDGES.map(({ edge }) => edge));
  expect(ROOF_LENGTHS.map((key) => fieldByKey(1, key)?.unit)).toEqual(ROOF_LENGTHS.map(() => "FT"));
  const shown = new Set(ROOF_LENGTHS.flatMap(edgesOfField));
  expect(shown).toEqual(drawn);
});

test("[DRAW-01] treats hips and ridges as one length, and other fields as none", () => {
  expect(edgesOfField("hipRidgeLength")).toEqual(["hip", "ridge"]);
  expect(edgesOfField("totalRoofArea")).toEqual([]);
});

test("[DRAW-01] draws within its size", () => {
  const points = [...ROOF_FACES.flatMap(({ corners }) => corners), ...ROOF_EDGES.flatMap(({ from, to }) => [from, to])];
  for (const [x, y] of points) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThanOrEqual(ROOF_SIZE.width);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThanOrEqual(ROOF_SIZE.height);
  }
});
