import { randomUUID } from "node:crypto";
import { link, rm, writeFile } from "node:fs/promises";
import { isSystemError } from "./database-start-error.ts";

/** Creates a file that other processes never see half-written. Returns false, unchanged, if the file exists. */
export async function createWholeFile({ path, text }: { path: string; text: string }): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, text, { flag: "wx" });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (isSystemError(error, "EEXIST")) return false;
    // Some network and shared folders lack hard links: there the content appears an instant after the name.
    return await createFileInPlace({ path, text });
  } finally {
    await rm(draft, { force: true });
  }
}

async function createFileInPlace({ path, text }: { path: string; text: string }): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (isSystemError(error, "EEXIST")) return false;
    throw error;
  }
}
