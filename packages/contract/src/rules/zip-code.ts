const UNITED_STATES = /^\d{5}(-\d{4})?$/;
const CANADA = /^[a-z]\d[a-z][ -]?\d[a-z]\d$/i;

/** Five digits, five plus four, or a Canadian-style postal code; empty is allowed (1.§5). */
export const isZipCode = (text: string): boolean => text === "" || UNITED_STATES.test(text) || CANADA.test(text);
