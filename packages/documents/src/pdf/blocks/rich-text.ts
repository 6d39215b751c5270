import type { Block, RichBlock } from "#model/document-model.ts";
import { checkList } from "#pdf/blocks/check-list.ts";
import { paragraph } from "#pdf/blocks/paragraph.ts";
import { inkLines } from "#pdf/ink.ts";
import type { Content } from "#pdf/paginate.ts";
import { LEFT, STYLES, WIDTH, type TextStyle } from "#pdf/type-styles.ts";
import type { Typesetter } from "#pdf/typesetter.ts";

type TextBlock = Extract<Block, { kind: "text" }>;

const STYLE_BY_TONE = {
  plain: STYLES.text,
  quiet: STYLES.quietText,
  caption: STYLES.caption,
} as const satisfies Record<TextBlock["tone"], TextStyle>;
const PARAGRAPH_GAP = 6;
const ITEM_GAP = 2.5;
const HEADING_GAP = 11;
const LIST_INDENT = 18;

const hasText = (runs: readonly { readonly text: string }[]): boolean => runs.some(({ text }) => text.trim() !== "");

/** Sets text from the editor. `before` is the space above its first piece. */
export function richText({ type, block, before }: { type: Typesetter; block: TextBlock; before: number }): Content[] {
  const style = STYLE_BY_TONE[block.tone];
  const contents: Content[] = [];
  const gap = (between: number): number => (contents.length === 0 ? before : between);
  for (const rich of block.blocks) contents.push(...contentsOf({ type, rich, style, columns: block.taskColumns, gap }));
  return contents;
}

function contentsOf({
  type,
  rich,
  style,
  columns,
  gap,
}: {
  type: Typesetter;
  rich: RichBlock;
  style: TextStyle;
  columns: 1 | 2;
  gap: (between: number) => number;
}): Content[] {
  switch (rich.type) {
    case "paragraph":
      return hasText(rich.runs) ? paragraph({ type, text: rich.runs, style, before: gap(PARAGRAPH_GAP) }) : [];
    case "heading":
      return hasText(rich.runs)
        ? paragraph({
            type,
            text: rich.runs,
            style: STYLES.headings[rich.level],
            before: gap(HEADING_GAP),
            staysWithNext: true,
          })
        : [];
    case "list":
      return rich.items.flatMap((runs, index) =>
        paragraph({
          type,
          text: runs,
          style,
          x: LEFT + LIST_INDENT,
          width: WIDTH - LIST_INDENT,
          before: index === 0 ? gap(PARAGRAPH_GAP) : ITEM_GAP,
          mark: (top) =>
            inkLines({
              type,
              lines: type.linesOf(rich.ordered ? `${index + 1}.` : "•", style, LIST_INDENT),
              style,
              x: LEFT + (rich.ordered ? 0 : 4),
              top,
            }),
        }),
      );
    case "tasks":
      return checkList({ type, items: rich.items, columns, before: gap(PARAGRAPH_GAP) });
  }
}
