import { describe, expect, test } from "vitest";
import {
  INSPECTED_WORKFLOWS,
  inspectEmptySteps,
  inspectFilledSteps,
  shareInspection,
} from "./support/inspect-steps.ts";
import { prepareJourney } from "./support/journey.ts";

/*
 * Every step of windows, gutters, repairs, insulation and trim, on a phone and on a tablet, in both themes: axe finds nothing, nothing is wider than the
 * screen, and nothing smaller than a finger. Roofing and siding have separate files.
 */

const journey = prepareJourney();

const { windows, gutters, repairs, insulation, trim } = INSPECTED_WORKFLOWS;
const WORKFLOWS = [
  { rule: "ROUTE-32", ...windows },
  { rule: "ROUTE-34", ...gutters },
  { rule: "ROUTE-36", ...repairs },
  { rule: "ROUTE-37", ...insulation },
  { rule: "ROUTE-35", ...trim },
];

const findInspection = shareInspection(journey, WORKFLOWS);

describe.each(WORKFLOWS)("$slug", ({ rule, ...workflow }) => {
  test(`[EST-31][${rule}] every step, filled and with errors`, async () => {
    expect(await inspectFilledSteps(await findInspection(), workflow)).toEqual([]);
  });

  test(`[EST-31][${rule}] every step, empty`, async () => {
    expect(await inspectEmptySteps(await findInspection(), workflow)).toEqual([]);
  });
});
