import { expect, test } from "vitest";
import { readStackFrames } from "./stack-frames.ts";

const ORIGIN = "https://ridgebook.example";
const toFile = (place: string): string | undefined =>
  place.startsWith(`${ORIGIN}/`) ? place.slice(ORIGIN.length) : undefined;
const FILE = "/assets/main-Bq1.js";

const CHROME = `TypeError: Karen Whitfield
    at karen (${ORIGIN}/estimator/leads/12:1:2)
    at Lead.save [as Karen Whitfield] (${ORIGIN}${FILE}:1:20)
    at async Promise.all (index 0)
    at new Form (${ORIGIN}${FILE}:3:4)
    at async run (${ORIGIN}${FILE}:5:6)
    at extension (chrome-extension://abcdef/content.js:7:8)
    at async ${ORIGIN}${FILE}:9:10`;
const FIREFOX = `save@${ORIGIN}${FILE}:1:20
async*run@${ORIGIN}${FILE}:5:6
@${ORIGIN}${FILE}:9:10
`;
const SAFARI = `save@${ORIGIN}${FILE}:1:20
[native code]
${ORIGIN}${FILE}:9:10`;

test("[ERR-16] a trace of Chrome is read without its message, other names of functions and other programs", () => {
  const message = `Karen Whitfield\n    at karen (${ORIGIN}/estimator/leads/12:1:2)`;
  expect(readStackFrames({ stack: CHROME, message }, toFile)).toEqual([
    { function: "Lead.save", file: FILE, line: 1, column: 20 },
    { function: "Form", file: FILE, line: 3, column: 4 },
    { function: "run", file: FILE, line: 5, column: 6 },
    { function: "?", file: FILE, line: 9, column: 10 },
  ]);
});

test("[ERR-16] traces of Firefox and Safari are read", () => {
  expect(readStackFrames({ stack: FIREFOX, message: "not in the trace" }, toFile)).toEqual([
    { function: "save", file: FILE, line: 1, column: 20 },
    { function: "run", file: FILE, line: 5, column: 6 },
    { function: "?", file: FILE, line: 9, column: 10 },
  ]);
  expect(readStackFrames({ stack: SAFARI, message: "" }, toFile)).toEqual([
    { function: "save", file: FILE, line: 1, column: 20 },
  ]);
});

test("[ERR-16] a function whose name is no identifier has none, and a trace has 20 frames at most", () => {
  const line = `    at Karen Whitfield (${ORIGIN}${FILE}:1:2)\n`;
  const frames = readStackFrames({ stack: `Error\n${line.repeat(40)}`, message: "" }, toFile);
  expect(frames).toHaveLength(20);
  expect(frames[0]?.function).toBe("?");
});

test("an error without a trace has no frames", () => {
  expect(readStackFrames({ message: "thrown" }, toFile)).toEqual([]);
});
