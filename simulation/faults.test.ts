import { describe, expect, test } from "vitest";
import { createFaults, type FaultCounts } from "./faults.ts";
import { createSeededRandom } from "@ridgebook/testing/seeded-random";

const build = () => {
  const counts: FaultCounts = new Map();
  return { counts, faults: createFaults({ counts, random: createSeededRandom(1) }) };
};

describe("an armed fault", () => {
  test("strikes once, on its device, after the calls that come first", () => {
    const { faults, counts } = build();
    faults.arm({ site: "network", effect: "answerLost", device: 1, after: 2 });
    expect(faults.takeNetworkFault(0)).toBeUndefined();
    expect([1, 2, 3, 4].map(() => faults.takeNetworkFault(1))).toEqual([undefined, undefined, "answerLost", undefined]);
    expect([...counts]).toEqual([["network answerLost", 1]]);
  });

  test("for a commit does not strike other statements", () => {
    const { faults, counts } = build();
    faults.arm({ site: "database", effect: "crashAfter", isAtCommit: true, device: 0, after: 0 });
    expect(faults.takeDatabaseFault({ isCommit: false })).toBeUndefined();
    expect(faults.takeDatabaseFault({ isCommit: true })).toBe("crashAfter");
    expect([...counts]).toEqual([["commit crashAfter", 1]]);
  });

  test("does nothing after all are disarmed", () => {
    const { faults } = build();
    faults.arm({ site: "storage", effect: "noSpace", device: 0, after: 0 });
    faults.disarmAll();
    expect(faults.takeStorageFault(0, "storage")).toBeUndefined();
  });
});
