import { createHash } from "node:crypto";
import { relative, sep } from "node:path";
import { BaseSequencer } from "vitest/node";
import { PROJECT_ROOT } from "./project-root.mjs";
import { expectedDuration, readDurations } from "./test-durations.mjs";

/**
 * The kinds follow each other, because a worker keeps its browser only from one browser file to the next. Unit files are the
 * shortest: at the end they leave no worker waiting.
 */
const KINDS = ["browser", "database", "unit"];

/**
 * Starts the longest files of a kind first, so that no long file runs alone at the end. The order comes from recorded durations,
 * because a fresh clone has run nothing yet.
 */
export class LongestFirstSequencer extends BaseSequencer {
  async sort(specifications) {
    const { shuffle, seed } = this.ctx.config.sequence;
    const durations = readDurations();
    const sorted = specifications.map((specification) => {
      const { config, name: kind } = specification.project;
      const file = relative(PROJECT_ROOT, specification.moduleId).replaceAll(sep, "/");
      return {
        specification,
        group: config.sequence.groupOrder,
        kind,
        file,
        duration: expectedDuration({ file, kind, durations }),
      };
    });
    if (shuffle) {
      // This class replaces vitest's own shuffling of files, so `--sequence.shuffle` has to work here.
      const place = ({ file }) => createHash("sha256").update(`${seed} ${file}`).digest("hex");
      return sorted
        .sort((one, other) => one.group - other.group || byKind(one, other) || (place(one) < place(other) ? -1 : 1))
        .map(({ specification }) => specification);
    }
    return sorted.sort(byLongestFirst).map(({ specification }) => specification);
  }
}

const byKind = (one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind);

/** Within a kind the longest first; equally long files by path, so that two runs have the same order. */
export function byLongestFirst(one, other) {
  if (one.group !== other.group) return one.group - other.group;
  if (one.kind !== other.kind) return byKind(one, other);
  if (one.duration !== other.duration) return one.duration > other.duration ? -1 : 1;
  return one.file < other.file ? -1 : 1;
}
