import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { FONT_FILES, FONT_NAMES, type FontFiles } from "#pdf/font-files.ts";

let files: Promise<FontFiles> | undefined;

async function readAll(): Promise<FontFiles> {
  const { resolve } = createRequire(import.meta.url);
  const entries = await Promise.all(
    FONT_NAMES.map(async (name) => [name, new Uint8Array(await readFile(resolve(FONT_FILES[name])))] as const),
  );
  return Object.fromEntries(entries) as Record<keyof FontFiles, Uint8Array>;
}

/** The typefaces from the installed packages, read once for each process or worker. */
export const readFontFiles = (): Promise<FontFiles> => (files ??= readAll());
