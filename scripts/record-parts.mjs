import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { SetupProblem } from "./install-if-needed.mjs";

/**
 * Records the parts of a release that are not on record yet, and returns what it did in lines; throws where all of them are: what is
 * on record is never written again.
 *
 * @template {{ name: string, fileOf: (release: string) => string }} Part
 * @param {{ parts: Part[], release: string, root: string, make: (part: Part, file: string) => Promise<void> }} record
 *   `make` writes a part to its file.
 */
export async function recordParts({ parts, release, root, make }) {
  const isRecorded = (part) => existsSync(join(root, part.fileOf(release)));
  if (parts.every(isRecorded))
    throw new SetupProblem(`Release ${release} is on record and stays. The next one has the next CONTRACT_VERSION.`);
  const lines = [];
  for (const part of parts) {
    const { name } = part;
    const file = part.fileOf(release);
    if (isRecorded(part)) {
      lines.push(`${name} of release ${release} is on record and stays: ${file}`);
      continue;
    }
    try {
      await make(part, join(root, file));
    } catch (error) {
      // Records written before a failed check would stay forever.
      rmSync(join(root, file), { force: true });
      throw error;
    }
    lines.push(`${name} of release ${release}: ${file}, ${Math.ceil(statSync(join(root, file)).size / 1000)} kB`);
  }
  return lines;
}

const RECORD = /\/past-releases\/release-\d+\.jsonl$/;

/**
 * Files with changes that belong to no release yet: a member that was added already would be in the record of the release before it.
 *
 * @param {string} status of the product's folders, as `git status --porcelain` prints it
 * @returns {string[]}
 */
export const uncommittedFiles = (status) =>
  status
    .split("\n")
    .map((line) => line.slice("XY ".length))
    .filter((file) => file !== "" && !RECORD.test(file));
