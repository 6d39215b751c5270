import { describe, expect, test } from "vitest";
import { readNamedNumbers } from "@ridgebook/estimating";
import { hoverFixture } from "#features/estimate/measurements/testing/hover-fixture.ts";
import { MAX_MEASUREMENT_BYTES, readMeasurementFile } from "./read-measurement-file.ts";
import { isXml, readMeasurementText, textOfFile, type ReadFile } from "./read-measurement-bytes.ts";

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** As the worker reads it. */
function read(name: string, bytes: Uint8Array): ReadFile {
  const { text, refusal } = textOfFile(name, bytes);
  return text === undefined ? { refusal } : readMeasurementText(name, text);
}
const readText = (name: string, text: string): ReadFile => read(name, encode(text));

function valuesOf(file: ReadFile): Record<string, number> {
  if (!file.names) throw new Error(file.refusal ?? "It was read as Hover's.");
  const { set } = readNamedNumbers(file.names, {});
  return Object.fromEntries([...set.values].map(([name, { value }]) => [name, value]));
}

/** A worker as the page sees it, which answers or fails. */
function workerThat(answer: (request: { name: string; bytes: Uint8Array }) => unknown) {
  const listeners = new Map<string, (event: unknown) => void>();
  const worker = {
    isEnded: false,
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
    postMessage: (request: { name: string; bytes: Uint8Array }) => {
      const data = answer(request);
      listeners.get(data === undefined ? "error" : "message")?.({ data, message: "" });
    },
    terminate: () => {
      worker.isEnded = true;
    },
  };
  return worker;
}

describe("the format of a measurement file", () => {
  test.each([
    ["commas", "Name,Number\nEaves,128.67\n"],
    ["semicolons and decimal commas", "Eaves;128,67\nDeck;40,5\n"],
    ["tabs", "Eaves\t128.67\n"],
    ["a byte order mark", "\uFEFFEaves,128.67\r\n"],
    ["JSON", '{"roof":{"eaves":128.67}}'],
  ])("[MEASURE-13] is detected in a file with %s", (_what, text) => {
    expect(valuesOf(readText("roof", text))).toEqual({ eaves: 128.67 });
  });

  test("[MEASURE-13] is detected in UTF-16", () => {
    const text = "\uFEFFEaves\t128.67\r\n";
    const bytes = new Uint8Array(
      Array.from(text, (letter) => [letter.charCodeAt(0) & 0xff, letter.charCodeAt(0) >> 8]).flat(),
    );
    expect(valuesOf(read("roof.txt", bytes))).toEqual({ eaves: 128.67 });
  });

  test("[MEASURE-13] reads a Hover document, and refuses one of another version", () => {
    expect(readText("x.json", JSON.stringify(hoverFixture("sample"))).set?.source.kind).toBe("hover");
    const second = { ...hoverFixture("sample"), version: 2 };
    expect(readText("x.json", JSON.stringify(second)).refusal).toBe(
      "This Hover document has version 2. Version 1 can be read.",
    );
  });

  test.each([
    ["nothing", "roof.csv", "", "roof.csv is empty."],
    ["blanks", "roof.csv", " \n ", "roof.csv is empty."],
    ["half a JSON", "x.json", "{{{", "x.json is not a JSON file of measurements."],
    ["a PDF", "x.pdf", "%PDF-1.7", "x.pdf is a PDF. Ask for the measurements as JSON, XML or CSV."],
    ["a workbook", "x.xlsx", "PK\u0003\u0004", "x.xlsx is an Excel workbook or an archive. Save its sheet as CSV."],
    ["other bytes", "x.bin", "ab\u0000c", "x.bin is not a file of measurements."],
    [
      "200 columns",
      "x.csv",
      `${"1,".repeat(199)}1\n`,
      "x.csv has 200 columns. Two are read, a name and a number, and a unit in a third: save only these.",
    ],
    [
      "separators alone",
      "x.csv",
      ",".repeat(2_000_000),
      "x.csv is longer than any table of measurements. Save only the names and numbers.",
    ],
  ])("[MEASURE-14] refuses %s with a reason", (_what, name, text, words) => {
    expect(readText(name, text).refusal).toBe(words);
  });

  test("[MEASURE-13] detects XML by its first character", () => {
    expect([isXml(" <report/>"), isXml("Eaves,1")]).toEqual([true, false]);
  });
});

describe("[MEASURE-19] reading a file in a worker", () => {
  test("uses a separate worker and terminates it", async () => {
    const worker = workerThat(({ name, bytes }) => read(name, bytes));
    const file = await readMeasurementFile(new File(["Eaves,12\n"], "roof.csv"), { start: () => worker as never });
    expect(valuesOf(file)).toEqual({ eaves: 12 });
    expect(worker.isEnded).toBe(true);
  });

  test("refuses the file with a reason if the worker does not load", async () => {
    const worker = workerThat(() => undefined);
    const file = await readMeasurementFile(new File(["Eaves,12\n"], "roof.csv"), { start: () => worker as never });
    expect(file.refusal).toBe("roof.csv could not be read here. Load the page again, and choose the file again.");
    expect(worker.isEnded).toBe(true);
  });

  test("refuses a file above 30 MB before reading it", async () => {
    const start = (): never => {
      throw new Error("It was read.");
    };
    const file = new File([], "huge.json");
    Object.defineProperty(file, "size", { value: MAX_MEASUREMENT_BYTES + 1 });
    expect((await readMeasurementFile(file, { start })).refusal).toBe(
      "huge.json is larger than 30 MB, which no measurement file is.",
    );
  });

  test.each([
    [
      "a type definition",
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
      "document type definition",
    ],
    ["too much XML", `<a>${" ".repeat(5_000_000)}</a>`, "larger than 5 MB"],
  ])("refuses %s without parsing it", async (_what, xml, words) => {
    const worker = workerThat(() => ({ xml }));
    const file = await readMeasurementFile(new File([xml], "x.xml"), { start: () => worker as never });
    expect(file.refusal).toContain(words);
  });
});
