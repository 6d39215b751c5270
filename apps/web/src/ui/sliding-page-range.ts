/** Page links shown beside each other, 1.§9. */
export const PAGE_LINK_COUNT = 4;

/**
 * The page numbers to link: a window of `size` that slides with the current page and stays inside the pages there are.
 * Fewer pages than `size` give all of them; no pages give page 1, so that an empty list still stands on a page. 1.§9.
 */
export function slidingPageRange({
  page,
  pageCount,
  size = PAGE_LINK_COUNT,
}: {
  page: number;
  pageCount: number;
  size?: number;
}): number[] {
  const last = Math.max(1, pageCount);
  const length = Math.min(size, last);
  // One page before the current one stays in sight, so that the way back is a link too.
  const first = Math.min(Math.max(1, page - 1), last - length + 1);
  return Array.from({ length }, (_, index) => first + index);
}

/**
 * What the page box makes of typed text: digits only, at least 1, at most the page count. Text without a digit gives
 * undefined: nothing to go to. 1.§5.
 */
export function parsePageNumber({ text, pageCount }: { text: string; pageCount: number }): number | undefined {
  const digits = text.replace(/\D/g, "");
  if (digits === "") return undefined;
  return Math.min(Math.max(1, Number(digits)), Math.max(1, pageCount));
}
