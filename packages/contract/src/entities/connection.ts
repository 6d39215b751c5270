import { z } from "zod";

/** Services that a company connects itself with. */
export const CONNECTED_PROVIDERS = ["hover", "zoho", "google", "microsoft", "companycam"] as const;
const connectedProvider = z.enum(CONNECTED_PROVIDERS);
export type ConnectedProvider = z.infer<typeof connectedProvider>;

/** "reconnectNeeded": the provider no longer accepts the permission that somebody gave; nothing else ends a connection by itself. */
const CONNECTION_STATES = ["notConnected", "connected", "reconnectNeeded"] as const;
const connectionState = z.enum(CONNECTION_STATES);

/** Why a call of a provider failed; the page has a sentence for each, which says what to do. */
export const CONNECTION_FAILURES = [
  "notConnected",
  "reconnectNeeded",
  /** The permission does not reach so far: the provider answered 403. */
  "refused",
  "notFound",
  /** The provider's limit of calls; also while Ridgebook waits for it. */
  "tooManyCalls",
  "timedOut",
  /** No connection, or a status of 500 and above. */
  "unavailable",
  /** An answer that is not what the provider documents, as a page of HTML with status 200. */
  "unreadable",
  "tooLarge",
  /** No room is left in the account's storage. */
  "storageFull",
  "certificate",
  /** The installation has no client id and secret of the provider. */
  "notSetUp",
] as const;
export const connectionFailure = z.enum(CONNECTION_FAILURES);
export type ConnectionFailure = z.infer<typeof connectionFailure>;

/** The demo stand-in of a provider, where this installation offers it, can be told to misbehave. */
export const REHEARSAL_FAULTS = ["slow", "refuses", "expires", "limits"] as const;
/** In a file storage, people can also rename the folders that Ridgebook made, or put them into the trash. Others do nothing with these. */
export const STORAGE_FAULTS = [...REHEARSAL_FAULTS, "renames", "trashes"] as const;
export const rehearsalFault = z.enum(STORAGE_FAULTS);
export type RehearsalFault = z.infer<typeof rehearsalFault>;

/**
 * A company's connection with a provider, as its page shows it. Of one that is not connected, `provider`, `body` and
 * `authorizeUrl` are the specified provider link info (AUTH-20). Never a token.
 */
export const connectionAccount = z.object({
  provider: connectedProvider,
  /** One sentence for the page: who is connected, or what to do. */
  body: z.string(),
  /** Where an admin gives the permission; null while connected, and where the installation is not set up for the provider. Good for 10 minutes. */
  authorizeUrl: z.string().nullable(),
  /** The same for the demo stand-in; null where this installation has none. */
  rehearsalUrl: z.string().nullable(),
  state: connectionState,
  /** Whether the connected account is the demo stand-in's. */
  isRehearsal: z.boolean(),
  /** What the demo stand-in does wrong at the moment, for an admin who rehearses. */
  rehearsalFaults: z.array(rehearsalFault),
  /** What the provider calls the account; empty while not connected. */
  accountLabel: z.string(),
  connectedByName: z.string(),
  connectedTime: z.iso.datetime().nullable(),
  /** When the permission was renewed last. */
  renewedTime: z.iso.datetime().nullable(),
  lastSuccessTime: z.iso.datetime().nullable(),
  lastFailure: z.object({ time: z.iso.datetime(), failure: connectionFailure }).nullable(),
  /** What the newest answer of a call lacks, by the names of the provider's reference. Left out by an older server. */
  missingKeys: z.array(z.object({ call: z.string(), keys: z.array(z.string()) })).optional(),
  /** Jobs and measurements that are kept from the provider. */
  cachedCount: z.number().int(),
});
export type ConnectionAccount = z.infer<typeof connectionAccount>;

/** What the provider's consent page sent back with the person, in the query of the connection's page. */
export const connectionConsent = z.strictObject({
  code: z.string().min(1, "The provider sent no code.").max(2_000, "The provider's code is too long."),
  state: z.string().min(1, "The provider sent no state.").max(200, "The provider's state is too long."),
});
