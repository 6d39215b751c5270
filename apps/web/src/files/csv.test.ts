import { expect, test } from "vitest";
import { csvText } from "@ridgebook/contract";
import { csvFile } from "./csv.ts";

test.each([
  ["Dana", "Dana"],
  ["Mercer, Dana", '"Mercer, Dana"'],
  ['Dana "D" Mercer', '"Dana ""D"" Mercer"'],
  ["two\nlines", '"two\nlines"'],
  ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
  ["+1 216", "'+1 216"],
  ["-2", "-2"],
  ["-2+3", "'-2+3"],
  ["@cmd", "'@cmd"],
  ["\t=1", "'\t=1"],
  ["  =1", "'  =1"],
  ["=1,2", '"\'=1,2"'],
  ["", ""],
  [-2, "-2"],
])("[USER-08] %j is written as %j", (value, cell) => {
  expect(csvText([[value]])).toBe(`\ufeff${cell}\r\n`);
});

test("[TEXT-04] a name from right to left is in a file as it was entered", () => {
  expect(csvText([["משה כהן", 3]])).toBe("\ufeffמשה כהן,3\r\n");
});

test("a file of rows has a name and says that it is UTF-8", async () => {
  const file = csvFile("users.csv", [
    ["Name", "Leads"],
    ["Inês", 14],
  ]);
  expect([file.name, file.type]).toEqual(["users.csv", "text/csv;charset=utf-8"]);
  expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(await file.arrayBuffer())).toBe(
    "\ufeffName,Leads\r\nInês,14\r\n",
  );
});
