import type { Ink } from "#pdf/ink.ts";

/*
 * Pagination. Content comes as pieces that are never split: a line of a paragraph, a row of a table, a signature block. A piece
 * can stay with the next one (a heading with its text, the last rows with their total), and a row repeats the head of its table
 * on every page. So no page ends with a heading, totals are not separated from their rows, and a nearly empty last page is filled
 * if possible.
 */

export interface Piece {
  readonly height: number;
  /** Space above it, ignored at the top of a page. */
  readonly before: number;
  readonly draw: (top: number) => readonly Ink[];
  readonly staysWithNext?: boolean;
  readonly startsPage?: boolean;
  /** The head of its table, repeated if the piece is the first on a page. */
  readonly head?: Piece;
  readonly flow?: never;
}

/** Content that can be divided at any page break: `flow` returns a piece that fits, and the rest. */
export interface Flow {
  readonly before: number;
  /** Returns null if not even its smallest part fits. */
  readonly flow: (available: number) => { readonly piece: Piece; readonly rest: Flow | null } | null;
  /** The height that it needs at least to begin on a page. */
  readonly height: number;
  readonly staysWithNext?: false;
  readonly startsPage?: boolean;
  readonly head?: never;
}

export type Content = Piece | Flow;

interface Placed {
  readonly piece: Piece;
  readonly top: number;
}

/** The vertical range for content in points. The first page begins higher than pages with a running head. */
export interface PageFrame {
  readonly top: (page: number) => number;
  readonly bottom: number;
}

/** Tolerance for rounding errors in sums of heights. */
const TOLERANCE = 0.01;

/**
 * Minimum share of the last page's height to fill. Otherwise content moves to it from the page before, as long as that page stays
 * filled as well.
 */
const LEAST_FILL = 1 / 3;

/** Step in points, about a line, by which the previous page is shortened until the last one is filled. */
const STEP = 12;

/** Distributes contents over pages; returns at least one page. */
export function paginate(contents: readonly Content[], { top, bottom }: PageFrame): readonly (readonly Placed[])[] {
  const pages: (readonly Placed[])[] = [];
  for (const run of runsOf(contents)) {
    const first = pages.length;
    pages.push(...fillLastPage(run, { top: (page) => top(first + page), bottom }));
  }
  return pages;
}

/** Splits contents before each one that starts a page; returns at least one run. */
function runsOf(contents: readonly Content[]): readonly (readonly Content[])[] {
  const runs: Content[][] = [[]];
  for (const content of contents) {
    if (content.startsPage === true && (runs.at(-1)?.length ?? 0) > 0) runs.push([]);
    runs.at(-1)?.push(content);
  }
  return runs;
}

/** Paginates contents so that the last page is at least a third full if possible. A single page is left as it is. */
function fillLastPage(contents: readonly Content[], frame: PageFrame): readonly (readonly Placed[])[] {
  const pages = fillPages(contents, frame, () => frame.bottom);
  const last = pages.length - 1;
  const isFilled = (of: readonly (readonly Placed[])[], page: number): boolean => {
    const end = of[page]?.at(-1);
    const filled = end ? end.top + end.piece.height - frame.top(page) : 0;
    return filled >= (frame.bottom - frame.top(page)) * LEAST_FILL;
  };
  if (last === 0 || isFilled(pages, last)) return pages;
  for (let end = frame.bottom - STEP; end > frame.top(last - 1); end -= STEP) {
    const moved = fillPages(contents, frame, (page) => (page === last - 1 ? end : frame.bottom));
    if (moved.length > pages.length || !isFilled(moved, last - 1)) return pages;
    if (isFilled(moved, last)) return moved;
  }
  return pages;
}

function fillPages(
  contents: readonly Content[],
  frame: PageFrame,
  bottomOf: (page: number) => number,
): readonly (readonly Placed[])[] {
  const pages: Placed[][] = [[]];
  let y = frame.top(0);
  const page = (): Placed[] => pages[pages.length - 1] ?? [];
  const isEmpty = (): boolean => page().length === 0;
  const nextPage = (): void => {
    pages.push([]);
    y = frame.top(pages.length - 1);
  };
  const put = (piece: Piece): void => {
    if (isEmpty() && piece.head) put({ ...piece.head, before: 0 });
    y += isEmpty() ? 0 : piece.before;
    page().push({ piece, top: y });
    y += piece.height;
  };
  /** Returns the height that a chain needs here, or at the top of a new page. */
  const needOf = (chain: readonly Content[], isNewPage: boolean): number =>
    chain.reduce(
      (sum, { height, before, head }, index) =>
        sum + height + (index === 0 && isNewPage ? (head?.height ?? 0) : before),
      0,
    );
  const bottom = (): number => bottomOf(pages.length - 1);
  const fits = (need: number): boolean => y + need <= bottom() + TOLERANCE;

  const queue: Content[] = [...contents];
  for (let next = queue.shift(); next; next = queue.shift()) {
    const chain: Content[] = [next];
    for (let last: Content = next; last.staysWithNext === true && queue[0];) {
      last = queue.shift() ?? last;
      chain.push(last);
    }
    if (!fits(needOf(chain, isEmpty())) && !isEmpty()) nextPage();
    // A chain that is higher than a page is placed piece by piece, so that nothing is lost.
    for (const content of chain) {
      if (!content.flow) {
        if (!isEmpty() && !fits(content.before + content.height)) nextPage();
        put(content);
        continue;
      }
      const before = isEmpty() ? 0 : content.before;
      const cut = content.flow(bottom() - y - before) ?? content.flow(bottomOf(pages.length) - frame.top(pages.length));
      if (!cut) throw new Error("A part of the document is higher than a page and cannot be divided.");
      if (!isEmpty() && !fits(before + cut.piece.height)) nextPage();
      put(cut.piece);
      if (cut.rest) {
        nextPage();
        queue.unshift(cut.rest);
      }
    }
  }
  return pages;
}

/** Keeps pieces together on one page, by linking each to the next. */
export const keepTogether = (pieces: readonly Piece[]): Piece[] =>
  pieces.map((piece, index) => (index < pieces.length - 1 ? { ...piece, staysWithNext: true } : piece));
