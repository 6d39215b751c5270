import { connectionAccount, Problem, type ConnectionAccount, type RehearsalFault } from "@ridgebook/contract";
import type { ReactNode } from "react";
import type { Consent } from "#features/config/connections/consent-returns.ts";
import type { ServerClient } from "#server-client/server-client.ts";

/** What the page of a connection needs to know of its provider: texts, and calls. */
export interface ConnectionProvider {
  /** "Hover" */
  readonly name: string;
  /** Address of the page, which the provider's consent page leads back to. */
  readonly path: string;
  /** What the connection does for the company, in one sentence. */
  readonly purpose: string;
  /** What is kept of it: one of them, many, and what is to be known of them. Left out where nothing is. */
  readonly kept?: { readonly one: string; readonly many: string; readonly note: string };
  /** What Ridgebook is allowed there: "to read there". */
  readonly allowed: string;
  /** What a rehearsal uses instead of the service: "invented houses". */
  readonly rehearsedWith: string;
  /** What its stand-in can be told to do wrong, where that is more than what every provider's can. */
  readonly faults?: readonly RehearsalFault[];
  /** What a disconnect leaves as it is. */
  readonly afterDisconnect: string;
  /** What the operator of an installation does before anybody can connect. */
  readonly setUp: ReactNode;
  readonly calls: {
    readonly read: (client: ServerClient, signal: AbortSignal) => Promise<unknown>;
    readonly connect: (client: ServerClient, consent: Consent) => Promise<unknown>;
    readonly refresh: (client: ServerClient) => Promise<unknown>;
    /** Left out where nothing is kept. */
    readonly clearCache?: (client: ServerClient) => Promise<unknown>;
    readonly disconnect: (client: ServerClient) => Promise<unknown>;
    readonly rehearse: (client: ServerClient, faults: RehearsalFault[]) => Promise<unknown>;
  };
}

/** How long a call may take that waits for a provider, which our server asks twice. */
export const PROVIDER_TIMEOUT_MS = 90_000;

/** Raises `unavailable` for what is no account, such as a page of a machine on the way: the page has words for it (INT-29). */
export function readAccount(reply: unknown): ConnectionAccount {
  const read = connectionAccount.safeParse(reply);
  if (!read.success) throw new Problem("unavailable");
  return read.data;
}
