import { describe, expect, test } from "vitest";
import { figuresText } from "./plane-texts.ts";
import { hasTypedPlane, NO_ROOF, planeAfter, readPlane, restoreRoof, type TypedPlane } from "./roof-draft.ts";

const typed = (given: Partial<TypedPlane>): TypedPlane => ({
  kind: "gableSide",
  length: "40",
  width: "30",
  rise: "6",
  otherRise: "",
  count: "2",
  ...given,
});

describe("a typed plane", () => {
  test("[MEASURE-18] accepts fractions, and a pitch in several notations", () => {
    const { plane, problems } = readPlane(typed({ length: "40 1/2", rise: "8/12" }), "slope");
    expect(plane).toEqual({ kind: "gableSide", length: 40.5, width: 30, rise: 8, count: 2 });
    expect(problems).toEqual({});
  });

  test("[MEASURE-18] reads the other pitch if the kind has one, and defaults to the plane's own", () => {
    const hip = typed({ kind: "hipSide", length: "80", otherRise: "9/12" });
    expect(readPlane(hip, "slope").plane?.otherRise).toBe(9);
    expect(readPlane({ ...hip, otherRise: "" }, "slope").plane?.otherRise).toBeUndefined();
    expect(readPlane({ ...hip, otherRise: "steep" }, "slope")).toEqual({
      plane: undefined,
      problems: { otherRise: "The other pitch must be a number." },
    });
    expect(readPlane({ ...hip, kind: "shed", otherRise: "steep" }, "slope").plane?.kind).toBe("shed");
  });

  test("[MEASURE-18] is incomplete, not invalid, while something is missing", () => {
    expect(readPlane(typed({ width: "", rise: "" }), "slope")).toEqual({ plane: undefined, problems: {} });
  });

  test.each([
    [{ width: "0" }, { width: "Width must be above 0." }],
    [{ rise: "40/12" }, { rise: "Pitch must be at most 24/12." }],
    [{ length: "wide" }, { length: "Length must be a number." }],
    [{ count: "1.5" }, { count: "Count must be 1 to 50." }],
  ])("[MEASURE-18] reports %j at its field", (given, problems) => {
    expect(readPlane(typed(given), "slope")).toEqual({ plane: undefined, problems });
  });

  test.each([
    ["a roof as it begins", false, NO_ROOF.planes],
    ["an empty plane more", false, [...NO_ROOF.planes, planeAfter(NO_ROOF.planes)]],
    ["a plane of spaces", false, [typed({ length: " ", width: "", rise: "" })]],
    ["one number", true, [...NO_ROOF.planes, typed({ length: "", width: "30", rise: "" })]],
    ["what is no number yet", true, [typed({ length: "4o", width: "", rise: "" })]],
  ])("[MEASURE-18] counts %s as typed: %s", (_what, isTyped, planes) => {
    expect(hasTypedPlane({ basis: "slope", planes })).toBe(isTyped);
  });

  test("[MEASURE-18] is restored from the device as typed, without unknown values of other releases", () => {
    const roof = { basis: "plan", planes: [typed({ width: "3o" })] };
    expect(restoreRoof(JSON.parse(JSON.stringify(roof)) as Record<string, unknown>)).toEqual(roof);
    const planes = [null, 7, { kind: "dome" }, { kind: "shed", length: 4 }];
    expect(restoreRoof({ planes })).toEqual({
      basis: "slope",
      planes: [{ kind: "shed", length: "", width: "", rise: "", otherRise: "", count: "" }],
    });
    expect(restoreRoof({})).toEqual(NO_ROOF);
    expect(planeAfter([typed({ rise: "8" })]).rise).toBe("8");
  });

  test("[MEASURE-17] formats its figures", () => {
    const none = { hips: 0, valleys: 0, flashing: 0 };
    expect(figuresText({ area: 2_400, eaves: 80, rakes: 120, ridges: 40, ...none })).toBe(
      "2,400 sq ft: eaves 80 ft, rakes 120 ft, ridges 40 ft",
    );
  });
});
