import { PDFArray, PDFDict, PDFName, PDFNull, PDFStream, type PDFContext, type PDFObject } from "@cantoo/pdf-lib";
import { WatchedParser } from "./watched-parser.ts";

/** Automatic actions of a PDF, in words that follow "it". */
const WORDS = {
  encrypted: "is encrypted or protected by a password",
  script: "runs JavaScript",
  program: "starts programs",
  form: "sends or loads form data",
  opening: "does something when it is opened",
  reaction: "does something when a page or field is shown, printed or left",
  embedded: "has other files inside",
  media: "plays sound, video or 3D",
  xfa: "is an XFA form",
} as const;
type Finding = keyof typeof WORDS;

const tableOf = (findings: Readonly<Record<string, Finding>>): ReadonlyMap<string, Finding> =>
  new Map(Object.entries(findings));

const ACTIONS = tableOf({
  JavaScript: "script",
  Launch: "program",
  SubmitForm: "form",
  ImportData: "form",
  GoToE: "embedded",
  Rendition: "media",
  Movie: "media",
  Sound: "media",
  RichMediaExecute: "media",
  GoTo3DView: "media",
});
const KEYS = tableOf({
  JS: "script",
  JavaScript: "script",
  XFA: "xfa",
  Encrypt: "encrypted",
  EF: "embedded",
  EmbeddedFiles: "embedded",
  RichMediaContent: "media",
});
const SUBTYPES = tableOf({
  RichMedia: "media",
  Movie: "media",
  Sound: "media",
  Screen: "media",
  "3D": "media",
  FileAttachment: "embedded",
});

const nameOf = (object: PDFObject | undefined): string => (object instanceof PDFName ? object.decodeText() : "");

const stated = (table: ReadonlyMap<string, Finding>, name: PDFObject | undefined): readonly Finding[] =>
  [table.get(nameOf(name)) ?? []].flat();

/** An action as text, wherever it is: an object table can point into a stream that readers ignore. */
const ACTION_IN_TEXT = /\/S(?:[\s\0]|%[^\r\n]*)*\/([A-Za-z0-9]+)/g;
const ESCAPED = /#([0-9a-f]{2})/gi;

const textOf = (bytes: Uint8Array): string =>
  new TextDecoder("latin1")
    .decode(bytes)
    .replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

function findInText(text: string): Finding[] {
  return [...text.matchAll(ACTION_IN_TEXT)].flatMap(([, name = ""]) => ACTIONS.get(name) ?? []);
}

/** Whether opening the file only goes to a place in it. */
function isPlace(action: PDFObject | undefined): boolean {
  if (action instanceof PDFDict)
    return nameOf(action.lookup(PDFName.of("S"))) === "GoTo" && !action.has(PDFName.of("Next"));
  return action === undefined || action === PDFNull || action instanceof PDFArray;
}

function findInDictionary(dictionary: PDFDict): Finding[] {
  const lookup = (key: string): PDFObject | undefined => dictionary.lookup(PDFName.of(key));
  const reactions = lookup("AA");
  return [
    ...dictionary.keys().flatMap((key) => KEYS.get(key.decodeText()) ?? []),
    ...stated(ACTIONS, lookup("S")),
    ...stated(SUBTYPES, lookup("Subtype")),
    ...(nameOf(lookup("Type")) === "EmbeddedFile" ? (["embedded"] as const) : []),
    ...(isPlace(lookup("OpenAction")) ? [] : (["opening"] as const)),
    ...(reactions instanceof PDFDict && reactions.keys().length > 0 ? (["reaction"] as const) : []),
  ];
}

/** The dictionaries in an object at any depth. Referenced objects are checked separately. */
function dictionariesIn(object: PDFObject): PDFDict[] {
  const found: PDFDict[] = [];
  const waiting = [object];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const dictionary = next instanceof PDFStream ? next.dict : next;
    if (dictionary instanceof PDFDict) {
      found.push(dictionary);
      waiting.push(...dictionary.values());
    } else if (next instanceof PDFArray) waiting.push(...next.asArray());
  }
  return found;
}

const UNREADABLE =
  "The PDF is damaged, so nobody can tell what it does when it is opened. Print it to a new PDF, and upload that.";
const refusalOf = (words: readonly string[]): string =>
  `This PDF cannot be used, because it ${words.join(", and it ")}. Print it to a new PDF, and upload that.`;

/**
 * Why a PDF may not be shown to others, as a field error; undefined if it may. Rejects automatic actions and anything that runs code. Links
 * and form fields are allowed.
 */
export async function findPdfActions(bytes: Uint8Array): Promise<string | undefined> {
  const text = textOf(bytes);
  const objects: PDFObject[] = [];
  let context: PDFContext;
  try {
    context = await new WatchedParser(bytes, (object) => objects.push(object)).parseDocument();
    // Throws if the file has none.
    context.lookup(context.trailerInfo.Root, PDFDict);
  } catch {
    return /\/Encrypt\b/.test(text) ? refusalOf([WORDS.encrypted]) : UNREADABLE;
  }
  const found = new Set<Finding>(findInText(text));
  if (context.trailerInfo.Encrypt) found.add("encrypted");
  for (const object of objects) {
    // An action can be a separate object.
    for (const each of stated(ACTIONS, object)) found.add(each);
    for (const each of dictionariesIn(object).flatMap(findInDictionary)) found.add(each);
  }
  const words = (Object.keys(WORDS) as Finding[]).filter((each) => found.has(each)).map((each) => WORDS[each]);
  return words.length === 0 ? undefined : refusalOf(words);
}
