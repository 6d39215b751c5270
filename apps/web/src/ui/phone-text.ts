/** Digits of a US or Canadian number without the country code. */
const PHONE_DIGITS = 10;

/**
 * The text a phone field shows while it is typed: `2695550142` becomes `(269) 555-0142`, fewer digits as far as they
 * go. A leading country code 1 is dropped once eleven digits are there. Text with more digits, or that starts with
 * another country's `+`, is left as typed: the validation rule, not the field, judges it.
 */
export function formatPhoneText(text: string): string {
  const typed = text.replace(/\D/g, "");
  const startsAbroad = text.trimStart().startsWith("+") && typed !== "" && !typed.startsWith("1");
  const digits = typed.length === PHONE_DIGITS + 1 && typed.startsWith("1") ? typed.slice(1) : typed;
  if (startsAbroad || digits.length > PHONE_DIGITS || /[a-z]/i.test(text)) return text;
  if (digits.length === 0) return text.trimStart().startsWith("+") ? "+" : "";
  if (text.trimStart().startsWith("+") && digits.length < PHONE_DIGITS) return text;
  if (digits.length <= 3) return digits;
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

export const countDigits = (text: string): number => text.replace(/\D/g, "").length;

/** The position in `text` just behind its nth digit; 0 digits is the beginning. */
export function caretAfterDigits({ text, digits }: { text: string; digits: number }): number {
  let seen = 0;
  for (let position = 0; position < text.length; position += 1) {
    if (seen === digits) return position;
    if (/\d/.test(text.charAt(position))) seen += 1;
  }
  return text.length;
}
