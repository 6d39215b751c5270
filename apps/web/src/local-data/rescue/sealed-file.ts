import { RescueProblem } from "./rescue-problem.ts";

/**
 * Encrypts a file with a passphrase.
 *
 *     magic 16 | version 1 | iterations 4 | salt 16 | check 16 | nonce 12 | digest 32 | sealed contents
 *
 * The digest (SHA-256 of all the rest) detects a damaged file and the check a wrong passphrase, before anything is decrypted. PBKDF2 with
 * SHA-256 is the slowest derivation that every browser has; HKDF derives the check and the key from it, so that the check reveals nothing
 * about the key. AES-GCM encrypts the contents and authenticates the parts before them. Numbers are big-endian.
 */
const MAGIC = new TextEncoder().encode("RIDGEBOOK RESCUE");
const VERSION = 1;
/** OWASP's recommendation for PBKDF2-HMAC-SHA256 (2023). */
const ITERATIONS = 600_000;
/** A manipulated count must not keep a tablet busy for hours. */
const MAX_ITERATIONS = 10_000_000;

const SIZES = { magic: MAGIC.length, version: 1, iterations: 4, salt: 16, check: 16, nonce: 12, digest: 32 } as const;
type Part = keyof typeof SIZES;

/** The offset of each part, and of the encrypted contents after the last one. */
const OFFSETS = ((): Record<Part | "contents", number> => {
  const offsets: Partial<Record<Part | "contents", number>> = {};
  let offset = 0;
  for (const [part, size] of Object.entries(SIZES) as [Part, number][]) {
    offsets[part] = offset;
    offset += size;
  }
  return { ...offsets, contents: offset } as Record<Part | "contents", number>;
})();

type Bytes = Uint8Array<ArrayBuffer>;

const partOf = (file: Bytes, part: Part): Bytes => file.slice(OFFSETS[part], OFFSETS[part] + SIZES[part]);
const isSame = (one: Bytes, other: Bytes): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);

/** Derives the key and the check from the passphrase. */
async function deriveSecrets({
  passphrase,
  salt,
  iterations,
}: {
  passphrase: string;
  salt: Bytes;
  iterations: number;
}): Promise<{ check: Bytes; key: CryptoKey }> {
  // Keyboards compose accented letters in different ways.
  const typed = new TextEncoder().encode(passphrase.normalize("NFKC"));
  const password = await crypto.subtle.importKey("raw", typed, "PBKDF2", false, ["deriveBits"]);
  const stretched = await crypto.subtle.deriveBits(
    { name: "PBKDF2", hash: "SHA-256", salt, iterations },
    password,
    256,
  );
  const secret = await crypto.subtle.importKey("raw", stretched, "HKDF", false, ["deriveBits", "deriveKey"]);
  const from = (purpose: string) => ({
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(),
    info: new TextEncoder().encode(`ridgebook rescue ${purpose}`),
  });
  const check = new Uint8Array(await crypto.subtle.deriveBits(from("check"), secret, SIZES.check * 8));
  const aes = { name: "AES-GCM", length: 256 };
  return { check, key: await crypto.subtle.deriveKey(from("contents"), secret, aes, false, ["encrypt", "decrypt"]) };
}

/** SHA-256 of the file without the digest. */
async function digestOf(file: Bytes): Promise<Bytes> {
  const covered = new Uint8Array(file);
  covered.fill(0, OFFSETS.digest, OFFSETS.contents);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", covered));
}

const cipher = (file: Bytes) => ({
  name: "AES-GCM",
  iv: partOf(file, "nonce"),
  additionalData: file.slice(0, OFFSETS.digest),
});

/** @param iterations fewer than the default only in tests */
export async function sealFile({
  contents,
  passphrase,
  iterations = ITERATIONS,
}: {
  contents: Uint8Array;
  passphrase: string;
  iterations?: number | undefined;
}): Promise<Uint8Array> {
  const salt = crypto.getRandomValues(new Uint8Array(SIZES.salt));
  const { check, key } = await deriveSecrets({ passphrase, salt, iterations });
  const head = new Uint8Array(OFFSETS.contents);
  head.set(MAGIC);
  head[OFFSETS.version] = VERSION;
  new DataView(head.buffer).setUint32(OFFSETS.iterations, iterations);
  head.set(salt, OFFSETS.salt);
  head.set(check, OFFSETS.check);
  head.set(crypto.getRandomValues(new Uint8Array(SIZES.nonce)), OFFSETS.nonce);
  const sealed = new Uint8Array(await crypto.subtle.encrypt(cipher(head), key, contents.slice()));
  const file = new Uint8Array(head.length + sealed.length);
  file.set(head);
  file.set(sealed, head.length);
  file.set(await digestOf(file), OFFSETS.digest);
  return file;
}

/** Decrypts a file. Throws a `RescueProblem` for a damaged file or a wrong passphrase. */
export async function openSealedFile({
  file: given,
  passphrase,
}: {
  file: Uint8Array;
  passphrase: string;
}): Promise<Uint8Array> {
  const file = given.slice();
  if (!isSame(partOf(file, "magic"), MAGIC)) throw new RescueProblem("notARescueFile");
  if ((file[OFFSETS.version] ?? 0) > VERSION) throw new RescueProblem("newerVersion");
  if (file.length < OFFSETS.contents) throw new RescueProblem("damaged");
  if (!isSame(partOf(file, "digest"), await digestOf(file))) throw new RescueProblem("damaged");
  const iterations = new DataView(file.buffer).getUint32(OFFSETS.iterations);
  if (iterations < 1 || iterations > MAX_ITERATIONS) throw new RescueProblem("damaged");
  const { check, key } = await deriveSecrets({ passphrase, salt: partOf(file, "salt"), iterations });
  if (!isSame(check, partOf(file, "check"))) throw new RescueProblem("wrongPassphrase");
  try {
    return new Uint8Array(await crypto.subtle.decrypt(cipher(file), key, file.slice(OFFSETS.contents)));
  } catch {
    // The digest is right, so the file was manipulated.
    throw new RescueProblem("damaged");
  }
}
