import {
  documentKindOf,
  emailAddress,
  MAX_EMAIL_ADDRESSES,
  type DocumentKind,
  type EmailAddress,
} from "@ridgebook/contract";

export type Addresses = { readonly addresses: string[] } | { readonly problem: string };

/** Parses typed addresses, separated by commas, semicolons, spaces or lines; reports invalid ones. */
export function readAddresses(text: string): Addresses {
  const addresses = text.split(/[\s,;]+/).filter((each) => each !== "");
  const wrong = addresses.find((email) => !emailAddress.safeParse({ email, name: "" }).success);
  return wrong === undefined ? { addresses } : { problem: `"${wrong}" is not an e-mail address.` };
}

/** Merges chosen and typed addresses without duplicates, or reports what is wrong. */
export function mergeRecipients(chosen: readonly string[], typed: readonly string[]): Addresses {
  const byKey = new Map([...chosen, ...typed].map((email) => [email.toLowerCase(), email]));
  if (byKey.size === 0) return { problem: "Choose or enter at least one e-mail address." };
  if (byKey.size > MAX_EMAIL_ADDRESSES) return { problem: `At most ${String(MAX_EMAIL_ADDRESSES)} e-mail addresses.` };
  return { addresses: [...byKey.values()] };
}

const HOMEOWNER_PAPERS: ReadonlySet<DocumentKind | undefined> = new Set([
  "contract",
  "changeOrder",
  "itemizedEstimate",
]);

export const isHomeownersPaper = (type: number): boolean => HOMEOWNER_PAPERS.has(documentKindOf(type));

/** The default recipients: the homeowner, if the paper is theirs and their address is known. */
export const homeownersAmong = (
  offered: readonly Pick<EmailAddress, "email">[],
  { type, email }: { type: number; email: string },
): ReadonlySet<string> =>
  new Set(
    isHomeownersPaper(type)
      ? offered.flatMap((each) => (each.email.toLowerCase() === email.toLowerCase() ? [each.email] : []))
      : [],
  );
