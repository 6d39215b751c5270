import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { afterEach, beforeEach, expect, test } from "vitest";
import { priceFromFile } from "./price-from-file.ts";

const BYTE_ORDER_MARK = "\uFEFF";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "ridgebook-price-"));
});
afterEach(() => rm(folder, { recursive: true }));

const write = async (name: string, text: string): Promise<string> => {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
};

test("[VAL-40] a price file with a byte order mark is read, and so is the price book that it names", async () => {
  await write("book.json", BYTE_ORDER_MARK + JSON.stringify(starterPriceBook));
  const estimate = JSON.stringify({ workflow: "gutters", values: { totalGutterLength: 150 }, priceBook: "book.json" });
  const plain = await priceFromFile(await write("plain.json", estimate));
  expect(await priceFromFile(await write("marked.json", BYTE_ORDER_MARK + estimate))).toEqual(plain);
});
