import type { DocumentModel, KeyFigure, Party } from "#model/document-model.ts";
import { pictureKey } from "#pdf/blocks/pictures.ts";
import { fileOf, type DocumentFiles } from "#pdf/document-file.ts";
import { inkLines, type Ink } from "#pdf/ink.ts";
import type { Piece } from "#pdf/paginate.ts";
import { fitPicture, readPictureSize } from "#pdf/picture-size.ts";
import { columnWidth, GUTTER, INK, LEFT, RULE_WEIGHT, STYLES, WIDTH, type TextStyle } from "#pdf/type-styles.ts";
import type { Typesetter } from "#pdf/typesetter.ts";

/* The cover block of page 1: letterhead, title, parties and key figures. */

const LOGO = { width: 216, height: 40 } as const;
const BAR = { width: 54, height: 3 } as const;
const COLUMNS = 3;
const KEY_PADDING = 12;

/** Homeowner documents have more white space than internal and supplier documents. */
const SPACING = {
  open: { aboveBar: 34, belowBar: 12, aboveParties: 23, aboveFigures: 19 },
  close: { aboveBar: 17, belowBar: 7, aboveParties: 12, aboveFigures: 14 },
} as const;
const HOMEOWNER_PAPERS: readonly DocumentModel["kind"][] = ["contract", "changeOrder", "itemizedEstimate"];

/** Content with a known height that can be drawn at any position. */
interface Part {
  readonly height: number;
  readonly draw: (top: number) => readonly Ink[];
}

function letterhead(type: Typesetter, { company }: Pick<DocumentModel, "company">, files: DocumentFiles): Part {
  const { name, lines, logoFileId } = company;
  const rightLines = lines.flatMap((line) => type.linesOf(line, STYLES.companyLine, WIDTH / 2 - GUTTER));
  const rightHeight = rightLines.length * STYLES.companyLine.leading;
  const right = (top: number): Ink[] =>
    inkLines({ type, lines: rightLines, style: STYLES.companyLine, x: LEFT, top, endsIn: WIDTH });
  if (logoFileId !== null) {
    const size = fitPicture(readPictureSize(logoFileId, fileOf(files, logoFileId)), LOGO);
    const height = Math.max(size.height, rightHeight);
    return {
      height,
      draw: (top) => [
        { type: "picture", picture: pictureKey(logoFileId), x: LEFT, y: top, ...size },
        ...right(top + Math.max(0, (size.height - rightHeight) / 2)),
      ],
    };
  }
  const nameLines = type.linesOf(name, STYLES.companyName, WIDTH / 2);
  const nameHeight = nameLines.length * STYLES.companyName.leading;
  return {
    height: Math.max(nameHeight, rightHeight),
    draw: (top) => [
      ...inkLines({ type, lines: nameLines, style: STYLES.companyName, x: LEFT, top }),
      ...right(top + 3),
    ],
  };
}

/**
 * Sets the title with number and date below it. A purchase order's number is beside the title, because suppliers look for it
 * first.
 */
function titleBlock(type: Typesetter, model: DocumentModel): Part {
  const { kind, title, number, dateText, parties } = model;
  const isBeside = kind === "purchaseOrder";
  const isDateSaid = parties.some(({ strong, lines }) => [...strong, ...lines].some((line) => line.includes(dateText)));
  const below = isBeside
    ? isDateSaid
      ? ""
      : dateText
    : [number === "" ? "" : `No. ${number}`, dateText].filter((text) => text !== "").join(" · ");
  const besideLines = isBeside ? type.linesOf(number, STYLES.numberBeside, WIDTH * 0.45) : [];
  const besideWidth = Math.max(0, ...besideLines.map(({ width }) => width));
  const titleLines = type.linesOf(title, STYLES.title, WIDTH - (besideWidth > 0 ? besideWidth + GUTTER : 0));
  const belowLines = below === "" ? [] : type.linesOf(below, STYLES.number, WIDTH);
  const titleHeight = titleLines.length * STYLES.title.leading;
  return {
    height: titleHeight + (belowLines.length > 0 ? 2 + belowLines.length * STYLES.number.leading : 0),
    draw: (top) => [
      ...inkLines({ type, lines: titleLines, style: STYLES.title, x: LEFT, top }),
      // Aligned with the baseline of the title's first line.
      ...inkLines({ type, lines: besideLines, style: STYLES.numberBeside, x: LEFT, top: top + 10, endsIn: WIDTH }),
      ...inkLines({ type, lines: belowLines, style: STYLES.number, x: LEFT, top: top + titleHeight + 2 }),
    ],
  };
}

/** Stacks texts vertically, each in its style. */
function stack(
  type: Typesetter,
  texts: readonly { readonly text: string; readonly style: TextStyle }[],
  width: number,
): { readonly height: number; readonly draw: (x: number, top: number) => Ink[] } {
  const set = texts.map(({ text, style }) => ({ style, lines: type.linesOf(text, style, width) }));
  return {
    height: set.reduce((sum, { lines, style }) => sum + lines.length * style.leading, 0),
    draw: (x, top) => {
      let y = top;
      return set.flatMap(({ lines, style }) => {
        const inks = inkLines({ type, lines, style, x, top: y });
        y += lines.length * style.leading;
        return inks;
      });
    },
  };
}

type Stack = ReturnType<typeof stack>;

const COLUMN = columnWidth(COLUMNS);
const columnsPart = (stacks: readonly Stack[], padding = 0): Part => ({
  height: Math.max(0, ...stacks.map(({ height }) => height)) + 2 * padding,
  draw: (top) => stacks.flatMap(({ draw }, index) => draw(LEFT + index * (COLUMN + GUTTER), top + padding)),
});

const partyStack = (type: Typesetter, { caption, strong, lines }: Party): Stack =>
  stack(
    type,
    [
      ...(caption === "" ? [] : [{ text: caption, style: STYLES.caption }]),
      ...strong.map((text) => ({ text, style: STYLES.strongText })),
      ...lines.map((text) => ({ text, style: STYLES.text })),
    ],
    COLUMN,
  );

const figureStack = (type: Typesetter, { caption, large, lines }: KeyFigure): Stack =>
  stack(
    type,
    [
      ...(caption === "" ? [] : [{ text: caption, style: { ...STYLES.caption, leading: 14 } }]),
      ...(large === "" ? [] : [{ text: large, style: STYLES.price }]),
      ...lines.map((text) => ({ text, style: STYLES.keyLine })),
    ],
    COLUMN,
  );

/** Sets the key figures between two full rules. */
function keyFigures(type: Typesetter, figures: readonly KeyFigure[]): Part {
  const columns = columnsPart(
    figures.map((figure) => figureStack(type, figure)),
    KEY_PADDING,
  );
  const rule = (y: number): Ink => ({
    type: "rule",
    x: LEFT,
    y,
    length: WIDTH,
    weight: RULE_WEIGHT * 0.75,
    color: INK,
  });
  return { height: columns.height, draw: (top) => [rule(top), ...columns.draw(top), rule(top + columns.height)] };
}

/** Sets the cover block as one piece. */
export function cover({ type, model, files }: { type: Typesetter; model: DocumentModel; files: DocumentFiles }): Piece {
  const spacing = HOMEOWNER_PAPERS.includes(model.kind) ? SPACING.open : SPACING.close;
  const head = letterhead(type, model, files);
  const title = titleBlock(type, model);
  const parties = columnsPart(model.parties.map((party) => partyStack(type, party)));
  const figures = keyFigures(type, model.keyFigures);
  const barTop = head.height + spacing.aboveBar;
  const titleTop = barTop + BAR.height + spacing.belowBar;
  const partiesTop = titleTop + title.height + (model.parties.length > 0 ? spacing.aboveParties : 0);
  const figuresTop = partiesTop + parties.height + (model.keyFigures.length > 0 ? spacing.aboveFigures : 0);
  return {
    height: figuresTop + (model.keyFigures.length > 0 ? figures.height : 0),
    before: 0,
    draw: (top) => [
      ...head.draw(top),
      {
        type: "rule",
        x: LEFT,
        y: top + barTop + BAR.height / 2,
        length: BAR.width,
        weight: BAR.height,
        color: model.company.color,
      },
      ...title.draw(top + titleTop),
      ...parties.draw(top + partiesTop),
      ...(model.keyFigures.length > 0 ? figures.draw(top + figuresTop) : []),
    ],
  };
}
