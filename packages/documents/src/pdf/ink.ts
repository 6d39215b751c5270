import type { Line, Typesetter } from "#pdf/typesetter.ts";
import { INK, type TextStyle } from "#pdf/type-styles.ts";

/*
 * What is put on a page, as data: lines of text, rules, outlines, drawings and pictures, each at its place in points from the upper
 * left corner of the sheet.
 */

/** An outline in a drawing, in points to the right and down; those of a drawing are put down in their order. */
export interface DrawnPath {
  /** As SVG writes it, of absolute steps: `M`, `L`, `A` and `Z`. */
  readonly outline: string;
  readonly fill?: string;
  readonly stroke?: string;
  /** Of the stroke; 0 without one. */
  readonly weight: number;
  /** Points drawn and left out in turns. */
  readonly dash?: readonly number[];
  /** The outline that it does not leave. */
  readonly clip?: string;
}

export type Ink =
  | {
      readonly type: "line";
      readonly line: Line;
      readonly style: TextStyle;
      readonly x: number;
      /** Where the letters' line begins, above the ascenders. */
      readonly y: number;
      /** Of text that ends at a right edge, how wide its column is; its left edge is `x`. */
      readonly endsIn?: number;
    }
  | {
      readonly type: "rule";
      readonly x: number;
      readonly y: number;
      readonly length: number;
      readonly weight: number;
      readonly color: string;
    }
  | {
      readonly type: "path";
      readonly points: readonly (readonly [x: number, y: number])[];
      readonly isClosed: boolean;
      readonly weight: number;
      readonly color: string;
      readonly fill?: string;
    }
  | {
      readonly type: "circle";
      readonly x: number;
      readonly y: number;
      readonly radius: number;
      readonly weight: number;
      readonly color: string;
      readonly fill?: string;
    }
  | {
      readonly type: "drawing";
      readonly paths: readonly DrawnPath[];
      /** Where the corner that the paths are counted from stands in the drawing. */
      readonly left: number;
      readonly top: number;
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    }
  | {
      readonly type: "picture";
      /** Key of the definition's pictures. */
      readonly picture: string;
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    };

/** The color, or the color of text for one that another program sent and that no page can show. */
export const printedColor = (color: string): string => (/^#([0-9a-f]{6}|[0-9a-f]{3})$/i.test(color) ? color : INK);

/** Lines below each other from `top`; with `endsIn` they end at the right edge of a column so wide. */
export function inkLines({
  type,
  lines,
  style,
  x,
  top,
  endsIn,
}: {
  type: Typesetter;
  lines: readonly Line[];
  style: TextStyle;
  x: number;
  top: number;
  endsIn?: number;
}): Ink[] {
  const drop = type.dropOf(style);
  return lines.flatMap((line, index) =>
    line.spans.length === 0
      ? []
      : [
          {
            type: "line" as const,
            line,
            style,
            x,
            y: top + index * style.leading + drop,
            ...(endsIn === undefined ? {} : { endsIn }),
          },
        ],
  );
}

/** So many at most in each part; one part at least. */
export const inParts = <Item>(items: readonly Item[], most: number): readonly (readonly Item[])[] =>
  Array.from({ length: Math.max(1, Math.ceil(items.length / most)) }, (_, index) =>
    items.slice(index * most, (index + 1) * most),
  );

/** A box as an outline. */
export const inkBox = ({
  x,
  y,
  width,
  height,
  weight,
  color,
}: {
  x: number;
  y: number;
  width: number;
  height: number;
  weight: number;
  color: string;
}): Ink => ({
  type: "path",
  points: [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ],
  isClosed: true,
  weight,
  color,
});
