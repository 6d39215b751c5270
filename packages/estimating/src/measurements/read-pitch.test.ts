import { expect, test } from "vitest";
import { readPitch } from "./read-pitch.ts";

test.each([
  { text: "8/12", pitch: { rise: 8, from: null, isOpen: false } },
  { text: "Up to 6/12", pitch: { rise: 6, from: null, isOpen: false } },
  { text: "7/12 to 9/12", pitch: { rise: 9, from: 7, isOpen: false } },
  { text: "10/12 - 12/12", pitch: { rise: 12, from: 10, isOpen: false } },
  { text: "Over 12/12", pitch: { rise: 12, from: null, isOpen: true } },
  { text: "13/12 +", pitch: { rise: 13, from: null, isOpen: true } },
  { text: "4.5 in 12, low slope", pitch: { rise: 4.5, from: null, isOpen: false } },
  { text: "Flat", pitch: null },
  { text: "", pitch: null },
  { text: "2/6", pitch: null },
])("[DRAW-02] $text", ({ text, pitch }) => {
  expect(readPitch(text)).toEqual(pitch);
});
