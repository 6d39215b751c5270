import { readFileSync } from "node:fs";

export type HoverDocumentName = "sample" | "remeasured" | "twenty-windows" | "with-holes";

/** A Hover document as its provider sends it (full_json, all values invented). */
export const hoverDocument = (name: HoverDocumentName): unknown =>
  JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), "utf8"));
