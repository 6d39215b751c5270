import { expect, test } from "vitest";
import { isolatedText } from "./isolated-text.ts";

test.each([
  { given: "Estimate 3 of Ann Lee is deleted.", shown: "Estimate 3 of Ann Lee is deleted." },
  { given: "משה כהן 3 is saved", shown: "\u2068משה כהן\u2069 3 is saved" },
  { given: "Sent to محمد علي (2), and to דנה.", shown: "Sent to \u2068محمد علي\u2069 (2), and to \u2068דנה\u2069." },
  { given: "Łódź, 東京", shown: "Łódź, 東京" },
])("[VAL-39] a name from right to left keeps to itself: $given", ({ given, shown }) => {
  expect(isolatedText(given)).toBe(shown);
});
