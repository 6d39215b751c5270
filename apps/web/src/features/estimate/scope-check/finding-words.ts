/** The number of findings in words. */
export const thingsToLookAt = (count: number): string =>
  count === 1 ? "1 thing to look at" : `${String(count)} things to look at`;
