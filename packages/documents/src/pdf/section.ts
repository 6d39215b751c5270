import type { Block, DocumentSection } from "#model/document-model.ts";
import { BLANK_GAP, blanks } from "#pdf/blocks/blanks.ts";
import { options } from "#pdf/blocks/options.ts";
import { paragraph } from "#pdf/blocks/paragraph.ts";
import { pictures } from "#pdf/blocks/pictures.ts";
import { richText } from "#pdf/blocks/rich-text.ts";
import { table } from "#pdf/blocks/table.ts";
import { windows } from "#pdf/blocks/windows.ts";
import type { DocumentFiles } from "#pdf/document-file.ts";
import { inkLines, type Ink } from "#pdf/ink.ts";
import type { Content, Piece } from "#pdf/paginate.ts";
import { columnWidth, INK, LEFT, RIGHT, STYLES, WIDTH } from "#pdf/type-styles.ts";
import type { Typesetter } from "#pdf/typesetter.ts";

const SECTION_GAP = 24;
const NOTE_GAP = 2;
const NUMBER_GAP = 8;
const BLOCK_GAP = 12;
/** Gap between the heading and the first block below it. */
const FIRST_BLOCK_GAP = {
  text: 8,
  table: 5,
  windows: 5,
  options: 9,
  pictures: 10,
  blanks: 4,
} as const satisfies Record<Block["kind"], number>;

/** Checkboxes need more space below a note than text does. */
const CHECK_LIST_GAP = 12;
const firstGapOf = (block: Block): number =>
  block.kind === "text" && block.blocks[0]?.type === "tasks" ? CHECK_LIST_GAP : FIRST_BLOCK_GAP[block.kind];

type Aside = NonNullable<DocumentSection["aside"]>;

/* The roof pitch triangle: rise over run, to scale. */

const TRIANGLE_WIDTH = 46;
const STEEPEST = 1.2;
const FIGURE_GAP = 3;

interface AsideLayout {
  readonly width: number;
  readonly height: number;
  readonly draw: (bottom: number) => readonly Ink[];
}

/** Minimum height in points at which the run's figure fits inside the triangle. */
const ROOM_FOR_FIGURE = 20;

/** Draws the run's figure below the line of a flat roof, and inside the triangle of a steep one. */
function pitchLayout(type: Typesetter, { rise, run }: { rise: number; run: number }): AsideLayout {
  const style = { ...STYLES.caption, color: INK };
  const figure = type.widthOf(String(rise), style);
  const triangle = TRIANGLE_WIDTH * Math.min(STEEPEST, Math.max(0, run > 0 ? rise / run : 0));
  const isInside = triangle >= ROOM_FOR_FIGURE;
  const below = isInside ? 2 : style.leading;
  const above = Math.max(0, (style.leading - triangle) / 2);
  return {
    width: TRIANGLE_WIDTH + FIGURE_GAP + figure,
    height: above + triangle + below,
    draw: (bottom) => {
      const end = RIGHT - figure - FIGURE_GAP;
      const start = end - TRIANGLE_WIDTH;
      const base = bottom - below;
      const runWidth = type.widthOf(String(run), style);
      return [
        {
          type: "path",
          points: [
            [start, base],
            [end, base],
            [end, base - triangle],
          ],
          isClosed: true,
          weight: 0.9,
          color: INK,
        },
        ...inkLines({
          type,
          lines: type.linesOf(String(run), style, TRIANGLE_WIDTH),
          style,
          x: start + TRIANGLE_WIDTH * (isInside ? 0.6 : 0.5) - runWidth / 2,
          top: isInside ? base - style.leading : base,
        }),
        ...inkLines({
          type,
          lines: type.linesOf(String(rise), style, TRIANGLE_WIDTH),
          style,
          x: end + FIGURE_GAP,
          top: base - triangle / 2 - style.leading / 2,
        }),
      ];
    },
  };
}

const ASIDE_GAP = 16;
const MOST_ASIDE = WIDTH * 0.4;

function asideLayout(type: Typesetter, aside: Aside | null): AsideLayout | null {
  if (!aside || (aside.lines.length === 0 && !aside.pitch)) return null;
  const style = STYLES.caption;
  const triangle = aside.pitch && pitchLayout(type, aside.pitch);
  const lines = aside.lines.flatMap((line) => type.linesOf(line, style, MOST_ASIDE));
  const textWidth = Math.max(0, ...lines.map(({ width }) => width));
  const triangleWidth = triangle ? triangle.width + (textWidth > 0 ? ASIDE_GAP : 0) : 0;
  return {
    width: textWidth + triangleWidth,
    height: Math.max(lines.length * style.leading, triangle?.height ?? 0),
    draw: (bottom) => [
      ...inkLines({
        type,
        lines,
        style,
        x: LEFT,
        top: bottom - lines.length * style.leading,
        endsIn: WIDTH - triangleWidth,
      }),
      ...(triangle ? triangle.draw(bottom) : []),
    ],
  };
}

/** Sets number, heading and note at the left and measurements at the right as one piece, which stays with the next. */
function sectionHead(
  type: Typesetter,
  { number, heading, note, aside }: Pick<DocumentSection, "number" | "heading" | "note" | "aside">,
): Piece | null {
  const side = asideLayout(type, aside);
  if (heading === "" && note === "" && !side) return null;
  const width = WIDTH - (side ? side.width + ASIDE_GAP * 1.5 : 0);
  const numberLines = number === "" ? [] : type.linesOf(number, STYLES.heading, width);
  const indent = number === "" ? 0 : type.widthOf(number, STYLES.heading) + NUMBER_GAP;
  const headingLines = heading === "" ? [] : type.linesOf(heading, STYLES.heading, width - indent);
  const noteLines = note === "" ? [] : type.linesOf(note, STYLES.quietText, width);
  const headingHeight = Math.max(headingLines.length, numberLines.length) * STYLES.heading.leading;
  const noteHeight = noteLines.length > 0 ? NOTE_GAP + noteLines.length * STYLES.quietText.leading : 0;
  const height = Math.max(headingHeight + noteHeight, side?.height ?? 0);
  return {
    height,
    before: SECTION_GAP,
    staysWithNext: true,
    draw: (top) => [
      ...inkLines({ type, lines: numberLines, style: STYLES.heading, x: LEFT, top }),
      ...inkLines({ type, lines: headingLines, style: STYLES.heading, x: LEFT + indent, top }),
      ...inkLines({ type, lines: noteLines, style: STYLES.quietText, x: LEFT, top: top + headingHeight + NOTE_GAP }),
      ...(side ? side.draw(top + height) : []),
    ],
  };
}

/** Sets a section, including its heading. */
export function sectionContents({
  type,
  section,
  files,
}: {
  type: Typesetter;
  section: DocumentSection;
  files: DocumentFiles;
}): Content[] {
  const head = sectionHead(type, section);
  const blocks: Content[] = [];
  const beside = textBesideBlank({ type, section, before: head ? FIRST_BLOCK_GAP.text : SECTION_GAP });
  if (beside) blocks.push(beside);
  for (const block of beside ? [] : section.blocks) {
    const isFirst = blocks.length === 0;
    const before = !isFirst ? BLOCK_GAP : head ? firstGapOf(block) : SECTION_GAP;
    blocks.push(...blockContents({ type, block, files, before }));
  }
  // A heading without content must not stay with the next section.
  const contents: Content[] = head ? [{ ...head, staysWithNext: blocks.length > 0 }, ...blocks] : blocks;
  return contents.map((content, index) =>
    index === 0 && section.startsPage ? { ...content, startsPage: true } : content,
  );
}

/** Maximum number of text lines beside a line to fill in. */
const MOST_BESIDE = 14;

/** Sets a short note beside its one line to fill in, as on an order that is received by hand. Returns null for other blocks. */
function textBesideBlank({
  type,
  section: { blocks },
  before,
}: {
  type: Typesetter;
  section: DocumentSection;
  before: number;
}): Piece | null {
  const [first, second, third] = blocks;
  if (first?.kind !== "text" || second?.kind !== "blanks" || third || second.labels.length !== 1) return null;
  if (first.blocks.length === 0 || first.blocks.some((rich) => rich.type !== "paragraph")) return null;
  const paragraphs = first.blocks.flatMap((rich) => (rich.type === "paragraph" ? [rich.runs] : []));
  const pieces = paragraphs.flatMap((runs, index) =>
    paragraph({ type, text: runs, style: STYLES.text, width: BESIDE_WIDTH, before: index === 0 ? 0 : 6 }),
  );
  if (pieces.length > MOST_BESIDE) return null;
  const [blank] = blanks({ type, block: second, before: 0, column: 1 });
  if (!blank) return null;
  const textHeight = pieces.reduce((sum, piece) => sum + piece.before + piece.height, 0);
  return {
    height: Math.max(textHeight, blank.height),
    before,
    draw: (top) => {
      let y = top;
      const text = pieces.flatMap((piece) => {
        y += piece.before;
        const inks = piece.draw(y);
        y += piece.height;
        return inks;
      });
      return [...text, ...blank.draw(top)];
    },
  };
}

const BESIDE_WIDTH = columnWidth(2, BLANK_GAP);

function blockContents({
  type,
  block,
  files,
  before,
}: {
  type: Typesetter;
  block: Block;
  files: DocumentFiles;
  before: number;
}): Content[] {
  switch (block.kind) {
    case "text":
      return richText({ type, block, before });
    case "table":
      return table({ type, block, before });
    case "windows":
      return windows({ type, block, before });
    case "options":
      return options({ type, block, before });
    case "pictures":
      return pictures({ type, block, files, before });
    case "blanks":
      return blanks({ type, block, before });
  }
}
