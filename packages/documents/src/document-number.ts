/** Without confusable characters: 0 and O, 1, I and L. */
const CHARACTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const RANDOM_LENGTH = 6;

/** Rejects larger bytes: 256 is not a multiple of 31, so the modulo would be biased. */
const BYTE_LIMIT = 256 - (256 % CHARACTERS.length);

/** Fills the array with random bytes, as `crypto.getRandomValues` does. */
type RandomBytes = (bytes: Uint8Array<ArrayBuffer>) => unknown;

export const systemRandomBytes: RandomBytes = (bytes) => crypto.getRandomValues(bytes);

/**
 * Generates a document number: its day and six random characters, "2026-0514-K7QDMA". Not a sequence, because offline tablets cannot agree
 * on one (decision 0070).
 *
 * @param day in the company's time zone, "2026-05-14"
 */
export function makeDocumentNumber({ day, randomBytes }: { day: string; randomBytes: RandomBytes }): string {
  const [year = "", month = "", date = ""] = day.split("-");
  const bytes = new Uint8Array(RANDOM_LENGTH);
  let tail = "";
  while (tail.length < RANDOM_LENGTH) {
    randomBytes(bytes);
    for (const byte of bytes) if (byte < BYTE_LIMIT) tail += CHARACTERS.charAt(byte % CHARACTERS.length);
  }
  return `${year}-${month}${date}-${tail.slice(0, RANDOM_LENGTH)}`;
}
