import { expect, test } from "vitest";
import { createKeptTexts } from "#ui/kept-texts.ts";

const throwing = (): never => {
  throw new DOMException("The operation is insecure.", "SecurityError");
};
const full = { getItem: () => "old", setItem: throwing, removeItem: () => undefined } as unknown as Storage;

test.each([
  ["site data is blocked", throwing, ""],
  ["storage is full", () => full, "old"],
])("a choice lasts as long as the page where %s", (_, storage, before) => {
  const texts = createKeptTexts(storage);
  expect(texts.read("color")).toBe(before);
  texts.keep("color", "dark");
  expect([texts.read("color"), texts.outlivesPage("color")]).toEqual(["dark", false]);
  texts.keep("color", "");
  expect(["", before]).toContain(texts.read("color"));
});

test("a choice is stored, and deleted again", () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  } as unknown as Storage;
  const texts = createKeptTexts(() => storage);
  texts.keep("color", "dark");
  expect([stored.get("color"), texts.read("color"), texts.outlivesPage("color")]).toEqual(["dark", "dark", true]);
  texts.keep("color", "");
  expect([stored.size, texts.read("color")]).toEqual([0, ""]);
});
