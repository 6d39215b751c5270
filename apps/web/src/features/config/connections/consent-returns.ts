/*
 * A provider's consent page redirects to the page of the connection. Its query parameters are removed from the address before the page is drawn, and
 * wait here for the page.
 */

/** The parameters that our server finishes a permission with. */
export interface Consent {
  readonly code: string;
  readonly state: string;
  /** Zoho only: the market of the account, and its accounts server. */
  readonly location?: string;
  readonly accountsServer?: string;
}

/** The user's decision at the provider. */
export type ConsentReturn =
  | ({ readonly outcome: "allowed" } & Consent)
  /** The user refused. */
  | { readonly outcome: "denied" }
  /** The provider could not ask, or left a parameter out. */
  | { readonly outcome: "failed" };

type Search = Readonly<Record<string, string | undefined>>;

/** Query parameters that a consent page adds (RFC 6749 §4.1.2, RFC 9207). */
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
  /** Takes the parameters of a consent page from the query, and notes them for the page at `path`. Returns whether there were any. */
  note(path: string, search: Search): boolean;
  /** Returns what was noted for a page, once. */
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

/** Of this visit of the page. */
export const consentReturns = createConsentReturns();
