import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { paginate, type Content, type Flow, type Piece } from "#pdf/paginate.ts";

/** Pages of 100 points. */
const FRAME = { top: () => 0, bottom: 100 };

const piece = (height: number, more: Partial<Piece> = {}): Piece => ({ height, before: 0, draw: () => [], ...more });

/** Heights of the parts on each page. */
const heightsOf = (contents: readonly Content[]) =>
  paginate(contents, FRAME).map((page) => page.map(({ piece: { height } }) => height));

describe("what is printed on which page", () => {
  test("[PAPER-14] pieces follow each other; one that does not fit begins the next page, without the space above it", () => {
    const pages = paginate([piece(60), piece(30, { before: 10 }), piece(50, { before: 10 })], FRAME);
    expect(pages.map((page) => page.map(({ top }) => top))).toEqual([[0, 70], [0]]);
  });

  test("[PAPER-14] a heading goes with the text that it stays with", () => {
    expect(heightsOf([piece(70), piece(20, { staysWithNext: true }), piece(15)])).toEqual([[70], [20, 15]]);
  });

  test("[PAPER-14] a chain goes as a whole: heading, head and first rows", () => {
    const chain = [piece(10, { staysWithNext: true }), piece(10, { staysWithNext: true }), piece(30)];
    expect(heightsOf([piece(60), ...chain, piece(40)])).toEqual([[60], [10, 10, 30, 40]]);
  });

  test("[PAPER-14] a row brings the head of its table to a new page, and has room for it", () => {
    const head = piece(11);
    const rows = Array.from({ length: 5 }, () => piece(30, { head }));
    expect(heightsOf([{ ...head, staysWithNext: true }, ...rows])).toEqual([
      [11, 30, 30],
      [11, 30, 30],
      [11, 30],
    ]);
  });

  test("[PAPER-14] a chain that is higher than a page is set piece by piece: nothing is lost", () => {
    const chain = [60, 60, 60].map((height) => piece(height, { staysWithNext: true }));
    expect(heightsOf(chain)).toEqual([[60], [60], [60]]);
  });

  test("[PAPER-14] a part that starts a page does so, but leaves no empty page before it", () => {
    expect(heightsOf([piece(10, { startsPage: true }), piece(10), piece(10, { startsPage: true })])).toEqual([
      [10, 10],
      [10],
    ]);
  });

  test("[PAPER-14] a flow fills the page and continues on the next", () => {
    const flow = (left: number): Flow => ({
      before: 0,
      height: Math.min(left, 20),
      flow: (available) => {
        const taken = Math.min(left, Math.floor(available / 10) * 10);
        return taken === 0 ? null : { piece: piece(taken), rest: taken < left ? flow(left - taken) : null };
      },
    });
    expect(heightsOf([piece(50), flow(180), piece(10)])).toEqual([[50, 50], [100], [30, 10]]);
    // Its smallest part does not fit below the heading: both go.
    expect(heightsOf([piece(75), piece(10, { staysWithNext: true }), flow(40)])).toEqual([[75], [10, 40]]);
  });

  test("[PAPER-37] no last page is two-thirds empty: the page before ends earlier, and keeps a third itself", () => {
    const lines = (count: number): Piece[] => Array.from({ length: count }, () => piece(10));
    const countsOf = (contents: readonly Content[]) => heightsOf(contents).map((page) => page.length);
    // 10 and 2 lines; the page before ends 12 points earlier, at 88.
    expect(countsOf(lines(12))).toEqual([8, 4]);
    expect(countsOf([...lines(12), piece(40, { startsPage: true })])).toEqual([8, 4, 1]);
    // 4 lines are a third of it already.
    expect(countsOf(lines(14))).toEqual([10, 4]);
    // What cannot be divided stays: without the 70 points the page before would be empty.
    expect(heightsOf([piece(30), piece(70), piece(10)])).toEqual([[30, 70], [10]]);
    expect(heightsOf([piece(10)])).toEqual([[10]]);
  });

  test("[PAPER-37] moves nothing to another place in the order, and makes no further page", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 60 }), (heights) => {
        const pages = heightsOf(heights.map((height) => piece(height)));
        expect(pages.flat()).toEqual(heights);
        for (const page of pages) expect(page.reduce((sum, height) => sum + height, 0)).toBeLessThanOrEqual(100);
        let [count, room] = [1, 100];
        for (const height of heights) {
          if (height > room) [count, room] = [count + 1, 100];
          room -= height;
        }
        expect(pages).toHaveLength(count);
      }),
    );
  });

  test("[PAPER-14] nothing at all is one empty page", () => {
    expect(heightsOf([])).toEqual([[]]);
  });
});
