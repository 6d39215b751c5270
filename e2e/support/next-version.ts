import { createHash } from "node:crypto";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

const TEXT_FILE = /\.(js|css|html|webmanifest)$/;
/** The build's names of immutable files: name, hash, extension. */
const HASHED_NAME = /([\w.-]+-[\w-]{8})(\.(?:js|css|woff2|ttf|png|svg))\b/g;

/** Removes the compressed files: they would have the former content of what a test changes. */
export async function forgetCompressed(webFolder: string): Promise<void> {
  for (const name of await readdir(webFolder, { recursive: true }))
    if (name.endsWith(".br")) await rm(path.join(webFolder, name));
}

/**
 * Makes the served app its next version, as a build after a change would: every hashed file under another name, the former ones
 * gone, and another version in the menu. The server lists its files when it starts, so it has to be restarted.
 */
export async function deployNextVersion(webFolder: string, { from, to }: { from: string; to: string }): Promise<void> {
  const assetsFolder = path.join(webFolder, "assets");
  await forgetCompressed(webFolder);
  const former = new Set(await readdir(assetsFolder));
  const nextName = (name: string): string =>
    former.has(name) ? name.replace(HASHED_NAME, (_, head: string, ending: string) => `${head}n${ending}`) : name;

  for (const folder of [webFolder, assetsFolder])
    for (const name of await readdir(folder)) {
      if (!TEXT_FILE.test(name)) continue;
      const file = path.join(folder, name);
      const text = (await readFile(file, "utf8")).replaceAll(HASHED_NAME, nextName).replaceAll(from, to);
      await writeFile(file, text);
    }
  for (const name of former) await rename(path.join(assetsFolder, name), path.join(assetsFolder, nextName(name)));

  // The page keeps its name: its revision in the worker's list says that it is another.
  const page = await readFile(path.join(webFolder, "index.html"));
  const revision = createHash("md5").update(page).digest("hex");
  const workerFile = path.join(webFolder, "service-worker.js");
  const worker = await readFile(workerFile, "utf8");
  const entry = /(\{[^{}]*"?url"?:"index\.html"[^{}]*\})/;
  await writeFile(
    workerFile,
    worker.replace(entry, (found) => found.replace(/("?revision"?:)"[0-9a-f]+"/, `$1"${revision}"`)),
  );
}
