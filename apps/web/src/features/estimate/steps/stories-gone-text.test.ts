import { expect, test } from "vitest";
import { storiesGoneText } from "#features/estimate/steps/stories-gone-text.ts";

test.each([
  [3, [10, 3, 4, 0], 2, [14, 3, 0, 0], "Without story 3 (4 SQ), story 1 has 14 SQ instead of 10."],
  [4, [10, 3, 4, 2], 2, [16, 3, 0, 0], "Without story 3 (4 SQ) and story 4 (2 SQ), story 1 has 16 SQ instead of 10."],
  [3, [10, 3, 4, 0], 2, [10, 3, 0, 0], "Without story 3 (4 SQ), no other story has their squares."],
  // A story without items may go, and typing in a row is not announced.
  [3, [10, 3, 0, 0], 2, [10, 3, 0, 0], undefined],
  [3, [10, 3, 4, 0], 3, [9, 4, 4, 0], undefined],
  [2, [10, 3, 0, 0], 3, [10, 3, 0, 0], undefined],
])("[WF-ROOF-02] from %j stories with %j squares to %j with %j", (formerly, held, now, holds, text) => {
  expect(storiesGoneText({ stories: formerly, squares: held }, { stories: now, squares: holds })).toBe(text);
});
