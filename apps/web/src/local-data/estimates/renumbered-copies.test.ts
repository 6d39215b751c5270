import { describe, expect, test } from "vitest";
import { findRenumberedCopies } from "./renumbered-copies.ts";

const copy = (workflowEstimateId: number, name: string, workflowId: 1 | 4 = 1) => ({
  workflowId,
  workflowEstimateId,
  name,
});
const holding = (...duplicateWorkflows: ReturnType<typeof copy>[]) => ({ duplicateWorkflows });

describe("[OP-33] a further copy stands under another number", () => {
  test("when another one is in its place and its name is beside it", () => {
    expect(
      findRenumberedCopies(holding(copy(2, "Garage"), copy(2, "", 4)), {
        duplicateWorkflows: [copy(2, "Shed"), copy(3, "Garage"), copy(2, "", 4)],
      }),
    ).toEqual([{ from: { workflowId: 1, workflowEstimateId: 2 }, to: { workflowId: 1, workflowEstimateId: 3 } }]);
  });

  test.each([
    { how: "when it is renamed", after: [copy(2, "Shed")] },
    { how: "when it is gone", after: [copy(3, "Garage")] },
    { how: "when another one is added beside it", after: [copy(2, "Garage"), copy(3, "Garage")] },
    { how: "when it is renamed as another workflow's copy", after: [copy(2, "Shed"), copy(3, "Garage", 4)] },
  ])("not $how", ({ after }) => {
    expect(findRenumberedCopies(holding(copy(2, "Garage")), holding(...after))).toEqual([]);
  });

  test("not when it is renamed and its name is another one's that was there", () => {
    expect(
      findRenumberedCopies(holding(copy(2, "Garage"), copy(3, "Shed")), holding(copy(2, "Shed"), copy(3, "Garage"))),
    ).toEqual([]);
  });
});
