import { leadAddress, type LeadFields } from "@ridgebook/contract";

/**
 * A map link for the address. All devices support this form: phones and tablets open their map app if installed, others the browser. (iOS
 * and desktops don't support `geo:`.)
 */
export const mapLink = (place: Pick<LeadFields, "street" | "city" | "state" | "zipCode">): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(leadAddress(place))}`;

/** RFC 3966: the phone dials the extension after the call connects. */
export const phoneLink = (phone: string, extension = ""): string =>
  `tel:${phone.replace(/[^\d+]/g, "")}${extension === "" ? "" : `;ext=${extension}`}`;

export const emailLink = (email: string): string => `mailto:${encodeURIComponent(email).replace("%40", "@")}`;

/** A link from another system; undefined if a browser should not follow it, such as `javascript:`. */
export function webLink(link: string): string | undefined {
  const url = URL.canParse(link) ? new URL(link) : undefined;
  return url && ["https:", "http:"].includes(url.protocol) ? url.href : undefined;
}
