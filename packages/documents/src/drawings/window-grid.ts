import type { GridLook } from "#drawings/window-look.ts";

/** Inches, from the upper left corner of the window. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Segment {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** The position of a sash in a hung window. Prairie bars follow the outer edge of the whole window. */
export type SashPlace = "top" | "bottom" | "alone";

/** Size of one pane in inches, used if the grid does not give a count. */
const PANE_WIDTH = 9.5;
const PANE_HEIGHT = 13;
const PRAIRIE_INSET = 5;
const DIAMOND_WIDTH = 7;
const DIAMOND_HEIGHT = 10;

const vertical = (x: number, { y, height }: Rect): Segment => ({ x1: x, y1: y, x2: x, y2: y + height });
const horizontal = (y: number, { x, width }: Rect): Segment => ({ x1: x, y1: y, x2: x + width, y2: y });

const countFor = (length: number, pane: number): number => Math.max(1, Math.round(length / pane));

/** Returns the positions that divide a length into equal parts. */
const between = (start: number, length: number, parts: number): readonly number[] =>
  Array.from({ length: Math.max(0, Math.min(parts, 24) - 1) }, (_, index) => start + (length * (index + 1)) / parts);

function colonial(glass: Rect, panes: GridLook["panes"]): readonly Segment[] {
  const columns = panes?.columns ?? countFor(glass.width, PANE_WIDTH);
  const rows = panes?.rows ?? countFor(glass.height, PANE_HEIGHT);
  return [
    ...between(glass.x, glass.width, columns).map((x) => vertical(x, glass)),
    ...between(glass.y, glass.height, rows).map((y) => horizontal(y, glass)),
  ];
}

/** Returns bars at a fixed distance from the edges, in one or two (`times`) rings. */
function prairie(glass: Rect, place: SashPlace, times: number): readonly Segment[] {
  const step = Math.min(PRAIRIE_INSET, glass.width / 5, glass.height / 5) / (times === 1 ? 1 : 1.6);
  return Array.from({ length: times }, (_, index) => step * (index + 1)).flatMap((inset) => [
    vertical(glass.x + inset, glass),
    vertical(glass.x + glass.width - inset, glass),
    ...(place === "bottom" ? [] : [horizontal(glass.y + inset, glass)]),
    ...(place === "top" ? [] : [horizontal(glass.y + glass.height - inset, glass)]),
  ]);
}

/** Returns one row of small panes at the top, with clear glass below. */
function craftsman(glass: Rect, place: SashPlace): readonly Segment[] {
  if (place === "bottom") return [];
  const height = place === "top" ? glass.height / 2 : Math.min(glass.height / 3, PANE_HEIGHT);
  const row = { ...glass, height };
  const columns = Math.max(2, countFor(glass.width, PANE_WIDTH));
  return [horizontal(glass.y + height, glass), ...between(glass.x, glass.width, columns).map((x) => vertical(x, row))];
}

/** Clips a sloping line to the glass. The line is given by its y at the left edge and its rise to the right edge. */
function clipped(glass: Rect, { atLeft, rise }: { atLeft: number; rise: number }): readonly Segment[] {
  const top = glass.y;
  const bottom = glass.y + glass.height;
  const xAt = (y: number): number => glass.x + ((y - atLeft) / rise) * glass.width;
  const ends = [
    { x: glass.x, y: atLeft },
    { x: glass.x + glass.width, y: atLeft + rise },
  ].map(({ x, y }) => (y < top ? { x: xAt(top), y: top } : y > bottom ? { x: xAt(bottom), y: bottom } : { x, y }));
  const [from, to] = ends;
  if (!from || !to || Math.abs(from.x - to.x) < 0.01) return [];
  const isOnGlass = [from, to].every(({ x }) => x >= glass.x - 0.01 && x <= glass.x + glass.width + 0.01);
  return isOnGlass ? [{ x1: from.x, y1: from.y, x2: to.x, y2: to.y }] : [];
}

function diamond(glass: Rect): readonly Segment[] {
  const columns = Math.max(1, Math.round(glass.width / DIAMOND_WIDTH));
  const rows = Math.max(1, Math.round(glass.height / DIAMOND_HEIGHT));
  const step = glass.height / rows;
  const rise = step * columns;
  const lines: Segment[] = [];
  for (let index = -columns; index < rows + columns; index += 1) {
    const middle = glass.y + step * (index + 0.5);
    lines.push(...clipped(glass, { atLeft: middle, rise }), ...clipped(glass, { atLeft: middle, rise: -rise }));
  }
  return lines;
}

/**
 * Returns the bars of a grid on the glass of one sash, as center lines in inches. The result is empty if the grid does not apply
 * to the sash.
 */
export function gridBars({
  grid,
  glass,
  place,
}: {
  grid: GridLook;
  glass: Rect;
  place: SashPlace;
}): readonly Segment[] {
  if (grid.sash && place !== "alone" && place !== grid.sash) return [];
  switch (grid.pattern) {
    case "colonial":
      return colonial(glass, grid.panes);
    case "prairie":
      return prairie(glass, place, 1);
    case "doublePrairie":
      return prairie(glass, place, 2);
    case "craftsman":
      return craftsman(glass, place);
    case "diamond":
      return diamond(glass);
  }
}
