import { createHash, createHmac, randomBytes } from "node:crypto";

/** A secret that a person or browser carries; only its hash is stored. It is long enough to need no slow hash. */
export const makeSecret = (): string => randomBytes(32).toString("base64url");

export const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

/**
 * The refresh secret that follows another one.
 *
 * It is derived and not drawn, so that the same secret presented twice (two tabs at once, or an answer that got lost)
 * leads to the same next one, of which the server again stores only the hash.
 */
export const nextSecret = (key: Uint8Array, { sessionId, secret }: { sessionId: string; secret: string }): string =>
  createHmac("sha256", key).update(`refresh ${sessionId} ${secret}`).digest("base64url");
