import { z } from "zod";
import type { KeptTexts } from "#ui/kept-texts.ts";

type Texts = Pick<KeptTexts, "read" | "keep">;

/** 4 to 6 digits. */
export const isPin = (text: string): boolean => /^\d{4,6}$/.test(text);

/** Slow on purpose, so that a copied storage takes long to guess; a tablet takes well below a second for one try. */
const ROUNDS = 600_000;
const SALT_BYTES = 16;
const HASH_BITS = 256;

/** Tries without a wait, then a wait that doubles from 5 s to 5 minutes. A right PIN resets the count. */
const FREE_TRIES = 3;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 300_000;

const keptPin = z.object({
  salt: z.string(),
  hash: z.string(),
  rounds: z.number().int().positive(),
  wrongTries: z.number().int().min(0),
  /** Epoch milliseconds of the last wrong try. */
  lastWrongTime: z.number(),
});
type KeptPin = z.infer<typeof keptPin>;

const keyOf = (owner: string): string => `ridgebook-pin/${owner}`;

function readPin(texts: Pick<KeptTexts, "read">, owner: string): KeptPin | undefined {
  try {
    return keptPin.safeParse(JSON.parse(texts.read(keyOf(owner)))).data;
  } catch {
    return undefined;
  }
}
const keepPin = (texts: Pick<KeptTexts, "keep">, owner: string, pin: KeptPin): void =>
  texts.keep(keyOf(owner), JSON.stringify(pin));

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

async function hashOf(pin: string, { salt, rounds }: Pick<KeptPin, "salt" | "rounds">): Promise<string> {
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(pin), "PBKDF2", false, ["deriveBits"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt: fromBase64(salt), iterations: rounds };
  return toBase64(new Uint8Array(await crypto.subtle.deriveBits(how, key, HASH_BITS)));
}

export const hasPin = (texts: Pick<KeptTexts, "read">, owner: string): boolean => readPin(texts, owner) !== undefined;

/**
 * Keeps a PIN on this device, as a slow salted hash. `rounds` is lower in tests only.
 *
 * @returns false if the browser did not store it: nothing has changed then, since a PIN that is lost by a reload locks nothing
 */
export async function setPin(
  texts: Texts & Pick<KeptTexts, "outlivesPage">,
  { owner, pin, rounds = ROUNDS }: { owner: string; pin: string; rounds?: number },
): Promise<boolean> {
  const salt = toBase64(crypto.getRandomValues(new Uint8Array(SALT_BYTES)));
  const hash = await hashOf(pin, { salt, rounds });
  const former = texts.read(keyOf(owner));
  keepPin(texts, owner, { salt, hash, rounds, wrongTries: 0, lastWrongTime: 0 });
  if (texts.outlivesPage(keyOf(owner))) return true;
  texts.keep(keyOf(owner), former);
  return false;
}

export const removePin = (texts: Pick<KeptTexts, "keep">, owner: string): void => texts.keep(keyOf(owner), "");

/** Milliseconds until the next try; 0 for now. A clock that was put back does not make the wait longer than it is. */
function waitOf({ wrongTries, lastWrongTime }: KeptPin, now: number): number {
  if (wrongTries < FREE_TRIES) return 0;
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (wrongTries - FREE_TRIES), LONGEST_WAIT_MS);
  return Math.min(Math.max(lastWrongTime + wait - now, 0), wait);
}

type PinAnswer =
  | { readonly outcome: "right" }
  /** `waitMs` until the next try. */
  | { readonly outcome: "wrong" | "wait"; readonly waitMs: number };

/** Compares a PIN with the user's. During a wait, nothing is compared. Without a kept PIN every input is right. */
export async function checkPin(
  texts: Texts,
  { owner, pin, now }: { owner: string; pin: string; now: () => number },
): Promise<PinAnswer> {
  const kept = readPin(texts, owner);
  if (!kept) return { outcome: "right" };
  const waitMs = waitOf(kept, now());
  if (waitMs > 0) return { outcome: "wait", waitMs };
  // Counted before it is compared: a reload in between gives no free try.
  const tried = { ...kept, wrongTries: kept.wrongTries + 1, lastWrongTime: now() };
  keepPin(texts, owner, tried);
  if ((await hashOf(pin, kept)) !== kept.hash) return { outcome: "wrong", waitMs: waitOf(tried, now()) };
  keepPin(texts, owner, { ...kept, wrongTries: 0, lastWrongTime: 0 });
  return { outcome: "right" };
}
