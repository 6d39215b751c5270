import { describe, expect, test } from "vitest";
import { EDIT_KINDS, KILL_KINDS, planDay, type DayStep } from "./plan-day.ts";
import { LINE_FAILURES } from "./unreliable-line.ts";

const FULL = { flips: 100, kills: 20, edits: 60, signatures: 3, seed: 1 };

const ofKind = <Kind extends DayStep["kind"]>(steps: readonly DayStep[], kind: Kind) =>
  steps.filter((step): step is Extract<DayStep, { kind: Kind }> => step.kind === kind);

describe("the plan of a field day", () => {
  test("[SYNC-50] holds exactly what was asked for, of every kind", () => {
    const steps = planDay(FULL);
    const edits = ofKind(steps, "edit");
    const kills = edits.flatMap(({ killed }) => killed ?? []);
    expect(ofKind(steps, "lose")).toHaveLength(100);
    expect(ofKind(steps, "regain")).toHaveLength(100);
    expect(edits).toHaveLength(60);
    expect(kills).toHaveLength(20);
    expect(ofKind(steps, "sign")).toHaveLength(3);
    expect(ofKind(steps, "restart")).toHaveLength(1);
    expect(new Set(ofKind(steps, "lose").map(({ how }) => how))).toEqual(new Set(LINE_FAILURES));
    expect(new Set(edits.map(({ what }) => what))).toEqual(new Set(EDIT_KINDS));
    expect(new Set(kills.map(({ kind }) => kind))).toEqual(new Set(KILL_KINDS));
    expect(new Set(edits.map(({ tab }) => tab))).toEqual(new Set([0, 1]));
  });

  test("[SYNC-50] is the same for the same seed, and another for another", () => {
    expect(planDay(FULL)).toEqual(planDay(FULL));
    expect(planDay({ ...FULL, seed: 2 })).not.toEqual(planDay(FULL));
  });

  test("[SYNC-50] alternately loses the line and gets it back", () => {
    const turns = planDay(FULL).filter(({ kind }) => kind === "lose" || kind === "regain");
    expect(turns.every(({ kind }, index) => kind === (index % 2 === 0 ? "lose" : "regain"))).toBe(true);
  });

  test("[SYNC-50] kills the server right after work without it", () => {
    for (const seed of [1, 2, 3]) {
      const steps = planDay({ ...FULL, seed });
      const at = steps.findIndex(({ kind }) => kind === "restart");
      expect(steps.slice(at - 4, at).map(({ kind }) => kind === "edit" || kind === "sign")).toEqual([
        true,
        true,
        true,
        false,
      ]);
      expect(steps[at - 1]?.kind).toBe("regain");
    }
  });

  test("more kills than edits are refused with a message", () => {
    expect(() => planDay({ ...FULL, kills: 61 })).toThrow("there must be as many edits as kills");
  });
});
