const counts = new Intl.NumberFormat("en-US");
// eslint-disable-next-line no-restricted-syntax -- the one that all others use
const lists = new Intl.ListFormat("en-US", { type: "conjunction" });

/** "1,243" */
export const countText = (count: number): string => counts.format(count);

/** "1 field", "12 fields", "1,243 leads". */
export const countedText = (count: number, one: string, many = `${one}s`): string =>
  `${countText(count)} ${count === 1 ? one : many}`;

/** "Ann", "Ann and Bob", "Ann, Bob, and Cy". */
export const listText = (parts: readonly string[]): string => lists.format(parts);
