import { idInAddress } from "@ridgebook/contract";

/**
 * The estimate id in the address of a homeowner's view. Undefined for other addresses, and for ids that no estimate can have, which
 * redirect to the leads and so must not be locked.
 *
 * @param href path, with or without query and hash
 */
export function idInHomeownerAddress(href: string): string | undefined {
  const [, idText] = /^\/estimator\/estimate\/([^/?#]+)\/homeowner\/?(?:[?#]|$)/i.exec(href) ?? [];
  // 0 is not an id.
  return idInAddress(idText) ? idText : undefined;
}
