import type { ConnectedProvider, ConnectionFailure, RehearsalFault, SettingsFields } from "@ridgebook/contract";
import type { HttpCall, HttpCallFailure, HttpCallReply } from "#egress/http-call.ts";

/** Why a provider's answer cannot be used. It holds nothing that the provider sent. */
export class ProviderFailure extends Error {
  override readonly name = "ProviderFailure";
  readonly failure: ConnectionFailure;
  /** How long the provider asked to wait; undefined where it said nothing. */
  readonly waitMs: number | undefined;
  /** Keys that the answer lacks, by our names for them. */
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

/** What a provider said of the account when it gave the permission, such as the host of its calls. Never a secret. */
export type AccountDetails = Readonly<Record<string, string>>;

/** What a provider gives for a code or a refresh token. */
export interface Tokens {
  readonly accessToken: string;
  /** Undefined where the previous one stays. */
  readonly refreshToken: string | undefined;
  readonly lastsSeconds: number;
  /** What the provider calls the account; "" where it does not say. */
  readonly accountLabel: string;
  /** Kept with the grant instead of the previous ones; left out where those stay. */
  readonly details?: AccountDetails;
}

/** What the consent page sent back with the person. */
export interface Consent {
  readonly code: string;
  /** PKCE's, where the site uses it. */
  readonly verifier: string | undefined;
  /** The other members of the answer that the provider's call takes. */
  readonly answer: AccountDetails;
}

/** One place where a provider is reached: its own address, or the demo stand-in. */
export interface ProviderSite {
  readonly isRehearsal: boolean;
  readonly call: HttpCall;
  /** Whether a permission is finished with the verifier that it was begun with (PKCE, S256). */
  readonly usesPkce: boolean;
  /** Where calls go, without a slash at the end. */
  apiUrl(details: AccountDetails): string;
  /** The header of a call: "Bearer token". */
  authorization(accessToken: string): string;
  /** Where somebody gives the permission. */
  authorizeUrl(begun: { state: string; challenge: string | undefined }): string;
  /** Throws ProviderFailure, "reconnectNeeded" for a code that is not accepted. */
  exchange(consent: Consent): Promise<Tokens>;
  /** Throws ProviderFailure, "reconnectNeeded" only where the provider says that the refresh token is worth nothing any more. */
  renew(refreshToken: string, details: AccountDetails): Promise<Tokens>;
  /** Ends a permission at the provider; left out where that has no call for it. */
  revoke?(refreshToken: string, details: AccountDetails): Promise<void>;
  /** A short-lived token of this scope alone, as the provider's picker takes. */
  tokenFor?(refreshToken: string, scope: string): Promise<string>;
  /** What an answer means that the provider documents otherwise than its status says; undefined where the status is right. */
  failureOf?(reply: HttpCallReply): ProviderFailure | undefined;
}

/** The demo stand-in, as an admin rehearses with it. */
interface Rehearsal {
  readonly faults: readonly RehearsalFault[];
  setFaults(faults: readonly RehearsalFault[]): void;
}

/** What the room of connections knows of a provider. */
export interface Provider {
  readonly id: ConnectedProvider;
  /** As people call it. */
  readonly name: string;
  /** Undefined where the installation has no client id and secret of it. */
  readonly site: ProviderSite | undefined;
  /** Undefined where the installation offers no demo. */
  readonly rehearsal: (ProviderSite & Rehearsal) | undefined;
  /** Calls that one grant makes at once, and over time. Together they stay below the provider's own limit. */
  readonly limit: { readonly atOnce: number; readonly perMinute: number };
  /** Whether ending one permission of an account leaves newer ones of it alone; Google ends them all. */
  readonly endsOneAlone?: boolean;
  /** Other providers whose connection ends where this one begins. */
  readonly replaces?: readonly Pick<Provider, "id" | "name">[];
  /** The company's settings by which the rest of the app knows of the connection, and devices without a signal. */
  readonly settings: Readonly<Record<"connected" | "disconnected", Partial<SettingsFields>>>;
}

/** Where a grant's calls go; throws notSetUp where that is no longer there. */
export function siteOf({ site, rehearsal }: Provider, { isRehearsal }: { isRehearsal: boolean }): ProviderSite {
  const found = isRehearsal ? rehearsal : site;
  if (!found) throw new ProviderFailure("notSetUp");
  return found;
}

const CALL_FAILURES: Record<HttpCallFailure, ConnectionFailure> = {
  // The operator's address of the provider leads into the operator's network, and nobody allowed that.
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
