/** Characters that nobody sees, which come along when an address or a number is copied from a page or a message. */
const INVISIBLE = /\p{Cf}/gu;
const SPACES = /\p{Zs}/gu;

/** An address or a number without invisible characters, and with plain spaces. */
export const plainText = (value: string): string => value.replace(INVISIBLE, "").replace(SPACES, " ");
