/** Without the letters and digits that are taken for one another: 0 and O, 1, I and L. */
const CHARACTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const RANDOM_LENGTH = 4;

/**
 * A number that people call a document by: its day and four random characters, "2026-0514-K7QD". Made on the device: no sequence,
 * because two tablets without a signal cannot agree on one.
 *
 * @param day in the company's time zone, "2026-05-14"
 * @param random 0 to below 1, asked once for each character
 */
export function makeDocumentNumber({ day, random }: { day: string; random: () => number }): string {
  const [year = "", month = "", date = ""] = day.split("-");
  const tail = Array.from({ length: RANDOM_LENGTH }, () => CHARACTERS.charAt(Math.floor(random() * CHARACTERS.length)));
  return `${year}-${month}${date}-${tail.join("")}`;
}
