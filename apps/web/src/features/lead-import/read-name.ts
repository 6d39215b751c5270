interface NameParts {
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
}

/** Words that appear only in names of businesses, or in a name of three or more words without a comma. */
const BUSINESS =
  /(?:\b(?:l\.?l\.?c|p\.?l\.?l\.?c|l\.?l\.?p|inc|incorporated|corp|corporation|ltd|company|properties|property|realty|management|holdings|enterprises?|industries|associates|association|university|hospital|clinic|dental|apartments|condominiums?|townhomes|restaurant|credit union|builders?|construction|contracting|contractors?|roofing|exteriors|remodeling|services|solutions|group|partners|city of|county of|township|village of)\b\.?|&\s+(?:sons?|daughters?|bros|brothers|co)\b|\bbros\.|\bco\.(?:\s|$))/i;

/** Words of businesses that are also last or first names: "Tom Church", "Nguyen, Hoa". */
const BUSINESS_OR_PERSON = /\b(?:hoa|church|school|bank)\b/i;

/** A generation or a degree is neither a first nor a last name. */
const SUFFIX = /^(?:jr|sr|ii|iii|iv|md|phd|esq|dds)\.?$/i;

const isBusinessName = (name: string): boolean =>
  BUSINESS.test(name) || (BUSINESS_OR_PERSON.test(name) && !name.includes(",") && name.trim().split(/\s+/).length > 2);

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
const person = (firstName: string, lastName: string): NameParts => ({ firstName, lastName, company: "" });

/** Splits at the first comma without a "Jr." behind it. */
function atComma(name: string): NameParts | undefined {
  const [last = "", ...rest] = name.split(",").map((part) => part.trim());
  const suffixes = rest.filter((part) => SUFFIX.test(part));
  const first = rest.filter((part) => part !== "" && !SUFFIX.test(part)).join(", ");
  return first === "" ? undefined : person(first, [last, ...suffixes].join(", "));
}

/**
 * A whole name in one cell: "Ann Lee", "Lee, Ann", "Lee, Ann and Bo". A business's name is kept whole, as the company. Of a name without
 * a comma the last word is the last name, or with `lastNameFirst` the first; a single word is one too.
 */
export function readName(cell: string, { lastNameFirst = false }: { lastNameFirst?: boolean } = {}): NameParts {
  const name = oneLine(cell);
  if (isBusinessName(name)) return { firstName: "", lastName: "", company: name };
  const split = atComma(name);
  if (split) return split;
  const [spoken = "", ...suffixes] = name.split(",").map((part) => part.trim());
  const words = spoken.split(" ");
  while (words.length > 2 && SUFFIX.test(words.at(-1) ?? "")) suffixes.unshift(words.pop() ?? "");
  const last = lastNameFirst ? words.shift() : words.pop();
  return person(words.join(" "), [last, ...suffixes].filter(Boolean).join(", "));
}

/** Whether most of the names have the last name first, "Lee, Ann". */
export function isLastNameFirst(cells: readonly string[]): boolean {
  const people = cells.filter((cell) => cell !== "" && !isBusinessName(cell));
  return people.length > 0 && people.filter((cell) => atComma(cell)).length * 2 > people.length;
}
