import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

/** Where a secret is stored. Its ciphertext is bound to the place: copied to another row, it cannot be opened. */
export interface SecretPlace {
  readonly table: string;
  readonly column: string;
  /** Distinguishes secrets of one column, such as by setting. */
  readonly name: string;
  readonly companyId: number | null;
}

export interface SecretBox {
  /** Encrypts with the current key. */
  seal(secret: string, place: SecretPlace): string;
  /** Decrypts with the key that sealed it; a value that was stored before secrets were sealed is returned as it is. Throws SecretsError. */
  open(stored: string, place: SecretPlace): string;
  /** Whether a stored value is sealed with the current key. */
  isCurrent(stored: string): boolean;
  /** Identifies the current key without revealing it. */
  readonly keyId: string;
}

/** A secret that cannot be opened. The message says what to do, without secrets. */
export class SecretsError extends Error {
  override readonly name = "SecretsError";
}

export const KEY_BYTES = 32;
const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** sealed:1:KEY-ID:IV, TAG AND CIPHERTEXT */
const SEALED = /^sealed:1:([\da-f]{16}):([\w-]+)$/;

export const secretKeyIdOf = (key: Buffer): string =>
  createHash("sha256").update("ridgebook secrets key").update(key).digest("hex").slice(0, 16);

const boundTo = ({ table, column, name, companyId }: SecretPlace): Buffer =>
  Buffer.from(JSON.stringify([table, column, name, companyId]));

/** The key that sealed a stored value; undefined if it is not sealed. */
export const sealingKeyIdOf = (stored: string): string | undefined => SEALED.exec(stored)?.[1];

/** @param keys 32 bytes each; the first seals, all of them open, so keys can be rotated */
export function createSecretBox([current, ...former]: readonly [Buffer, ...Buffer[]]): SecretBox {
  const currentId = secretKeyIdOf(current);
  const keys = new Map([current, ...former].map((key) => [secretKeyIdOf(key), key]));
  return {
    keyId: currentId,
    seal(secret, place) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, current, iv).setAAD(boundTo(place));
      const encrypted = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return `sealed:1:${currentId}:${Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64url")}`;
    },
    open(stored, place) {
      const [, id, text] = SEALED.exec(stored) ?? [];
      if (id === undefined || text === undefined) return stored;
      const key = keys.get(id);
      if (!key)
        throw new SecretsError(
          `Secrets in the database are encrypted with key ${id}, but this server has only ${[...keys.keys()].join(", ")}. ` +
            "Set SECRETS_KEY to the key of this installation, or restore the file secrets.key of DATA_DIR from a backup.",
        );
      const bytes = Buffer.from(text, "base64url");
      try {
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
          .setAAD(boundTo(place))
          .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        const secret = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
        return secret.toString("utf8");
      } catch {
        throw new SecretsError(
          `The secret ${place.name} in ${place.table} was changed, or copied from another row. Restore the database from a backup.`,
        );
      }
    },
    isCurrent: (stored) => sealingKeyIdOf(stored) === currentId,
  };
}
