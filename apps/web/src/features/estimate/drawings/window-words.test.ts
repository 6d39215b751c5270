import { thumbnailScale } from "@ridgebook/documents/drawings";
import { describe, expect, test } from "vitest";
import { operationText, sizeText, windowSentence } from "#features/estimate/drawings/window-words.ts";

const doubleHung = {
  width: 36,
  height: 60,
  style: "Double hung",
  grids: [{ pattern: "Colonial" }],
  exteriorColor: "Bronze",
  interiorColor: "White",
};

describe("the text of a window drawing", () => {
  test("names type, size, grid and color", () => {
    expect(windowSentence(doubleHung)).toBe("Double hung, 36 by 60 inches, colonial grid, bronze");
    expect(windowSentence(doubleHung, "inside")).toBe(
      "Double hung, 36 by 60 inches, colonial grid, white, seen from inside",
    );
  });

  test("leaves out what is not chosen", () => {
    expect(windowSentence({ width: null, height: 0 })).toBe("Window, without a size");
    expect(windowSentence({ width: 35.75, height: 59.5, style: "Picture" })).toBe("Picture, 35.75 by 59.5 inches");
  });

  test.each([
    { texts: doubleHung, says: "Arrows: both sashes open." },
    { texts: { ...doubleHung, style: "Single hung" }, says: "Arrow: the bottom sash opens." },
    { texts: { ...doubleHung, style: "Slider", operatingSash: "XO" }, says: "Arrow: the way the sash slides." },
    { texts: { ...doubleHung, style: "Awning" }, says: "Lines meet at the hinge." },
    { texts: { ...doubleHung, style: "Hopper" }, says: "Lines meet at the hinge; dashed: opens away." },
    { texts: { ...doubleHung, style: "Picture" }, says: "" },
    { texts: { ...doubleHung, width: 0 }, says: "" },
  ])("describes how $texts.style opens", ({ texts, says }) => {
    expect(operationText(texts)).toBe(says);
  });

  test("reads a size as width by height", () => {
    expect(sizeText({ width: 48, height: 36.5 })).toBe("48 × 36.5");
  });
});

describe("the scale of thumbnails", () => {
  test("fits the largest window", () => {
    expect(
      thumbnailScale(
        [
          { width: 36, height: 60 },
          { width: 88, height: 40 },
        ],
        44,
      ),
    ).toBe(0.5);
  });

  test("does not enlarge a list of small windows", () => {
    expect(thumbnailScale([{ width: 24, height: 18 }], 60)).toBe(1);
    expect(thumbnailScale([], 60)).toBe(1);
  });
});
