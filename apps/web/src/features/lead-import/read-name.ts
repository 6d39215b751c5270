export interface NameParts {
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
}

/** Words that only businesses have in their names. */
const BUSINESS =
  /(?:\b(?:l\.?l\.?c|p\.?l\.?l\.?c|l\.?l\.?p|inc|incorporated|corp|corporation|ltd|company|properties|property|realty|management|holdings|enterprises?|industries|associates|association|hoa|church|school|university|hospital|clinic|dental|apartments|condominiums?|townhomes|restaurant|bank|credit union|builders?|construction|contracting|contractors?|roofing|exteriors|remodeling|services|solutions|group|partners|city of|county of|township|village of)\b\.?|&\s+(?:sons?|daughters?|bros|brothers|co)\b|\bbros\.|\bco\.(?:\s|$))/i;

/** A generation or a degree after a comma is no first name. */
const SUFFIX = /^(?:jr|sr|ii|iii|iv|md|phd|esq|dds)\.?$/i;

export const isBusinessName = (name: string): boolean => BUSINESS.test(name);

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
const person = (firstName: string, lastName: string): NameParts => ({ firstName, lastName, company: "" });

/** Splits at the first comma that no "Jr." follows. */
function atComma(name: string): NameParts | undefined {
  const [last = "", ...rest] = name.split(",").map((part) => part.trim());
  const suffixes = rest.filter((part) => SUFFIX.test(part));
  const first = rest.filter((part) => part !== "" && !SUFFIX.test(part)).join(", ");
  return first === "" ? undefined : person(first, [last, ...suffixes].join(", "));
}

/**
 * A whole name in one cell: "Ann Lee", "Lee, Ann", "Lee, Ann and Bo". A business's name is kept whole, as the company. Of a name without
 * a comma the last word is the last name; a single word is one too.
 */
export function readName(cell: string): NameParts {
  const name = oneLine(cell);
  if (isBusinessName(name)) return { firstName: "", lastName: "", company: name };
  const split = atComma(name);
  if (split) return split;
  const [words = "", ...suffixes] = name.split(",");
  const at = words.trim().lastIndexOf(" ");
  const last = [words.trim().slice(at + 1), ...suffixes.map((part) => part.trim())].filter(Boolean).join(", ");
  return person(at < 0 ? "" : words.trim().slice(0, at).trim(), last);
}

/** Whether most of the names have the last name first, "Lee, Ann". */
export function isLastNameFirst(cells: readonly string[]): boolean {
  const people = cells.filter((cell) => cell !== "" && !isBusinessName(cell));
  return people.length > 0 && people.filter((cell) => atComma(cell)).length * 2 > people.length;
}
