import { expect, test } from "vitest";
import {
  INSPECTED_WORKFLOWS,
  inspectEmptySteps,
  inspectFilledSteps,
  shareInspection,
} from "./support/inspect-steps.ts";
import { prepareJourney } from "./support/journey.ts";

/* The steps of siding as `estimate-steps-accessibility.spec.ts` looks at those of the smaller workflows. */

const journey = prepareJourney();

const { siding } = INSPECTED_WORKFLOWS;

const findInspection = shareInspection(journey, [siding]);

test("[EST-31][ROUTE-31] every step of siding, filled and with errors", async () => {
  expect(await inspectFilledSteps(await findInspection(), siding)).toEqual([]);
});

test("[EST-31][ROUTE-31] every step of siding, empty", async () => {
  expect(await inspectEmptySteps(await findInspection(), siding)).toEqual([]);
});
