import type { ConnectedProvider, ConnectionFailure, RehearsalFault } from "@ridgebook/contract";
import type { HttpCall, HttpCallFailure } from "#egress/http-call.ts";

/** Why a provider's answer cannot be used. It holds nothing that the provider sent. */
export class ProviderFailure extends Error {
  override readonly name = "ProviderFailure";
  readonly failure: ConnectionFailure;
  /** How long the provider asked to wait; undefined where it said nothing. */
  readonly waitMs: number | undefined;

  constructor(failure: ConnectionFailure, { waitMs }: { waitMs?: number | undefined } = {}) {
    super(`The provider's answer cannot be used: ${failure}.`);
    this.failure = failure;
    this.waitMs = waitMs;
  }
}

/** What a provider gives for a code or a refresh token. */
export interface Tokens {
  readonly accessToken: string;
  /** Undefined where the former one stays. */
  readonly refreshToken: string | undefined;
  readonly lastsSeconds: number;
  /** What the provider calls the account; "" where it does not say. */
  readonly accountLabel: string;
}

/** One place where a provider is reached: its own address, or the demo stand-in. */
export interface ProviderSite {
  readonly isRehearsal: boolean;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly call: HttpCall;
  /** Where somebody gives the permission. */
  authorizeUrl(state: string): string;
  /** Throws ProviderFailure, "reconnectNeeded" for a code that is not accepted. */
  exchange(code: string): Promise<Tokens>;
  /** Throws ProviderFailure, "reconnectNeeded" only where the provider says that the refresh token is worth nothing any more. */
  renew(refreshToken: string): Promise<Tokens>;
}

/** The demo stand-in, as an admin rehearses with it. */
export interface Rehearsal {
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
}

/** Where a grant's calls go; raises notSetUp where that is no longer there. */
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
