/*
 * The page of a connection is also the address that a provider's consent page leads back to. What it brings back is taken out of the
 * address before the page is drawn, and waits here for the page.
 */

/** What our server ends a permission with. */
export interface Consent {
  readonly code: string;
  readonly state: string;
  /** Zoho's: the market of the account, and its accounts server. */
  readonly location?: string;
  readonly accountsServer?: string;
}

/** The user's decision at the provider. */
export type ConsentReturn =
  | ({ readonly outcome: "allowed" } & Consent)
  /** They said no. */
  | { readonly outcome: "denied" }
  /** The provider could not ask, or left something out. */
  | { readonly outcome: "failed" };

type Search = Readonly<Record<string, string | undefined>>;

/** Members of the query that a consent page adds (RFC 6749 §4.1.2, RFC 9207). */
const NAMES = [
  "code",
  "state",
  "error",
  "error_description",
  "error_uri",
  "iss",
  "scope",
  "location",
  "accounts-server",
] as const;

/** Undefined: the user did not come from a provider. */
export function readConsent({ code, state, error, ...more }: Search): ConsentReturn | undefined {
  if (error !== undefined) return { outcome: error === "access_denied" ? "denied" : "failed" };
  if (code === undefined && state === undefined) return undefined;
  if (!code || !state) return { outcome: "failed" };
  const { location, "accounts-server": accountsServer } = more;
  return { outcome: "allowed", code, state, ...(location && { location }), ...(accountsServer && { accountsServer }) };
}

export const withoutConsent = (search: Search): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !NAMES.some((known) => known === name)));

interface ConsentReturns {
  /** Whether the query brought something, which is noted for the page at `path`. */
  note(path: string, search: Search): boolean;
  /** What was noted for a page, once. */
  take(path: string): ConsentReturn | undefined;
}

export function createConsentReturns(): ConsentReturns {
  const noted = new Map<string, ConsentReturn>();
  return {
    note(path, search) {
      const found = readConsent(search);
      if (found) noted.set(path, found);
      return found !== undefined;
    },
    take(path) {
      const found = noted.get(path);
      noted.delete(path);
      return found;
    },
  };
}

/** Those of this page's visit. */
export const consentReturns = createConsentReturns();
