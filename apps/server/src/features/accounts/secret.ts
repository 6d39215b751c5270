import { createHash, createHmac, randomBytes } from "node:crypto";

/** A secret for a person or browser; only its hash is stored. Long enough for a fast hash. */
export const makeSecret = (): string => randomBytes(32).toString("base64url");

export const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

/**
 * Derives the next refresh secret.
 *
 * Deterministic, so that presenting a secret twice (concurrent tabs, or a lost response) gives the same next one, of which the server again
 * stores only the hash.
 */
export const nextSecret = (key: Uint8Array, { sessionId, secret }: { sessionId: string; secret: string }): string =>
  createHmac("sha256", key).update(`refresh ${sessionId} ${secret}`).digest("base64url");
