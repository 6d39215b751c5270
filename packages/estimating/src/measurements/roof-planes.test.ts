import { describe, expect, test } from "vitest";
import { measureRoof, planeFigures, problemsOfPlane, roofTotals, slopeFactor, type RoofPlane } from "./roof-planes.ts";

const plane = (given: Partial<RoofPlane>): RoofPlane => ({
  kind: "gableSide",
  length: 40,
  width: 30,
  rise: 6,
  count: 1,
  ...given,
});

describe("a roof from its planes", () => {
  test.each([
    { given: "1,800 sq ft of plan at 9/12, factor 1.25", plan: 1_800, length: 60, width: 30, rise: 9, area: 2_250 },
    // √(1 + (8/12)²) = 1.20185; tables that round it to 1.21 print 1,965.
    { given: "56 x 29 ft of plan at 8/12, factor 1.2019", plan: 1_624, length: 56, width: 29, rise: 8, area: 1_952 },
  ])("[MEASURE-17] $given is $area sq ft", ({ plan, length, width, rise, area }) => {
    expect(Math.round(plan * slopeFactor(rise))).toBe(area);
    expect(Math.round(roofTotals([plane({ length, width, rise })], "plan").area)).toBe(area);
  });

  test("[MEASURE-17] two planes of 40 x 30 ft on the slope are 24 squares, one ridge, two eaves and four rakes", () => {
    const totals = roofTotals([plane({ count: 2 })], "slope");
    expect(totals).toEqual({ area: 2_400, eaves: 80, rakes: 120, ridges: 40, hips: 0, valleys: 0, flashing: 0 });
  });

  test("[MEASURE-17] a hip roof of 40 x 30 ft at 6/12 has its plan times the factor, four hips and the ridge between", () => {
    const sides = plane({ kind: "hipSide", length: 40, width: 15, count: 2 });
    const ends = plane({ kind: "hipEnd", length: 30, width: 15, count: 2 });
    const totals = roofTotals([sides, ends], "plan");
    // 1,200 sq ft x √1.25 = 1,341.64. A hip spans 15 ft both ways and rises 7.5: √(225 + 225 + 56.25) = 22.5 ft.
    expect(totals).toEqual({ area: 1_341.64, eaves: 140, rakes: 0, ridges: 10, hips: 90, valleys: 0, flashing: 0 });
  });

  test("[MEASURE-17] a wing of 20 x 24 ft on a house of 60 x 30 ft: its plan, two valleys, and no eave where it joins", () => {
    const house = plane({ length: 60, width: 15, count: 2 });
    const wing = plane({ kind: "wingSide", length: 20, width: 12, count: 2 });
    const totals = roofTotals([house, wing], "plan");
    // (60 x 30 + 20 x 24) x √1.25 = 2,549.12. Eaves: 2 x 60 + 2 x 20 - 24. Ridge: 60 + 20 + 12. A valley spans 12 ft both ways and rises
    // 6: 18 ft. Rakes: 4 x 15 x 1.118 of the house and 2 x 12 x 1.118 of the wing.
    expect(totals).toEqual({ area: 2_549.12, eaves: 136, rakes: 93.91, ridges: 92, hips: 0, valleys: 36, flashing: 0 });
  });

  test("[MEASURE-17] a hip roof of 40 x 30 ft with sides of 6/12 and ends of 12/12 has the hips between two pitches", () => {
    // The ridge is 7.5 ft up, where the ends have gone 7.5 ft: the ridge is 40 - 15 ft long, and a hip spans 15 ft by 7.5 ft and rises 7.5.
    const sides = plane({ kind: "hipSide", length: 40, width: 15, otherRise: 12, count: 2 });
    const ends = plane({ kind: "hipEnd", length: 30, width: 7.5, rise: 12, count: 2 });
    const totals = roofTotals([sides, ends], "plan");
    // Area: sides 2 x (40 + 25) / 2 x 15 x √1.25 = 1,090.08, ends 2 x 30 x 7.5 / 2 x √2 = 318.20. Hips 4 x √(15² + 7.5² + 7.5²) = 73.48.
    expect(totals).toEqual({
      area: 1_408.28,
      eaves: 140,
      rakes: 0,
      ridges: 25,
      hips: 73.48,
      valleys: 0,
      flashing: 0,
    });
    expect(planeFigures(sides, "plan").hips).toBeCloseTo(planeFigures(ends, "plan").hips, 10);
    expect(problemsOfPlane({ ...sides, otherRise: 3 }, "plan").length).toContain("at least 60 ft");
    expect(problemsOfPlane({ ...sides, otherRise: 0 }, "plan").otherRise).toBe("The other pitch must be above 0.");
  });

  test("[MEASURE-17] a wing of 12/12 on a main roof of 6/12 reaches twice as far into it, and covers less than it adds", () => {
    const house = plane({ length: 60, width: 24, count: 2 });
    const wing = plane({ kind: "wingSide", length: 20, width: 10, rise: 12, otherRise: 6, count: 2 });
    const { values, pitches } = measureRoof([house, wing], "plan");
    // 10 ft up; the main roof is there after 20 ft. A valley spans 10 by 20 ft and rises 10: √600 = 24.49. Ridge 60 + 20 + 20.
    expect(values.get("valleys")?.value).toBe(48.99);
    expect(values.get("ridges")?.value).toBe(100);
    // Wing: 2 x (20 + 20 / 2) x 10 x √2 = 848.53. Main: 2 x 60 x 24 x √1.25 = 3,219.94, without 2 x 10 x 20 / 2 x √1.25 = 223.61.
    expect(pitches).toEqual([
      { rise: 6, area: 2_996.33 },
      { rise: 12, area: 848.53 },
    ]);
    expect(values.get("roofArea")?.value).toBe(3_844.86);
  });

  test("[MEASURE-17] a shed against a wall has flashing along it, one in the open nothing", () => {
    expect(planeFigures(plane({ kind: "shedAtWall" }), "slope")).toMatchObject({ flashing: 40, ridges: 0, rakes: 60 });
    expect(planeFigures(plane({ kind: "shed" }), "slope")).toMatchObject({ flashing: 0, ridges: 0 });
  });

  test("[MEASURE-17] measured flat or on the slope gives the same roof", () => {
    const flat = planeFigures(plane({ width: 30, rise: 9 }), "plan");
    const sloped = planeFigures(plane({ width: 37.5, rise: 9 }), "slope");
    expect([flat.slope, flat.area]).toEqual([37.5, 1_500]);
    expect(sloped).toEqual(flat);
  });

  test.each([
    { given: "width 0", of: { width: 0 }, problem: { width: "Width must be above 0." } },
    { given: "no length", of: { length: Number.NaN }, problem: { length: "Length must be above 0." } },
    { given: "pitch 40/12", of: { rise: 40 }, problem: { rise: "Pitch must be at most 24/12." } },
    { given: "half a plane", of: { count: 0.5 }, problem: { count: "Count must be 1 to 50." } },
    { given: "a mile", of: { length: 5_280 }, problem: { length: "Length must be at most 1000 ft." } },
  ])("[MEASURE-18] $given is refused at its field", ({ of, problem }) => {
    expect(problemsOfPlane(plane(of), "slope")).toEqual(problem);
  });

  test("[MEASURE-18] the sides of a hip roof are longer than it is wide; a pyramid is all hip ends or just as long", () => {
    const side = plane({ kind: "hipSide", length: 30, width: 15, rise: 6 });
    expect(problemsOfPlane(side, "plan")).toEqual({});
    expect(problemsOfPlane({ ...side, width: 16 }, "plan").length).toContain("at least 32 ft");
  });

  test("[MEASURE-17] the set names its planes, and has what is not listed as measured 0", () => {
    const { values, pitches, source } = measureRoof([plane({ count: 2 }), plane({ rise: 8, length: 10 })], "slope");
    expect(values.get("roofArea")).toEqual({ value: 2_700, path: "planes 1, 2" });
    expect(values.get("hips")).toEqual({ value: 0, path: "no plane has any" });
    expect(values.has("flashing")).toBe(false);
    expect(pitches).toEqual([
      { rise: 6, area: 2_400 },
      { rise: 8, area: 300 },
    ]);
    expect(source.label).toBe("Roof calculator");
  });
});
