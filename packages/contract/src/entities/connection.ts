import { z } from "zod";

/** Services that a company can connect. */
export const CONNECTED_PROVIDERS = ["hover", "zoho", "google", "microsoft", "companycam"] as const;
const connectedProvider = z.enum(CONNECTED_PROVIDERS);
export type ConnectedProvider = z.infer<typeof connectedProvider>;

/** "reconnectNeeded": the provider no longer accepts the grant; nothing else ends a connection by itself. */
const CONNECTION_STATES = ["notConnected", "connected", "reconnectNeeded"] as const;
const connectionState = z.enum(CONNECTION_STATES);

/** Why a call of a provider failed; the page explains each and what to do. */
export const CONNECTION_FAILURES = [
  "notConnected",
  "reconnectNeeded",
  /** The grant lacks the right: the provider replied 403. */
  "refused",
  "notFound",
  /** The provider's rate limit; also while Ridgebook waits for it. */
  "tooManyCalls",
  "timedOut",
  /** No connection, or a status of 500 and above. */
  "unavailable",
  /** An undocumented response, such as an HTML page with status 200. */
  "unreadable",
  "tooLarge",
  "storageFull",
  "certificate",
  /** The installation has no client id and secret of the provider. */
  "notSetUp",
] as const;
export const connectionFailure = z.enum(CONNECTION_FAILURES);
export type ConnectionFailure = z.infer<typeof connectionFailure>;

/** Faults that a provider's demo stand-in can simulate. */
export const REHEARSAL_FAULTS = ["slow", "refuses", "expires", "limits"] as const;
/** For file storages also: people rename or trash Ridgebook's folders. A no-op for others. */
export const STORAGE_FAULTS = [...REHEARSAL_FAULTS, "renames", "trashes"] as const;
export const rehearsalFault = z.enum(STORAGE_FAULTS);
export type RehearsalFault = z.infer<typeof rehearsalFault>;

/**
 * A company's connection with a provider, for its page. If not connected, `provider`, `body` and `authorizeUrl` are the specified provider
 * link info (AUTH-20). Never a token.
 */
export const connectionAccount = z.object({
  provider: connectedProvider,
  /** One sentence for the page: who is connected, or what to do. */
  body: z.string(),
  /** The consent page for an admin; null while connected, and if the installation is not set up for the provider. Valid for 10 minutes. */
  authorizeUrl: z.string().nullable(),
  /** Likewise for the demo stand-in; null without one. */
  rehearsalUrl: z.string().nullable(),
  state: connectionState,
  /** Whether the connected account is the demo stand-in's. */
  isRehearsal: z.boolean(),
  /** The demo stand-in's active faults. */
  rehearsalFaults: z.array(rehearsalFault),
  /** The provider's name for the account; empty while not connected. */
  accountLabel: z.string(),
  connectedByName: z.string(),
  connectedTime: z.iso.datetime().nullable(),
  /** When the token was last renewed. */
  renewedTime: z.iso.datetime().nullable(),
  lastSuccessTime: z.iso.datetime().nullable(),
  lastFailure: z.object({ time: z.iso.datetime(), failure: connectionFailure }).nullable(),
  /** Keys missing in the newest response of a call, as in the provider's reference. Omitted by an older server. */
  missingKeys: z.array(z.object({ call: z.string(), keys: z.array(z.string()) })).optional(),
  /** Cached jobs and measurements. */
  cachedCount: z.number().int(),
});
export type ConnectionAccount = z.infer<typeof connectionAccount>;

/** The query with which the provider's consent page redirects back. */
export const connectionConsent = z.strictObject({
  code: z.string().min(1, "The provider sent no code.").max(2_000, "The provider's code is too long."),
  state: z.string().min(1, "The provider sent no state.").max(200, "The provider's state is too long."),
});
