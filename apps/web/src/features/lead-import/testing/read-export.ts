import type { UserId } from "@ridgebook/contract";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NO_CHOICES, type ImportChoices } from "#features/lead-import/import-choices.ts";
import { createImportReader, type Context } from "#features/lead-import/import-reader.ts";

export const CONTEXT: Context = {
  timeZone: "America/New_York",
  salespeople: [{ id: 7 as UserId, name: "Theo Marsh", email: "theo@example.com" }],
};

const FOLDER = join(import.meta.dirname, "exports");

const exportBytes = (name: string): Uint8Array<ArrayBuffer> => Uint8Array.from(readFileSync(join(FOLDER, name)));
export const textBytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Reads a file as the page does: what the user sees, and the leads that are sent. */
export async function readBytes(
  bytes: Uint8Array<ArrayBuffer>,
  choices: Partial<ImportChoices> = {},
  context = CONTEXT,
) {
  const reader = createImportReader();
  const all = { ...NO_CHOICES, ...choices };
  await reader.open(bytes, all.sheet);
  const file = reader.read(all, context);
  return { file, leads: reader.batch(0), reader };
}

export const readExport = (name: string, choices: Partial<ImportChoices> = {}) => readBytes(exportBytes(name), choices);
