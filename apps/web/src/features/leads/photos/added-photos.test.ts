import { expect, test } from "vitest";
import { findAddedIds } from "./added-photos.ts";

const [NINE, TEN] = ["2026-11-02T09:00:00.000Z", "2026-11-02T10:00:00.000Z"];

test("[CONN-41] a photo whose time is that of a photo of the lead is known to be added", () => {
  const offered = [
    { id: "1", takenAt: NINE },
    { id: "2", takenAt: TEN },
    { id: "3", takenAt: null },
  ];
  expect([...findAddedIds(offered, [{ takenAt: "2026-11-02T09:00:00Z" }])]).toEqual(["1"]);
  expect([...findAddedIds(offered, [])]).toEqual([]);
});

test("[CONN-41] of two photos of the same second neither counts as added until both are", () => {
  const offered = [
    { id: "1", takenAt: NINE },
    { id: "2", takenAt: NINE },
  ];
  expect([...findAddedIds(offered, [{ takenAt: NINE }])]).toEqual([]);
  expect([...findAddedIds(offered, [{ takenAt: NINE }, { takenAt: NINE }])]).toEqual(["1", "2"]);
});
