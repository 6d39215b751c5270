import {
  defaultLines,
  indexPriceBook,
  isTakeable,
  measuredRows,
  openForm,
  readHoverMeasurements,
  takeMeasurements,
  temporaryIds,
  topLevelFields,
} from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { describe, expect, test } from "vitest";
import { hoverFixture } from "#features/estimate/measurements/testing/hover-fixture.ts";
import { findRemeasured, HOVER, readModels } from "./find-remeasured.ts";
import { withTaken } from "./taken-measurements.ts";

const ROOFING = 1;
const MEASURED_TIME = "2026-11-24T09:20:00.000Z";
const TAKEN_TIME = "2026-11-12T09:20:00.000Z";

/** A roof that was filled from the sample, and what was kept of it. */
function filledRoof() {
  const book = indexPriceBook(starterPriceBook);
  const nextId = temporaryIds();
  const values = openForm({
    workflowId: ROOFING,
    book,
    nextId,
    values: defaultLines({ fields: topLevelFields(ROOFING), book, nextId }),
  });
  const form = { workflowId: ROOFING, values, book, nextId };
  const { set } = readHoverMeasurements(hoverFixture("sample"));
  if (!set) throw new Error("The sample cannot be read.");
  const rows = measuredRows(form, set).filter(isTakeable);
  const taken = withTaken([], rows, { source: HOVER, takenTime: TAKEN_TIME });
  return { context: { ...form, values: takeMeasurements(form, rows) }, taken };
}

const models = (...names: readonly ("sample" | "remeasured")[]) =>
  readModels(names.map((name) => ({ document: hoverFixture(name), measuredTime: MEASURED_TIME })));

describe("[MEASURE-20] a house that was measured again", () => {
  test("counts the taken values that differ", () => {
    const { context, taken } = filledRoof();
    // 13 rows were taken; area, the pitch of most area, eaves, ridge, fascia and gutters are others now.
    expect(findRemeasured(context, taken, models("remeasured"))).toMatchObject({
      different: 6,
      taken: 13,
      isNewer: true,
      measuredTime: MEASURED_TIME,
      takenTime: TAKEN_TIME,
    });
  });

  test("is not reported if it is the same, nothing was taken, or the source was a file", () => {
    const { context, taken } = filledRoof();
    expect(findRemeasured(context, taken, models("sample"))).toBeUndefined();
    expect(findRemeasured(context, [], models("remeasured"))).toBeUndefined();
    const fromFile = taken.map((each) => ({ ...each, source: "roof.csv" }));
    expect(findRemeasured(context, fromFile, models("remeasured"))).toBeUndefined();
    expect(findRemeasured(context, taken, readModels([{ document: "garbage", measuredTime: null }]))).toBeUndefined();
  });

  test("assumes that the model which agrees is the one that was taken", () => {
    const { context, taken } = filledRoof();
    expect(findRemeasured(context, taken, models("remeasured", "sample"))).toBeUndefined();
  });
});
