import { STATES } from "@ridgebook/contract";

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, "");

/** Former abbreviations that fit several states, or that leave letters out. */
const OLD_ABBREVIATIONS: Readonly<Record<string, string>> = {
  miss: "MS",
  calif: "CA",
  cal: "CA",
  conn: "CT",
  fla: "FL",
  ga: "GA",
  ky: "KY",
  la: "LA",
  mass: "MA",
  md: "MD",
  penna: "PA",
  pa: "PA",
  tenn: "TN",
  va: "VA",
  vt: "VT",
  wash: "WA",
  wisc: "WI",
  wis: "WI",
  wva: "WV",
  okla: "OK",
  ill: "IL",
  dela: "DE",
  nc: "NC",
  sc: "SC",
  nd: "ND",
  sd: "SD",
  ndak: "ND",
  sdak: "SD",
  ncar: "NC",
  scar: "SC",
  nmex: "NM",
  nh: "NH",
  nj: "NJ",
  ny: "NY",
  que: "QC",
  pq: "QC",
  ont: "ON",
  newfoundland: "NL",
  washingtondc: "DC",
};

const STATE_BY_TEXT = new Map<string, string>([
  ...Object.entries(OLD_ABBREVIATIONS),
  ...STATES.flatMap(({ id, name }): [string, string][] => [
    [plain(name), id],
    [plain(id), id],
  ]),
]);
const MIN_BEGINNING = 3;

/** Returns "MI" for "MI", "mi", "Michigan", "Mich."; undefined for text that is no state or could be two. */
export function readState(text: string): string | undefined {
  const word = plain(text);
  const known = STATE_BY_TEXT.get(word);
  if (known !== undefined) return known;
  if (word.length < MIN_BEGINNING) return undefined;
  const [one, other] = STATES.filter(({ name }) => plain(name).startsWith(word));
  return other ? undefined : one?.id;
}

export interface Place {
  readonly street: string;
  readonly city: string;
  /** In the cell's spelling. */
  readonly state: string;
  readonly zipCode: string;
}

const COUNTRY = /[,\s]+(?:USA|U\.S\.A\.|US|United States(?: of America)?|Canada)\.?$/i;
const ZIP_CODE = /(?:^|[\s,])(\d{5}(?:-\d{4})?|[A-Z]\d[A-Z][ -]?\d[A-Z]\d)$/i;
/** One to three words at the end may be a state: "MI", "North Carolina", "District of Columbia". */
const MAX_STATE_WORDS = 3;

const trimmed = (text: string): string => text.replaceAll(/^[\s,]+|[\s,]+$/g, "");

const STREET_TYPE =
  /\b(?:st|street|ave?|avenue|rd|road|ln|lane|dr|drive|ct|court|cir|circle|blvd|boulevard|way|pl|place|ter|terrace|trl|trail|hwy|highway|pkwy|parkway|sq|square|loop)\b\.?/i;

/** Two ids of states also end a street without a city: "1420 Leonard St NE", "19 Elm Ct". */
function isEndOfStreet(word: string, before: string): boolean {
  if (!/^\d/.test(before) || before.includes(",")) return false;
  const type = STREET_TYPE.exec(before);
  if (/^ct$/i.test(word)) return type === null;
  return /^ne$/i.test(word) && new RegExp(`${STREET_TYPE.source}$`, "i").test(before);
}

/** Takes state and ZIP code off the end; undefined if the text ends with neither. */
function takeStateAndZip(text: string): { rest: string; state: string; zipCode: string } | undefined {
  let rest = trimmed(text.replace(COUNTRY, ""));
  const zipCode = ZIP_CODE.exec(rest)?.[1] ?? "";
  rest = trimmed(rest.slice(0, rest.length - zipCode.length));
  const words = rest.split(/(?<=[\s,])(?=[^\s,])/);
  for (let count = Math.min(MAX_STATE_WORDS, words.length); count > 0; count -= 1) {
    const state = trimmed(words.slice(-count).join(""));
    // Without a ZIP code only a state's whole name or its two letters count: "St" alone begins no state, "Ind" is also a street.
    const isState = zipCode === "" ? STATES.some(({ id, name }) => id === state || name === state) : readState(state);
    const before = trimmed(words.slice(0, -count).join(""));
    if (isState && !isEndOfStreet(state, before)) return { rest: before, state, zipCode };
  }
  return zipCode === "" ? undefined : { rest, state: "", zipCode };
}

const STREET_END = new RegExp(
  String.raw`^(.*${STREET_TYPE.source}(?:\s+(?:[nsew]|[ns][ew])\b\.?)?(?:\s*(?:#|apt\.?|unit|ste\.?|suite|lot)\s*[\w-]+)?|p\.?\s*o\.?\s*box\s+\d+)\s+(?!(?:[nsew]|[ns][ew])\.?$)(.+)$`,
  "i",
);
/** Cities that begin like the end of a street: "100 Lake Dr St Joseph". */
const SAINT_CITY = new RegExp(String.raw`^(.*${STREET_TYPE.source})\s+(ste?\.?\s+[a-z].*)$`, "i");

/** Splits a whole address in one cell: street, city, state and ZIP code, each if present. */
export function readAddress(cell: string): Place {
  const text = cell.replaceAll(/\s*\n\s*/g, ", ");
  const ended = takeStateAndZip(text);
  if (!ended) return { street: trimmed(text), city: "", state: "", zipCode: "" };
  const { rest, state, zipCode } = ended;
  const comma = rest.lastIndexOf(",");
  if (comma >= 0)
    return { street: trimmed(rest.slice(0, comma)), city: trimmed(rest.slice(comma + 1)), state, zipCode };
  const [, street, city] = SAINT_CITY.exec(rest) ?? STREET_END.exec(rest) ?? [];
  if (street !== undefined && city !== undefined) return { street, city, state, zipCode };
  // A street without a city, or the other way round: streets have numbers.
  return /\d/.test(rest) ? { street: rest, city: "", state, zipCode } : { street: "", city: rest, state, zipCode };
}

/** "Kalamazoo, MI 49001": a city with its state and ZIP code in one cell. */
export function readCityStateZip(cell: string): Place {
  const text = cell.replaceAll(/\s*\n\s*/g, ", ");
  const ended = takeStateAndZip(text);
  return { street: "", city: ended?.rest ?? trimmed(text), state: ended?.state ?? "", zipCode: ended?.zipCode ?? "" };
}

type PlaceKind = "address" | "cityStateZip" | "street";

/** The contents of most of a column's cells. */
export function placeKindOf(cells: readonly string[]): PlaceKind {
  const kinds = cells
    .filter((cell) => cell !== "")
    .map((cell): PlaceKind => {
      if (!takeStateAndZip(cell.replaceAll("\n", ", "))) return "street";
      const { street, city } = readAddress(cell);
      return street === "" ? "cityStateZip" : city === "" ? "street" : "address";
    });
  const count = (kind: PlaceKind): number => kinds.filter((each) => each === kind).length;
  if (count("cityStateZip") * 2 > kinds.length) return "cityStateZip";
  return count("address") * 2 > kinds.length ? "address" : "street";
}
