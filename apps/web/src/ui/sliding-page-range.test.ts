import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsePageNumber, slidingPageRange } from "#ui/sliding-page-range.ts";

describe("sliding page range", () => {
  test.each([
    { given: "the first page of twenty", page: 1, pageCount: 20, links: [1, 2, 3, 4] },
    { given: "the second page", page: 2, pageCount: 20, links: [1, 2, 3, 4] },
    { given: "a page in the middle", page: 10, pageCount: 20, links: [9, 10, 11, 12] },
    { given: "the last but one", page: 19, pageCount: 20, links: [17, 18, 19, 20] },
    { given: "the last page", page: 20, pageCount: 20, links: [17, 18, 19, 20] },
    { given: "three pages in all", page: 2, pageCount: 3, links: [1, 2, 3] },
    { given: "one page", page: 1, pageCount: 1, links: [1] },
    { given: "an empty list", page: 1, pageCount: 0, links: [1] },
    { given: "a page beyond the end", page: 9, pageCount: 5, links: [2, 3, 4, 5] },
  ])("[LEAD-09] $given links $links", ({ page, pageCount, links }) => {
    expect(slidingPageRange({ page, pageCount })).toEqual(links);
  });

  test("[LEAD-09] four links unless there are fewer pages, in a row, with the current page among them", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 5000 }), (a, b) => {
        const [page, pageCount] = a < b ? [a, b] : [b, a];
        const links = slidingPageRange({ page, pageCount });
        expect(links).toHaveLength(Math.min(4, pageCount));
        expect(links).toContain(page);
        expect(links[0]).toBeGreaterThanOrEqual(1);
        expect(links[links.length - 1]).toBeLessThanOrEqual(pageCount);
        links.forEach((link, index) => expect(link).toBe((links[0] ?? 0) + index));
      }),
    );
  });

  test("the window's size can be another", () => {
    expect(slidingPageRange({ page: 5, pageCount: 9, size: 2 })).toEqual([4, 5]);
  });
});

describe("page box", () => {
  test.each([
    { given: "a page there is", text: "7", page: 7 },
    { given: "letters around digits", text: "p1x2", page: 12 },
    { given: "zero", text: "0", page: 1 },
    { given: "one more than there are", text: "21", page: 20 },
    { given: "a sign", text: "-3", page: 3 },
    { given: "letters only", text: "abc", page: undefined },
    { given: "nothing", text: "", page: undefined },
  ])("[LEAD-08] $given goes to page $page of 20", ({ text, page }) => {
    expect(parsePageNumber({ text, pageCount: 20 })).toBe(page);
  });
});
