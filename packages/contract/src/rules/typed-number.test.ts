import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readDollars, readNumber, readPercent, readQuantity, type TypedNumber } from "./typed-number.ts";

const number = (value: number): TypedNumber => ({ kind: "number", value });

describe("a typed number", () => {
  test.each([
    { text: "12", value: 12 },
    { text: "1.", value: 1 },
    { text: ".5", value: 0.5 },
    { text: "1,234", value: 1_234 },
    { text: "1,234,567.89", value: 1_234_567.89 },
    { text: "12,345.", value: 12_345 },
    { text: " 1250.75 ", value: 1_250.75 },
    { text: "\t7\u00a0", value: 7 },
    { text: "-3", value: -3 },
    { text: "−3", value: -3 },
    { text: "-1,200", value: -1_200 },
    { text: "007", value: 7 },
  ])("[VAL-13] “$text” is $value", ({ text, value }) => {
    expect(readNumber(text)).toEqual(number(value));
  });

  test.each(["", " ", "\t"])("“%s” is nothing", (text) => {
    expect(readNumber(text)).toEqual({ kind: "empty" });
  });

  test.each([
    { text: "1,5", value: 1.5 },
    { text: "16,95", value: 16.95 },
    { text: "0,125", value: 0.125 },
    { text: "1234,567", value: 1_234.567 },
    { text: "1,2345", value: 1.2345 },
    { text: ",5", value: 0.5 },
    { text: "-0,5", value: -0.5 },
  ])("[VAL-36] “$text” is $value: its comma can only be a decimal point", ({ text, value }) => {
    expect(readNumber(text)).toEqual(number(value));
  });

  test.each(["1,23,456", "1,", "1.234,5", "1,234.5,6", ",", "01,234"])(
    "[VAL-13] “%s” is no number: its comma is not one of thousands",
    (text) => {
      expect(readNumber(text)).toEqual({ kind: "unreadable" });
    },
  );

  test.each(["10 5", "1 250", "1\u00a0250", "- 3", "1 ,234"])(
    "[VAL-13] “%s” is no number: a blank is within it",
    (text) => {
      expect(readNumber(text)).toEqual({ kind: "unreadable" });
    },
  );

  test.each([
    "abc",
    "1.2.3",
    "12 ft",
    "1e5",
    "0x10",
    "--1",
    "-",
    ".",
    "-.",
    "Infinity",
    "9".repeat(400),
    "١٢",
    "$5",
    "5 %",
  ])("[VAL-13] “%s” is no number", (text) => {
    expect(readNumber(text)).toEqual({ kind: "unreadable" });
  });

  test("[VAL-13] every number reads back from how it is written, with commas of thousands and without", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e11, max: 1e11 }), (cents) => {
        const value = cents / 100;
        expect(readNumber(value.toFixed(2))).toEqual(number(Number(value.toFixed(2))));
        const written = value.toLocaleString("en-US", { minimumFractionDigits: 2 });
        expect(readNumber(written)).toEqual(number(Number(value.toFixed(2))));
      }),
    );
  });
});

describe("a quantity read off a tape", () => {
  test.each([
    { text: "36 1/4", value: 36.25 },
    { text: "36-1/4", value: 36.25 },
    { text: "36 - 1/4", value: 36.25 },
    { text: "36¼", value: 36.25 },
    { text: "36 ¼", value: 36.25 },
    { text: " 36  3/4 ", value: 36.75 },
    { text: "1/2", value: 0.5 },
    { text: "½", value: 0.5 },
    { text: "35 15/16", value: 35.9375 },
    { text: "47 63/64", value: 47.984375 },
    { text: "36 2/8", value: 36.25 },
    { text: "1,250 1/2", value: 1_250.5 },
    { text: "0 1/8", value: 0.125 },
    { text: "36 1⁄4", value: 36.25 },
  ])("[VAL-32] “$text” is $value", ({ text, value }) => {
    expect(readQuantity(text)).toEqual(number(value));
  });

  test.each([
    { text: "1 1/3", value: 1.333 },
    { text: "1⅔", value: 1.667 },
  ])("[VAL-32] [VAL-10] “$text” is $value squares", ({ text, value }) => {
    expect(readQuantity(text)).toEqual(number(value));
  });

  test.each([
    "36 1",
    "36 1/",
    "36-",
    "36 4/4",
    "5/4",
    "6/12",
    "1/0",
    "0/4",
    "36.5 1/4",
    "1/2/4",
    "-1/2",
    "36 1/4 1/4",
    "¼¼",
    "¼6",
  ])("[VAL-32] “%s” is no number", (text) => {
    expect(readQuantity(text)).toEqual({ kind: "unreadable" });
  });

  test.each(["36.25", "1,250", "-3", "", "abc", "16,95", "1,2,3"])(
    "text without a fraction is read as any number: “%s”",
    (text) => {
      expect(readQuantity(text)).toEqual(readNumber(text));
    },
  );

  test.each([readNumber, readDollars, readPercent])("[VAL-32] money and other numbers have no fractions", (read) => {
    expect(read("12 1/2")).toEqual({ kind: "unreadable" });
  });
});

describe("a number with its mark", () => {
  test.each([
    { text: "$1,250", value: 1_250 },
    { text: " $ 12.50", value: 12.5 },
    { text: "-$204.20", value: -204.2 },
    { text: "−$3", value: -3 },
    { text: "$-3", value: -3 },
    { text: "40", value: 40 },
  ])("[VAL-15] “$text” is $value dollars", ({ text, value }) => {
    expect(readDollars(text)).toEqual(number(value));
  });

  test.each(["$", "$12,5,1", "5$", "$$5", "12 %"])("[VAL-15] “%s” is no amount of dollars", (text) => {
    expect(readDollars(text)).toEqual({ kind: "unreadable" });
  });

  test.each([
    { text: "12.5", value: 12.5 },
    { text: "12.5 %", value: 12.5 },
    { text: "7%", value: 7 },
    { text: "12,5 %", value: 12.5 },
  ])("[SUM-09] “$text” is $value percent", ({ text, value }) => {
    expect(readPercent(text)).toEqual(number(value));
  });

  test.each(["%", "12,5,1 %", "%5", "$5"])("[SUM-09] “%s” is no percent", (text) => {
    expect(readPercent(text)).toEqual({ kind: "unreadable" });
  });

  test("nothing is nothing, also where a mark may stand", () => {
    expect(readDollars(" ")).toEqual({ kind: "empty" });
    expect(readPercent("")).toEqual({ kind: "empty" });
  });
});
