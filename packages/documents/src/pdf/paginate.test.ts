import { describe, expect, test } from "vitest";
import { paginate, type Content, type Flow, type Piece } from "#pdf/paginate.ts";

/** Pages of 100 points. */
const FRAME = { top: () => 0, bottom: 100 };

const piece = (height: number, more: Partial<Piece> = {}): Piece => ({ height, before: 0, draw: () => [], ...more });

/** Heights of what stands on each page. */
const heightsOf = (contents: readonly Content[]) =>
  paginate(contents, FRAME).map((page) => page.map(({ piece: { height } }) => height));

describe("what stands on which page", () => {
  test("[PAPER-14] pieces follow each other; one that does not fit begins the next page, without the space above it", () => {
    const pages = paginate([piece(60), piece(30, { before: 10 }), piece(5, { before: 10 })], FRAME);
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

  test("[PAPER-14] what starts a page does so, but leaves no empty page before it", () => {
    expect(heightsOf([piece(10, { startsPage: true }), piece(10), piece(10, { startsPage: true })])).toEqual([
      [10, 10],
      [10],
    ]);
  });

  test("[PAPER-14] a flow fills the page and goes on behind it", () => {
    const flow = (left: number): Flow => ({
      before: 0,
      height: Math.min(left, 20),
      flow: (available) => {
        const taken = Math.min(left, Math.floor(available / 10) * 10);
        return taken === 0 ? null : { piece: piece(taken), rest: taken < left ? flow(left - taken) : null };
      },
    });
    expect(heightsOf([piece(50), flow(170), piece(10)])).toEqual([[50, 50], [100], [20, 10]]);
    // Its smallest part does not fit below the heading: both go.
    expect(heightsOf([piece(75), piece(10, { staysWithNext: true }), flow(40)])).toEqual([[75], [10, 40]]);
  });

  test("[PAPER-14] nothing at all is one empty page", () => {
    expect(heightsOf([])).toEqual([[]]);
  });
});
