/** The number of page links, 1.§9. */
export const PAGE_LINK_COUNT = 4;

/**
 * The page numbers to link: a window of `size` that slides with the current page and stays within the pages. Fewer pages than `size` give all of them;
 * no pages give page 1, so that an empty list has a page too. 1.§9.
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
  // One page before the current one stays visible, so that the way back is a link too.
  const first = Math.min(Math.max(1, page - 1), last - length + 1);
  return Array.from({ length }, (_, index) => first + index);
}

/** Parses the page box: digits only, at least 1, at most the page count. Undefined for text without a digit. 1.§5. */
export function parsePageNumber({ text, pageCount }: { text: string; pageCount: number }): number | undefined {
  const digits = text.replace(/\D/g, "");
  if (digits === "") return undefined;
  return Math.min(Math.max(1, Number(digits)), Math.max(1, pageCount));
}
