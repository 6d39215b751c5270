import { describe, test } from "vitest";
import { prepareJourney } from "./support/journey.ts";
import { LONG_WALKS, WALK_TIMEOUT_MS, walkWorkflow } from "./support/workflow-walk.ts";

/* The long walks; the others are in `estimate-smaller-workflows.spec.ts`. */

const journey = prepareJourney();

describe("from an empty lead to the finished last step", () => {
  test.each(LONG_WALKS)(
    "[$rule][EST-13][EST-14][EST-16][EST-25][MSG-06][SUM-07][SUM-12][OFF-17][OFF-18] $slug, without a network $lost: every step at its address, totals to the cent as of the price tool, and the same on the server once it is back",
    { timeout: WALK_TIMEOUT_MS },
    (walk) => walkWorkflow(journey, walk),
  );
});
