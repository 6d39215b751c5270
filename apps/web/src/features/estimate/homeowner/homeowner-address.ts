import { idInAddress } from "@ridgebook/contract";

/**
 * The text of the estimate's id in an address of a homeowner's view; undefined for any other address, and for one whose id can name no
 * estimate: such an address leads to the leads, so nothing may be locked into it.
 *
 * @param href path, with or without query and hash
 */
export function idInHomeownerAddress(href: string): string | undefined {
  const [, idText] = /^\/estimator\/estimate\/([^/?#]+)\/homeowner\/?(?:[?#]|$)/i.exec(href) ?? [];
  // 0 names none either.
  return idInAddress(idText) ? idText : undefined;
}
