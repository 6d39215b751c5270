import type { KeptTexts } from "#ui/kept-texts.ts";

/*
 * The page that the device shows until its user has entered the PIN, and the user. Kept in the browser's storage, so that neither a reload nor a new tab
 * ends it. One device is handed to one customer at a time.
 */

const KEY = "ridgebook-locked-view";

/** @param owner the user and the company, from `pinOwner` */
export const lockView = (texts: Pick<KeptTexts, "keep">, { owner, href }: { owner: string; href: string }): void =>
  texts.keep(KEY, JSON.stringify([owner, href]));

export const unlockView = (texts: Pick<KeptTexts, "keep">): void => texts.keep(KEY, "");

/** Path and query of the page that this user may not leave; undefined while they may go anywhere. */
export function lockedView(texts: Pick<KeptTexts, "read">, owner: string): string | undefined {
  const text = texts.read(KEY);
  if (!text) return undefined;
  try {
    const kept: unknown = JSON.parse(text);
    if (!Array.isArray(kept)) return undefined;
    const [lockedFor, href] = kept as readonly unknown[];
    return lockedFor === owner && typeof href === "string" && href.startsWith("/") ? href : undefined;
  } catch {
    return undefined;
  }
}

/** A person in a company; several may share a tablet. */
export const pinOwner = ({ id, companyId }: { id: number; companyId: number | null }): string =>
  `${String(id)}/${String(companyId ?? 0)}`;

/** The path of an address, for comparing pages: without query, hash and trailing slash. */
export const pathOf = (href: string): string => (href.split(/[?#]/)[0] ?? "").replace(/\/$/, "");
