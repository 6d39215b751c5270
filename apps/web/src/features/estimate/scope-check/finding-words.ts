/** How many findings there are, in the same words wherever they are counted. */
export const thingsToLookAt = (count: number): string =>
  count === 1 ? "1 thing to look at" : `${String(count)} things to look at`;
