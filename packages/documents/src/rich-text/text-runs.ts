import type { RichBlock, TextRun } from "#model/document-model.ts";

/* Runs: text cut where its formatting changes. A line break inside a paragraph is "\n". */

export type Format = Omit<TextRun, "text">;

const isSameFormat = (one: Format, other: Format): boolean =>
  one.bold === other.bold && one.italic === other.italic && one.underline === other.underline;

export const formatOf = ({ bold, italic, underline }: Format): Format => ({
  ...(bold && { bold }),
  ...(italic && { italic }),
  ...(underline && { underline }),
});

export const textOf = (runs: readonly TextRun[]): string => runs.map(({ text }) => text).join("");

/** Neighbours of one format as one run, without empty ones. */
export function mergeRuns(runs: readonly TextRun[]): TextRun[] {
  const merged: TextRun[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    if (run.text === "") continue;
    if (last && isSameFormat(last, run)) merged[merged.length - 1] = { ...last, text: last.text + run.text };
    else merged.push(run);
  }
  return merged;
}

/** Without white space at both ends. */
export function trimRuns(runs: readonly TextRun[]): TextRun[] {
  const merged = mergeRuns(runs);
  const first = merged.findIndex(({ text }) => text.trim() !== "");
  const last = merged.findLastIndex(({ text }) => text.trim() !== "");
  if (first < 0) return [];
  return merged.slice(first, last + 1).map((run, index, kept) => {
    const start = index === 0 ? run.text.trimStart() : run.text;
    return { ...run, text: index === kept.length - 1 ? start.trimEnd() : start };
  });
}

const hasText = (runs: readonly TextRun[]): boolean => textOf(runs).trim() !== "";

/** Whether there is anything to read in a block. */
export function isEmptyBlock(block: RichBlock): boolean {
  switch (block.type) {
    case "paragraph":
    case "heading":
      return !hasText(block.runs);
    case "list":
      return !block.items.some(hasText);
    case "tasks":
      return !block.items.some(({ runs }) => hasText(runs));
  }
}

/** Blocks as they are set on paper: what holds no text is left out, and no line begins or ends with a space. */
export function printedBlocks(blocks: readonly RichBlock[]): RichBlock[] {
  return blocks
    .filter((block) => !isEmptyBlock(block))
    .map((block): RichBlock => {
      switch (block.type) {
        case "paragraph":
        case "heading":
          return { ...block, runs: trimRuns(block.runs) };
        case "list":
          return { ...block, items: block.items.filter(hasText).map(trimRuns) };
        case "tasks":
          return {
            ...block,
            items: block.items
              .filter(({ runs }) => hasText(runs))
              .map((item) => ({ ...item, runs: trimRuns(item.runs) })),
          };
      }
    });
}

/** All that blocks say, without their form: a line for each paragraph and item. */
export const plainText = (blocks: readonly RichBlock[]): string =>
  printedBlocks(blocks)
    .flatMap((block): readonly string[] => {
      switch (block.type) {
        case "paragraph":
        case "heading":
          return [textOf(block.runs)];
        case "list":
          return block.items.map(textOf);
        case "tasks":
          return block.items.map(({ runs }) => textOf(runs));
      }
    })
    .join("\n");
