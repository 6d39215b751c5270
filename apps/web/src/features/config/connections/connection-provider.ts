import { connectionAccount, Problem, type ConnectionAccount, type RehearsalFault } from "@ridgebook/contract";
import type { ReactNode } from "react";
import type { Consent } from "#features/config/connections/consent-returns.ts";
import type { ServerClient } from "#server-client/server-client.ts";

/** A provider's texts and calls, as the page of a connection uses them. */
export interface ConnectionProvider {
  /** "Hover" */
  readonly name: string;
  /** The page's path, which the provider's consent page redirects to. */
  readonly path: string;
  /** What the connection does for the company, in one sentence. */
  readonly purpose: string;
  /** Texts about the kept records: singular, plural, and a note. Left out if nothing is kept. */
  readonly kept?: { readonly one: string; readonly many: string; readonly note: string };
  /** What Ridgebook is allowed there: "to read there". */
  readonly allowed: string;
  /** What a rehearsal uses instead of the service: "invented houses". */
  readonly rehearsedWith: string;
  /** Faults that its stand-in can simulate beyond those of every provider. */
  readonly faults?: readonly RehearsalFault[];
  /** What a disconnect does not change. */
  readonly afterDisconnect: string;
  /** What the operator of an installation does before anyone can connect. */
  readonly setUp: ReactNode;
  readonly calls: {
    readonly read: (client: ServerClient, signal: AbortSignal) => Promise<unknown>;
    readonly connect: (client: ServerClient, consent: Consent) => Promise<unknown>;
    readonly refresh: (client: ServerClient) => Promise<unknown>;
    /** Left out if nothing is kept. */
    readonly clearCache?: (client: ServerClient) => Promise<unknown>;
    readonly disconnect: (client: ServerClient) => Promise<unknown>;
    readonly rehearse: (client: ServerClient, faults: RehearsalFault[]) => Promise<unknown>;
  };
}

/** The timeout of a call that waits for a provider, which our server asks twice. */
export const PROVIDER_TIMEOUT_MS = 90_000;

/** Throws `unavailable` for a body that is no account, such as a page of a machine on the way: the page has words for it (INT-29). */
export function readAccount(reply: unknown): ConnectionAccount {
  const read = connectionAccount.safeParse(reply);
  if (!read.success) throw new Problem("unavailable");
  return read.data;
}
