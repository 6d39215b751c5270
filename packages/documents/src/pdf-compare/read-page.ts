import { PdfDifference } from "#pdf-compare/pdf-difference.ts";
import type { ReadFont } from "#pdf-compare/read-font.ts";
import { Name, Text, ValueReader, Word, type Value } from "#pdf-compare/read-value.ts";

/*
 * Parses one of our pages from its content's operators. Unknown operators are rejected, so that nothing escapes the check. Coordinates are
 * points from the lower left corner.
 */

export interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

export interface TextMark {
  readonly kind: "text";
  /** The whole line, all of its fonts. */
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** The smallest of the line. */
  readonly size: number;
  readonly largestSize: number;
  /** Shares of red, green and blue. */
  readonly color: readonly number[];
  /** The pen never moves back further than kerning. */
  readonly isSetForward: boolean;
}

interface ShapeMark {
  readonly kind: "shape";
  readonly box: Box;
  /** Filled shapes cover what is inside; others are outlines. */
  readonly isFilled: boolean;
  readonly weight: number;
  /** Its lines, from point to point. */
  readonly segments: readonly Box[];
}

interface PictureMark {
  readonly kind: "picture";
  readonly name: string;
  readonly box: Box;
}

export type PageMark = TextMark | ShapeMark | PictureMark;

/** The most kerning, in thousandths of the size. */
const MOST_KERNING = 250;

const refuse = (operator: string): PdfDifference =>
  new PdfDifference(`The PDF draws with the operator "${operator}" in a way that papers do not.`);

const boxOf = (points: readonly (readonly [number, number])[]): Box => ({
  left: Math.min(...points.map(([x]) => x)),
  bottom: Math.min(...points.map(([, y]) => y)),
  right: Math.max(...points.map(([x]) => x)),
  top: Math.max(...points.map(([, y]) => y)),
});

/** Throws `PdfDifference` for a page with anything but our kinds of text, lines, shapes and pictures. */
export function readPage(content: Uint8Array, fontOf: (name: string) => ReadFont): readonly PageMark[] {
  const reader = new ValueReader(content);
  const marks: PageMark[] = [];
  let operands: Value[] = [];
  let color: readonly number[] = [0, 0, 0];
  let weight = 1;
  let path: (readonly [number, number])[] = [];
  let segments: Box[] = [];
  let isClipPath = false;
  /** Graphics states saved by q; there is no text inside. */
  const saved: { color: readonly number[]; weight: number; matrix: readonly number[] | undefined }[] = [];
  let matrix: readonly number[] | undefined;
  let line: { x: number; y: number; at: number; text: string; sizes: number[]; isSetForward: boolean } | undefined;
  let isPlaced = false;
  let font: ReadFont | undefined;
  let size = 0;

  const numbers = (operator: string, count: number): readonly number[] => {
    if (operands.length !== count || !operands.every((each) => typeof each === "number")) throw refuse(operator);
    return operands;
  };
  const addPoints = (given: readonly number[]): void => {
    const from = path.at(-1);
    const points: [number, number][] = [];
    for (let index = 0; index + 1 < given.length; index += 2) points.push([given[index] ?? 0, given[index + 1] ?? 0]);
    if (from) segments.push(boxOf([from, ...points]));
    path.push(...points);
  };
  const paint = (operator: string, isFilled: boolean): void => {
    if (path.length === 0) throw refuse(operator);
    marks.push({ kind: "shape", box: boxOf(path), isFilled, weight, segments });
    path = [];
    segments = [];
  };
  const show = (items: Value | undefined): void => {
    if (!line || !isPlaced || !font || !Array.isArray(items)) throw refuse("TJ");
    for (const item of items as readonly Value[])
      if (typeof item === "number") {
        if (Math.abs(item) > MOST_KERNING) line.isSetForward = false;
        line.at -= (item / 1000) * size;
      } else if (item instanceof Text && item.value.length % 2 === 0)
        for (let index = 0; index < item.value.length; index += 2) {
          const code = item.value.charCodeAt(index) * 256 + item.value.charCodeAt(index + 1);
          line.text += font.textOf(code);
          line.at += (font.widthOf(code) / 1000) * size;
        }
      else throw refuse("TJ");
    line.sizes.push(size);
  };

  while (!reader.isAtEnd) {
    const next = reader.read({ hasRefs: false });
    if (!(next instanceof Word)) {
      operands.push(next);
      continue;
    }
    const operator = next.value;
    if (line && !["rg", "Tm", "Tf", "TJ", "ET"].includes(operator)) throw refuse(operator);
    if (matrix && !["Do", "Q"].includes(operator)) throw refuse(operator);
    switch (operator) {
      case "BT":
        numbers(operator, 0);
        if (saved.length > 0) throw refuse(operator);
        line = { x: 0, y: 0, at: 0, text: "", sizes: [], isSetForward: true };
        isPlaced = false;
        font = undefined;
        break;
      case "Tm": {
        const [a, b, c, d, x = 0, y = 0] = numbers(operator, 6);
        if (!line || isPlaced || a !== 1 || b !== 0 || c !== 0 || d !== 1) throw refuse(operator);
        line = { ...line, x, y, at: x };
        isPlaced = true;
        break;
      }
      case "Tf": {
        const [name, given] = operands;
        if (!line || operands.length !== 2 || !(name instanceof Name) || typeof given !== "number")
          throw refuse(operator);
        font = fontOf(name.value);
        size = given;
        break;
      }
      case "TJ":
        if (operands.length !== 1) throw refuse(operator);
        show(operands[0]);
        break;
      case "ET": {
        numbers(operator, 0);
        if (!line) throw refuse(operator);
        const { x, y, at, text, sizes, isSetForward } = line;
        const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)];
        marks.push({
          kind: "text",
          text,
          x,
          y,
          width: at - x,
          size: smallest,
          largestSize: largest,
          color,
          isSetForward,
        });
        line = undefined;
        break;
      }
      case "rg":
        color = [...numbers(operator, 3)];
        break;
      case "RG":
        numbers(operator, 3);
        break;
      case "w":
        [weight = 0] = numbers(operator, 1);
        break;
      case "d": {
        const [dashes, phase] = operands;
        if (operands.length !== 2 || !Array.isArray(dashes) || phase !== 0 || saved.length === 0)
          throw refuse(operator);
        break;
      }
      case "m":
        path.push([...numbers(operator, 2)] as [number, number]);
        break;
      case "l":
        addPoints(numbers(operator, 2));
        break;
      case "c":
        addPoints(numbers(operator, 6));
        break;
      case "h":
        numbers(operator, 0);
        break;
      case "f":
      case "B":
        numbers(operator, 0);
        paint(operator, true);
        break;
      case "s":
      case "S":
        numbers(operator, 0);
        paint(operator, false);
        break;
      case "W":
        numbers(operator, 0);
        if (saved.length === 0) throw refuse(operator);
        isClipPath = true;
        break;
      case "n":
        numbers(operator, 0);
        if (!isClipPath) throw refuse(operator);
        isClipPath = false;
        path = [];
        segments = [];
        break;
      case "q":
        numbers(operator, 0);
        if (saved.length > 0) throw refuse(operator);
        saved.push({ color, weight, matrix });
        break;
      case "Q": {
        numbers(operator, 0);
        const before = saved.pop();
        if (!before) throw refuse(operator);
        ({ color, weight, matrix } = before);
        break;
      }
      case "cm":
        if (saved.length === 0) throw refuse(operator);
        matrix = [...numbers(operator, 6)];
        break;
      case "Do": {
        const [name] = operands;
        if (operands.length !== 1 || !(name instanceof Name) || !matrix) throw refuse(operator);
        const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = matrix;
        const corners = [
          [e, f],
          [a + e, b + f],
          [c + e, d + f],
          [a + c + e, b + d + f],
        ] as const;
        marks.push({ kind: "picture", name: name.value, box: boxOf(corners) });
        break;
      }
      default:
        throw refuse(operator);
    }
    operands = [];
  }
  if (line || saved.length > 0 || operands.length > 0) throw refuse("ET");
  return marks;
}
