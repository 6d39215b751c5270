import type { Line, Typesetter } from "#pdf/typesetter.ts";
import { INK, type TextStyle } from "#pdf/type-styles.ts";

/*
 * Page content as data: lines of text, rules, outlines, drawings and pictures, each with its position in points from the upper
 * left corner of the sheet.
 */

/** An outline in a drawing, in points to the right and down. The outlines of a drawing are painted in order. */
export interface DrawnPath {
  /** SVG path data with absolute commands: `M`, `L`, `A` and `Z`. */
  readonly outline: string;
  readonly fill?: string;
  readonly stroke?: string;
  /** Width of the stroke; 0 without one. */
  readonly weight: number;
  /** Lengths of dashes and gaps, alternating. */
  readonly dash?: readonly number[];
  /** The clipping outline. */
  readonly clip?: string;
}

export type Ink =
  | {
      readonly type: "line";
      readonly line: Line;
      readonly style: TextStyle;
      readonly x: number;
      /** The top of the line's box, at the font's ascent above the baseline. */
      readonly y: number;
      /** Width of the column for right-aligned text; `x` is its left edge. */
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
      /** Position of the paths' origin in the drawing. */
      readonly left: number;
      readonly top: number;
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    }
  | {
      readonly type: "picture";
      /** Key of a picture in the definition. */
      readonly picture: string;
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    };

/** Returns the color, or the default text color if the value, which another program may have sent, is invalid. */
export const printedColor = (color: string): string => (/^#([0-9a-f]{6}|[0-9a-f]{3})$/i.test(color) ? color : INK);

/** Places lines below each other from `top`. With `endsIn`, they are right-aligned in a column of that width. */
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

/** Splits items into parts of at most `most`; returns at least one part. */
export const inParts = <Item>(items: readonly Item[], most: number): readonly (readonly Item[])[] =>
  Array.from({ length: Math.max(1, Math.ceil(items.length / most)) }, (_, index) =>
    items.slice(index * most, (index + 1) * most),
  );

/** Returns a box as an outline. */
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
