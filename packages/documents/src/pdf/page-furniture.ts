import type { DocumentModel } from "#model/document-model.ts";
import { inkLines, type Ink } from "#pdf/ink.ts";
import { FOOTER_BOTTOM, HAIRLINE, HAIRLINE_WEIGHT, INK, LEFT, STYLES, TOP, WIDTH } from "#pdf/type-styles.ts";
import type { Typesetter } from "#pdf/typesetter.ts";

/* The repeated parts of a page: the running head from page 2 on, and the footer. */

const style = STYLES.caption;

/** Position of the running head's text and of its rule; the content begins below. */
const HEAD_TOP = 33;
const HEAD_RULE = 51;
const TOP_OF_LATER_PAGES = HEAD_RULE + 16;
export const topOf = (page: number): number => (page === 0 ? TOP : TOP_OF_LATER_PAGES);

const FOOTER_PADDING = 7;
/** Gap between the content and the footer's rule. */
const ABOVE_FOOTER = 12;
const PAGE_TEXT_WIDTH = 66;
const INITIALS_LINE = 40;
const INITIALS_GAP = 8;
const MOST_FOOTER_LINES = 3;

export interface Furniture {
  /** The y at which the content of every page ends. */
  readonly bottom: number;
  readonly draw: (page: { readonly index: number; readonly count: number; readonly hasInitials: boolean }) => Ink[];
}

const hairline = (y: number): Ink => ({
  type: "rule",
  x: LEFT,
  y,
  length: WIDTH,
  weight: HAIRLINE_WEIGHT,
  color: HAIRLINE,
});

export function pageFurniture(
  type: Typesetter,
  { title, number, footer, closing }: Pick<DocumentModel, "title" | "number" | "footer" | "closing">,
): Furniture {
  const owners = closing?.signatures.filter(({ key }) => key !== "salesperson").length ?? 0;
  const initials = footer.hasInitials ? Math.max(1, owners) : 0;
  const label = initials === 0 ? "" : "Owner initials";
  const labelWidth = label === "" ? 0 : type.widthOf(label, style) + INITIALS_GAP;
  const initialsWidth = labelWidth + initials * (INITIALS_LINE + INITIALS_GAP);
  const leftWidth = WIDTH - PAGE_TEXT_WIDTH - (initials === 0 ? 24 : initialsWidth + 40);
  const lines = footer.lines.flatMap((line) => type.linesOf(line, style, leftWidth)).slice(0, MOST_FOOTER_LINES);
  const count = Math.max(1, lines.length);
  const textTop = FOOTER_BOTTOM - count * style.leading;
  const lastTop = FOOTER_BOTTOM - style.leading;
  const ruleAt = textTop - FOOTER_PADDING;

  const numberText = number === "" ? "" : `No. ${number}`;
  const numberWidth = type.widthOf(numberText, style);
  const [titleLine] = type.linesOf(title, style, WIDTH - numberWidth - 24);
  const runningHead: readonly Ink[] = [
    ...inkLines({ type, lines: titleLine ? [titleLine] : [], style, x: LEFT, top: HEAD_TOP }),
    ...inkLines({
      type,
      lines: type.linesOf(numberText, style, WIDTH / 2),
      style,
      x: LEFT,
      top: HEAD_TOP,
      endsIn: WIDTH,
    }),
    hairline(HEAD_RULE),
  ];

  const initialsStart = LEFT + WIDTH - PAGE_TEXT_WIDTH - 24 - initialsWidth;
  const initialsInk: readonly Ink[] =
    initials === 0
      ? []
      : [
          ...inkLines({ type, lines: type.linesOf(label, style, 100), style, x: initialsStart, top: lastTop }),
          ...Array.from({ length: initials }, (_, index): Ink => ({
            type: "rule",
            x: initialsStart + labelWidth + index * (INITIALS_LINE + INITIALS_GAP),
            y: FOOTER_BOTTOM - 2,
            length: INITIALS_LINE,
            weight: HAIRLINE_WEIGHT * 1.5,
            color: INK,
          })),
        ];

  return {
    bottom: ruleAt - ABOVE_FOOTER,
    draw: ({ index, count: pages, hasInitials }) => [
      ...(index === 0 ? [] : runningHead),
      hairline(ruleAt),
      ...inkLines({ type, lines, style, x: LEFT, top: textTop }),
      ...(hasInitials ? initialsInk : []),
      ...inkLines({
        type,
        lines: type.linesOf(`Page ${index + 1} of ${pages}`, style, WIDTH),
        style,
        x: LEFT,
        top: lastTop,
        endsIn: WIDTH,
      }),
    ],
  };
}
