const counts = new Intl.NumberFormat("en-US");

/** "1,243" */
export const countText = (count: number): string => counts.format(count);

/** "1 field", "12 fields", "1,243 leads". */
export const countedText = (count: number, one: string, many = `${one}s`): string =>
  `${countText(count)} ${count === 1 ? one : many}`;
