import { TIME_ZONES } from "@ridgebook/contract";
import { expect, test } from "vitest";
import { fullNameOfZone, nameOfZone } from "#ui/zone-names.ts";

test("[CST-02] zones have the name that people know before the city", () => {
  expect(TIME_ZONES.map(fullNameOfZone)).toEqual([
    "Eastern time (New York)",
    "Central time (Chicago)",
    "Mountain time (Denver)",
    "Mountain standard time (Phoenix)",
    "Pacific time (Los Angeles)",
  ]);
});

test("[CST-02] a zone that companies cannot choose has its name too", () => {
  expect(nameOfZone("Pacific/Honolulu")).toBe("Hawaii-Aleutian standard time");
});
