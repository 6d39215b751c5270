import { expect, test } from "vitest";
import {
  INSPECTED_WORKFLOWS,
  inspectEmptySteps,
  inspectFilledSteps,
  shareInspection,
} from "./support/inspect-steps.ts";
import { prepareJourney } from "./support/journey.ts";

/* The steps of roofing as `estimate-steps-accessibility.spec.ts` looks at those of the smaller workflows. */

const journey = prepareJourney();

const { roofing } = INSPECTED_WORKFLOWS;

const findInspection = shareInspection(journey, [roofing]);

test("[EST-31][ROUTE-30] every step of roofing, filled and with errors", async () => {
  expect(await inspectFilledSteps(await findInspection(), roofing)).toEqual([]);
});

test("[EST-31][ROUTE-30] every step of roofing, empty", async () => {
  expect(await inspectEmptySteps(await findInspection(), roofing)).toEqual([]);
});
