import { SHAPES } from "#records/releases.ts";

/**
 * Version negotiation between apps and servers of different ages. Every call names the contract version of its app, every reply the
 * server's (decision 0028). Other API callers send none and are assumed to be current.
 */

/** The newest release's: each change of a wire shape (`wire-shapes.test.ts`) comes with one. */
export const CONTRACT_VERSION = SHAPES.release;

/**
 * The oldest app that this server still understands; at least the previous version, because installed apps update late. An older one is
 * asked to update (426); its unsent changes are kept.
 */
export const OLDEST_CONTRACT_VERSION = 1;

export const CONTRACT_VERSION_HEADER = "ridgebook-contract";

/** The header of a call made before its app was updated: the release of its body's shapes. */
export const RELEASE_HEADER = "ridgebook-release";

/** Parses a version header; undefined if missing or invalid. */
export const readContractVersion = (text: string | null | undefined): number | undefined =>
  typeof text === "string" && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
