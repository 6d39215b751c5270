import { csvText } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import { decodeCsv, readCsv } from "./read-csv.ts";

const cellsOf = (text: string) => readCsv(text).map(({ cells }) => cells);

describe("[USER-12] a CSV is read", () => {
  test.each([",", ";", "\t", "|"])("with the separator %j", (separator) => {
    const text = `First name${separator}E-mail\r\nAnn${separator}ann@gable.test\r\n`;
    expect(cellsOf(text)).toEqual([
      ["First name", "E-mail"],
      ["Ann", "ann@gable.test"],
    ]);
  });

  test.each([
    [
      "a comma in quotes of a file with semicolons",
      'Name;"a, b, c"\nx;y',
      [
        ["Name", "a, b, c"],
        ["x", "y"],
      ],
    ],
    ["a separator named by Excel", "sep=;\r\na,b;c\r\n", [["a,b", "c"]]],
    ["doubled quotes and line breaks inside quotes", '"a ""b""","two\nlines"', [['a "b"', "two\nlines"]]],
    ["a mark at the beginning", "\ufeffa,b", [["a", "b"]]],
    ["line ends of every kind", "a\rb\nc\r\nd", [["a"], ["b"], ["c"], ["d"]]],
    ["a quote that is not closed", 'a,"b', [["a", "b"]]],
    ["spaces around cells", ' a , "b" ', [["a", "b"]]],
    ["nothing", "", []],
  ])("with %s", (_case, text, cells) => {
    expect(cellsOf(text)).toEqual(cells);
  });

  test("with rows numbered as a spreadsheet numbers them", () => {
    expect(readCsv("a,b\n\n,\nc,d").map(({ number }) => number)).toEqual([1, 4]);
    expect(readCsv("sep=,\na,b").map(({ number }) => number)).toEqual([2]);
  });

  test("as the app has written it", () => {
    const rows = [
      ["+1 216", "'x", "=1,2"],
      ["-2", "Inês", 'say "hi"'],
    ];
    expect(cellsOf(csvText(rows))).toEqual(rows);
  });
});

describe("[USER-12] the text of a file", () => {
  test.each([
    ["UTF-8", [0x49, 0x6e, 0xc3, 0xaa, 0x73]],
    ["UTF-8 with its mark", [0xef, 0xbb, 0xbf, 0x49, 0x6e, 0xc3, 0xaa, 0x73]],
    ["Windows-1252", [0x49, 0x6e, 0xea, 0x73]],
    ["UTF-16, as Excel's Unicode text", [0xff, 0xfe, 0x49, 0, 0x6e, 0, 0xea, 0, 0x73, 0]],
    ["UTF-16 the other way round", [0xfe, 0xff, 0, 0x49, 0, 0x6e, 0, 0xea, 0, 0x73]],
  ])("in %s", (_name, bytes) => {
    expect(decodeCsv(Uint8Array.from(bytes))).toBe("Inês");
  });
});
