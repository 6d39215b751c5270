import { describe, expect, test } from "vitest";
import { patternOf, picturesTell } from "#features/estimate/packages/picture-pattern.ts";

test.each([
  { workflowId: 1, name: "Good: three-tab", pattern: "tabs" },
  { workflowId: 1, name: "Better: architectural", pattern: "laminated" },
  { workflowId: 1, name: "Best: designer", pattern: "slabs" },
  { workflowId: 1, name: "Standing seam steel, 24 gauge", pattern: "seams" },
  { workflowId: 1, name: "Cedar shakes, hand-split", pattern: "shakes" },
  { workflowId: 2, name: "Good: vinyl .040 in, double 4", pattern: "laps" },
  { workflowId: 2, name: "Good: white cedar shingles", pattern: "shakes" },
  { workflowId: 3, name: "Best: composite", pattern: "panes" },
])("[PKG-13] draws $name without a picture as $pattern", ({ workflowId, name, pattern }) => {
  expect(patternOf({ workflowId, name })).toBe(pattern);
});

describe("pictures of packages beside each other", () => {
  const drawn = (...names: readonly string[]) => names.map((name) => ({ name, imageUrl: undefined }));
  const shingles = drawn("Good: three-tab", "Better: architectural", "Best: designer");
  const metal = drawn("Steel, 26 gauge", "Standing seam steel, 24 gauge");
  const windows = drawn("Good: builder vinyl", "Better: premium vinyl", "Best: composite");

  test.each([
    { given: "different drawings", workflowId: 1, packages: shingles, are: "shown" },
    { given: "two alike and another one", workflowId: 1, packages: [...metal, ...drawn("Cedar shakes")], are: "shown" },
    { given: "one drawing alone", workflowId: 3, packages: windows.slice(0, 1), are: "shown" },
    {
      given: "a picture of the price book among them",
      workflowId: 3,
      packages: [...windows.slice(1), { name: "Wood", imageUrl: "/api/files/1" }],
      are: "shown",
    },
    { given: "the same drawing for all", workflowId: 3, packages: windows, are: "left out" },
    { given: "the same words in all names", workflowId: 1, packages: metal, are: "left out" },
  ])("[PKG-13] $given: they are $are", ({ workflowId, packages, are }) => {
    expect(picturesTell({ workflowId, packages })).toBe(are === "shown");
  });
});
