import { expect, test } from "vitest";
import { patternOf } from "#features/estimate/packages/picture-pattern.ts";

test.each([
  { workflowId: 1, name: "Good: three-tab", pattern: "tabs" },
  { workflowId: 1, name: "Better: architectural", pattern: "laminated" },
  { workflowId: 1, name: "Best: designer", pattern: "slabs" },
  { workflowId: 1, name: "Standing seam steel, 24 gauge", pattern: "seams" },
  { workflowId: 1, name: "Cedar shakes, hand-split", pattern: "shakes" },
  { workflowId: 2, name: "Good: vinyl .040 in, double 4", pattern: "laps" },
  { workflowId: 2, name: "Good: white cedar shingles", pattern: "shakes" },
  { workflowId: 3, name: "Best: composite", pattern: "panes" },
])("[PKG-13] without a picture, $name is drawn as $pattern", ({ workflowId, name, pattern }) => {
  expect(patternOf({ workflowId, name })).toBe(pattern);
});
