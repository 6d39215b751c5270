import { SHAPES } from "#records/releases.ts";

/**
 * How apps and servers of different ages tell that they are. Every call of the app names the version of the contract that
 * the app was built with, every reply the server's (decision 0028). Other callers of the API name none and are taken at
 * their word.
 */

/** That of the newest release: each change of a shape that travels (`wire-shapes.test.ts`) comes in one. */
export const CONTRACT_VERSION = SHAPES.release;

/**
 * The oldest app that this server still understands. At least the version before: an installed app updates late. An older
 * one is asked to update (426); what waits on its device waits on.
 */
export const OLDEST_CONTRACT_VERSION = 1;

/** The header of requests and replies that names the version. */
export const CONTRACT_VERSION_HEADER = "ridgebook-contract";

/** The header of a call that was made before its app was updated: the release whose shapes its body has. */
export const RELEASE_HEADER = "ridgebook-release";

/** The version that a header names; undefined for none, and for what is no version. */
export const readContractVersion = (text: string | null | undefined): number | undefined =>
  typeof text === "string" && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
