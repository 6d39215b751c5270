import { leadAddress, type LeadFields } from "@ridgebook/contract";

/**
 * The address in a map. Every device opens this form: phones and tablets in their map app where it is installed, others
 * in the browser. (`geo:` is not known to iOS, nor to desktops.)
 */
export const mapLink = (place: Pick<LeadFields, "street" | "city" | "state" | "zipCode">): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(leadAddress(place))}`;

/** RFC 3966: the phone dials the extension once the number has answered. */
export const phoneLink = (phone: string, extension = ""): string =>
  `tel:${phone.replace(/[^\d+]/g, "")}${extension === "" ? "" : `;ext=${extension}`}`;

export const emailLink = (email: string): string => `mailto:${encodeURIComponent(email).replace("%40", "@")}`;

/** A link that another system stored; undefined when it is none that a browser should follow, such as `javascript:`. */
export function webLink(link: string): string | undefined {
  const url = URL.canParse(link) ? new URL(link) : undefined;
  return url && ["https:", "http:"].includes(url.protocol) ? url.href : undefined;
}
