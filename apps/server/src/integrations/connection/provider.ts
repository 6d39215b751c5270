import type { ConnectedProvider, ConnectionFailure, RehearsalFault, SettingsFields } from "@ridgebook/contract";
import type { HttpCall, HttpCallFailure, HttpCallReply } from "#egress/http-call.ts";

/** Why a provider's response is unusable. Contains nothing that the provider sent. */
export class ProviderFailure extends Error {
  override readonly name = "ProviderFailure";
  readonly failure: ConnectionFailure;
  /** The delay that the provider requested; undefined without one. */
  readonly waitMs: number | undefined;
  /** Keys that the response lacks, by our names. */
  readonly missing: readonly string[];

  constructor(
    failure: ConnectionFailure,
    { waitMs, missing = [] }: { waitMs?: number | undefined; missing?: readonly string[] } = {},
  ) {
    super(`The provider's answer cannot be used: ${failure}.`);
    this.failure = failure;
    this.waitMs = waitMs;
    this.missing = missing;
  }
}

/** Failures of the provider itself, during which its cached replies may be shown. A revoked grant or a missing record is reported instead. */
export const OUTAGES: readonly ConnectionFailure[] = [
  "timedOut",
  "unavailable",
  "tooManyCalls",
  "unreadable",
  "tooLarge",
  "certificate",
];

/** Account details that come with a grant, such as the API host. Never a secret. */
export type AccountDetails = Readonly<Record<string, string>>;

export interface Tokens {
  readonly accessToken: string;
  /** Undefined if the current one stays valid. */
  readonly refreshToken: string | undefined;
  readonly lastsSeconds: number;
  /** The provider's name for the account, or "". */
  readonly accountLabel: string;
  /** Replaces the details stored with the grant; undefined keeps them. */
  readonly details?: AccountDetails;
}

/** The parameters with which the consent page redirects back. */
export interface Consent {
  readonly code: string;
  /** PKCE verifier, if the site uses PKCE. */
  readonly verifier: string | undefined;
  /** Other redirect parameters that the token call needs. */
  readonly answer: AccountDetails;
}

/** One address of a provider: its own, or the demo stand-in's. */
export interface ProviderSite {
  readonly isRehearsal: boolean;
  readonly call: HttpCall;
  /** Whether authorizations use PKCE (S256). */
  readonly usesPkce: boolean;
  /** The base of calls, without a trailing slash. */
  apiUrl(details: AccountDetails): string;
  /** The authorization header: "Bearer token". */
  authorization(accessToken: string): string;
  /** The consent page's address. */
  authorizeUrl(begun: { state: string; challenge: string | undefined }): string;
  /** Throws ProviderFailure, "reconnectNeeded" for a rejected code. */
  exchange(consent: Consent): Promise<Tokens>;
  /** Throws ProviderFailure, "reconnectNeeded" only if the provider says that the refresh token is no longer valid. */
  renew(refreshToken: string, details: AccountDetails): Promise<Tokens>;
  /** Revokes a grant at the provider; undefined if it has no such call. */
  revoke?(refreshToken: string, details: AccountDetails): Promise<void>;
  /** A short-lived token limited to this scope, for the provider's picker. */
  tokenFor?(refreshToken: string, scope: string): Promise<string>;
  /** Reinterprets a response whose documented meaning differs from its status; undefined if the status is right. */
  failureOf?(reply: HttpCallReply): ProviderFailure | undefined;
}

/** The demo stand-in that an admin can practice with, known only to the program that starts the server. */
export interface Rehearsal {
  readonly faults: readonly RehearsalFault[];
  setFaults(faults: readonly RehearsalFault[]): void;
}

/** How a provider is reached: itself, and its demo stand-in. */
export interface ProviderParts<Settings, Demo extends Rehearsal> {
  /** Undefined if not configured. */
  readonly settings: Settings | undefined;
  /** Undefined without a demo. */
  readonly rehearsal: Demo | undefined;
  /** Only the demo may be on this machine. */
  readonly calls: { readonly site: HttpCall; readonly rehearsal: HttpCall };
  readonly publicUrl: string;
  readonly now: () => Date;
}

/** What a site is made with besides the provider's settings. */
export interface SiteParts {
  readonly isRehearsal: boolean;
  readonly call: HttpCall;
  /** This installation's address, without a trailing slash. */
  readonly publicUrl: string;
  readonly now: () => Date;
}

/** The provider's own site, and that of the demo's stand-in with its faults. */
export const sitesOf = <Settings, Demo extends Rehearsal>(
  { settings, rehearsal, calls, publicUrl, now }: ProviderParts<Settings, Demo>,
  siteAt: (settings: Settings | Demo, parts: SiteParts) => ProviderSite,
): Pick<Provider, "site" | "rehearsal"> => ({
  site: settings && siteAt(settings, { isRehearsal: false, call: calls.site, publicUrl, now }),
  rehearsal: rehearsal && {
    ...siteAt(rehearsal, { isRehearsal: true, call: calls.rehearsal, publicUrl, now }),
    get faults() {
      return rehearsal.faults;
    },
    setFaults: (faults) => rehearsal.setFaults(faults),
  },
});

/** What the connection code needs of a provider. */
export interface Provider {
  readonly id: ConnectedProvider;
  /** Display name. */
  readonly name: string;
  /** Undefined if the installation has no client id and secret. */
  readonly site: ProviderSite | undefined;
  /** Undefined if the installation has no demo. */
  readonly rehearsal: (ProviderSite & Rehearsal) | undefined;
  /** Rate limit per grant: burst and refill. Together below the provider's own limit. */
  readonly limit: { readonly atOnce: number; readonly perMinute: number };
  /** Whether revoking a grant leaves newer grants of the account valid; Google revokes them all. */
  readonly endsOneAlone?: boolean;
  /** Providers that connecting this one disconnects. */
  readonly replaces?: readonly Pick<Provider, "id" | "name">[];
  /** Settings that tell the rest of the app, and offline devices, about the connection. */
  readonly settings: Readonly<Record<"connected" | "disconnected", Partial<SettingsFields>>>;
}

/** The site of a grant's calls; throws notSetUp if it is no longer configured. */
export function siteOf({ site, rehearsal }: Provider, { isRehearsal }: { isRehearsal: boolean }): ProviderSite {
  const found = isRehearsal ? rehearsal : site;
  if (!found) throw new ProviderFailure("notSetUp");
  return found;
}

const CALL_FAILURES: Record<HttpCallFailure, ConnectionFailure> = {
  // The operator's address of the provider is in a private network that is not allowed.
  notAllowed: "notSetUp",
  portNotAllowed: "notSetUp",
  hostNotFound: "unavailable",
  refused: "unavailable",
  unreachable: "unavailable",
  brokenOff: "unavailable",
  timedOut: "timedOut",
  certificate: "certificate",
  tooLarge: "tooLarge",
};
export const toConnectionFailure = (failure: HttpCallFailure): ConnectionFailure => CALL_FAILURES[failure];
