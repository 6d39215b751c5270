import type { Ink } from "#pdf/ink.ts";

/*
 * What stands on which page. Content comes as pieces that are never split: a line of a paragraph, a row of a table, a signature
 * block. A piece may ask to stay with the one that follows it (a heading with its text, the last rows with their total), and a row
 * brings the head of its table along to every page. So no page ends with a heading and no total stands alone.
 */

export interface Piece {
  readonly height: number;
  /** Space above it, except at the top of a page. */
  readonly before: number;
  readonly draw: (top: number) => readonly Ink[];
  readonly staysWithNext?: boolean;
  readonly startsPage?: boolean;
  /** The head of its table: drawn again where the piece is the first of a page. */
  readonly head?: Piece;
  readonly flow?: never;
}

/** Content that is cut where the page ends: it gives a piece that fits, and what is left. */
export interface Flow {
  readonly before: number;
  /** Null where not even its smallest part fits. */
  readonly flow: (available: number) => { readonly piece: Piece; readonly rest: Flow | null } | null;
  /** Of its smallest part. */
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

/** Points of a page that content may take: the first page begins higher than those with a running head. */
export interface PageFrame {
  readonly top: (page: number) => number;
  readonly bottom: number;
}

/** Sums of heights are rounded by computers. */
const TOLERANCE = 0.01;

/** Pages with what stands on each; at least one. */
export function paginate(contents: readonly Content[], frame: PageFrame): readonly (readonly Placed[])[] {
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
  /** What a chain needs from here on, or on a new page. */
  const needOf = (chain: readonly Content[], isNewPage: boolean): number =>
    chain.reduce(
      (sum, { height, before, head }, index) =>
        sum + height + (index === 0 && isNewPage ? (head?.height ?? 0) : before),
      0,
    );
  const fits = (need: number): boolean => y + need <= frame.bottom + TOLERANCE;

  const queue: Content[] = [...contents];
  for (let next = queue.shift(); next; next = queue.shift()) {
    const chain: Content[] = [next];
    for (let last: Content = next; last.staysWithNext === true && queue[0] && queue[0].startsPage !== true;) {
      last = queue.shift() ?? last;
      chain.push(last);
    }
    if (next.startsPage === true && !isEmpty()) nextPage();
    if (!fits(needOf(chain, isEmpty())) && !isEmpty()) nextPage();
    // A chain that is higher than a page is set piece by piece: nothing of it may be lost.
    for (const content of chain) {
      if (!content.flow) {
        if (!isEmpty() && !fits(content.before + content.height)) nextPage();
        put(content);
        continue;
      }
      const before = isEmpty() ? 0 : content.before;
      const cut = content.flow(frame.bottom - y - before) ?? content.flow(frame.bottom - frame.top(pages.length));
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

/** Pieces that stay on one page together: each with the next. */
export const keepTogether = (pieces: readonly Piece[]): Piece[] =>
  pieces.map((piece, index) => (index < pieces.length - 1 ? { ...piece, staysWithNext: true } : piece));
