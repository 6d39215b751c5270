import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { PAGE_HELP, type GuideBlock, type GuideLine, type GuidePart } from "../src/app/help/page-help.ts";

const GUIDE = join(import.meta.dirname, "../../../docs/guide");
const MODULE = "virtual:page-help";

/** Gives the app the user guide's text about its pages, so that it is written only once (decision 0143). */
export function guideHelp(): Plugin {
  return {
    name: "guide-help",
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load: (id) => (id === `\0${MODULE}` ? `export const pageHelp = ${JSON.stringify(readPageHelp())};` : undefined),
  };
}

/** Reads the help of every page. Throws if the guide lacks a section. */
export const readPageHelp = (): Record<string, GuideBlock[]> =>
  Object.fromEntries(Object.entries(PAGE_HELP).map(([page, parts]) => [page, parts.flatMap(readPart)]));

function readPart({ chapter, sections }: GuidePart): GuideBlock[] {
  const text = readFileSync(join(GUIDE, `${chapter}.md`), "utf8");
  if (!sections) return readBlocks(text);
  return sections.flatMap((heading) => {
    const section = findSection(text, heading);
    if (section === undefined) throw new Error(`docs/guide/${chapter}.md has no section “${heading}”.`);
    return readBlocks(section);
  });
}

/** Returns a section with its heading, up to the next heading of the same or a higher level. */
function findSection(text: string, heading: string): string | undefined {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.replace(/^#+ /, "") === heading && line.startsWith("#"));
  const level = lines[start]?.indexOf(" ");
  if (level === undefined) return undefined;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^#+ /.test(line) && line.indexOf(" ") <= level);
  return [lines[start], ...rest.slice(0, end === -1 ? undefined : end)].join("\n");
}

/** Parses the guide's Markdown. Pictures are left out, because they show the page that the reader is on. */
export function readBlocks(markdown: string): GuideBlock[] {
  return markdown
    .split(/\n{2,}/)
    .flatMap((block) =>
      /^#+ .*\n/.test(block) ? [block.slice(0, block.indexOf("\n")), block.slice(block.indexOf("\n") + 1)] : [block],
    )
    .flatMap((block): GuideBlock[] => {
      const text = block.trim();
      if (text === "" || text.startsWith("![") || text.startsWith("[Contents]")) return [];
      if (text.startsWith("#")) return [{ kind: "heading", text: text.replace(/^#+ /, "") }];
      if (text.startsWith("|")) return [readTable(text)];
      const first = text.search(/^(?:-|\d+\.) /m);
      if (first === -1) return [{ kind: "text", line: readLine(text) }];
      const before = text.slice(0, first).trim();
      return [
        ...(before === "" ? [] : [{ kind: "text", line: readLine(before) } as const]),
        readList(text.slice(first)),
      ];
    });
}

const readList = (text: string): GuideBlock => ({
  kind: "list",
  isNumbered: /^\d/.test(text),
  items: text
    .split(/^(?:-|\d+\.) /m)
    .slice(1)
    .map(readLine),
});

function readTable(text: string): GuideBlock {
  const [heads = [], , ...rows] = text.split("\n").map((row) => row.split("|").slice(1, -1).map(readLine));
  return { kind: "table", heads, rows };
}

/** Parses a line of Markdown. Links become their text, because they lead to other files of the guide. */
function readLine(text: string): GuideLine {
  const plain = text
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1");
  return plain
    .split(/(\*\*[^*]+\*\*|`[^`]+`)/)
    .filter((piece) => piece !== "")
    .map((piece) => {
      if (piece.startsWith("**")) return { text: piece.slice(2, -2), as: "strong" };
      if (piece.startsWith("`")) return { text: piece.slice(1, -1), as: "code" };
      return { text: piece };
    });
}
