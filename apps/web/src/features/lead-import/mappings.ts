import { LEAD_STATUSES, type UserId } from "@ridgebook/contract";

/** A user whom a row can name as its salesperson. */
export interface Salesperson {
  readonly id: UserId;
  /** "Ann Lee" */
  readonly name: string;
  readonly email: string;
}

/** The meaning of a text in the file: chosen once for the whole file, by the text. */
export type Mapping<Value> = Readonly<Record<string, Value>>;

const plain = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, " ").trim();

/** Finds people by name ("Ann Lee", "Lee, Ann") or e-mail; a name that two people have matches neither. */
export function findSalespeople(people: readonly Salesperson[]): (text: string) => UserId | undefined {
  const byText = new Map<string, UserId | undefined>();
  for (const { id, name, email } of people) {
    const key = plain(name);
    byText.set(key, byText.has(key) ? undefined : id);
    byText.set(plain(email), id);
  }
  return (text) => byText.get(plain(text)) ?? byText.get(plain(text.replace(/^([^,]+),\s*(.+)$/, "$2 $1")));
}

/** Words in other products' statuses and our status that each means; a status without a match stays as in the file. */
const STATUS_WORDS: readonly (readonly [RegExp, (typeof LEAD_STATUSES)[number]])[] = [
  [/\b(?:lost|dead|unqualified|junk|disqualified|declined|cancell?ed)\b/i, "Lost"],
  [/\b(?:won|sold|approved|completed?|closed|invoiced|paid)\b/i, "Sold"],
  [/\bcontract\b.*\bsent\b|\bproposal sent\b/i, "Contract sent"],
  [/\b(?:estimat\w+|quoted?|proposal)\b/i, "Estimate"],
  [/\b(?:appointment|appt|scheduled|inspection)\b/i, "Appointment set"],
  [/\b(?:new|prospect|lead|open|not contacted)\b/i, "New"],
];

const KNOWN_STATUSES = new Map<string, string>(LEAD_STATUSES.map((status) => [plain(status), status]));

/** One of our statuses, in our spelling. */
export const knownStatus = (text: string): string | undefined => KNOWN_STATUSES.get(plain(text));

/** The most likely meaning of an unknown status; the text itself without a match. */
export const suggestStatus = (text: string): string => STATUS_WORDS.find(([words]) => words.test(text))?.[1] ?? text;
