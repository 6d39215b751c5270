import { PHONE_COUNTRY_CODE } from "#constants.ts";
import { plainText } from "./plain-text.ts";

const digitsOf = (text: string): string => text.replace(/\D/g, "");

/**
 * Normalizes a North American phone number: +1 and ten digits (1.§5).
 *
 * Accepts any punctuation, typographic hyphens and dashes, and a leading country code. Empty stays empty; undefined for other text.
 */
export function normalizePhone(text: string): string | undefined {
  if (text.trim() === "") return "";
  if (/[^\d\s()+./\p{Pd}\u2212]/u.test(text)) return undefined;
  const digits = digitsOf(text);
  const national = digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
  return national.length === 10 ? `${PHONE_COUNTRY_CODE}${national}` : undefined;
}

const EXTENSION = /^(.*?\d.*?)[\s,;]*(?:(?<=[\d\s).,;])(?:extension|ext|x)|#)\s*[.:]?\s*(\d{1,10})$/i;

/** Dial strings "2695550122;12" and "2695550122,,12", and tel: links "+1-269-555-0122;ext=12". */
const DIALED_EXTENSION = /^([^,;]+)[\s,;]+(?:ext=)?\s*(\d{1,10})$/i;

/** Splits off an extension: "269-555-0122 x14", "(269) 555-0122 ext. 14", "269-555-0122;14". */
export function splitExtension(text: string): { phone: string; extension: string } {
  const written = plainText(text).trim();
  const dialed = DIALED_EXTENSION.exec(written);
  // Without a keyword, an extension must follow a complete number.
  const isDialed = dialed?.[1] !== undefined && Boolean(normalizePhone(dialed[1]));
  const [, phone, extension] = (isDialed ? dialed : EXTENSION.exec(written)) ?? [];
  return { phone: (phone ?? text).trim(), extension: extension ?? "" };
}

/** Formats a stored phone number: (555) 123-4567, or (555) 123-4567 ext. 14. Other text is unchanged. */
export function formatPhone(phone: string, extension = ""): string {
  const match = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone);
  const number = match ? `(${match[1]}) ${match[2]}-${match[3]}` : phone;
  return number === "" || extension === "" ? number : `${number} ext. ${extension}`;
}

/** The primary phone number of a lead, formatted. */
export const formatLeadPhone = (
  lead: { phone: string; phoneExtension?: string; mobilePhone: string; mobilePhoneExtension?: string },
  { first }: { first: "phone" | "mobilePhone" },
): string => {
  const phone = formatPhone(lead.phone, lead.phoneExtension);
  const mobilePhone = formatPhone(lead.mobilePhone, lead.mobilePhoneExtension);
  return first === "phone" ? phone || mobilePhone : mobilePhone || phone;
};
