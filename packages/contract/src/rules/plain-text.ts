/** Invisible characters, copied along with an address or number from a page or message. */
const INVISIBLE = /\p{Cf}/gu;
const SPACES = /\p{Zs}/gu;

/** Removes invisible characters and normalizes spaces of an address or number. */
export const plainText = (value: string): string => value.replace(INVISIBLE, "").replace(SPACES, " ");
