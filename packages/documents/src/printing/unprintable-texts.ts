import type { DocumentModel } from "#model/document-model.ts";
import { mapTexts, type TextPlace } from "./model-texts.ts";
import { characterName, cleanText, isPrintable } from "./printable-characters.ts";

/* What the bundled typefaces cannot print, and the Latin spelling that a person confirms for it. */

/** Words of a paper with characters that cannot be printed. */
export interface UnprintableText {
  /** The words, next to each other: "محمد علي", "🏠". The key of their spelling in `printedAs`. */
  readonly text: string;
  /** Where they stand first: "the owner's name". */
  readonly place: string;
  /** The same place in the model: "parties". */
  readonly path: string;
  /** The characters, each once: "🏠", "م (Arabic)". */
  readonly characters: readonly string[];
}

/** Latin spellings by the words that they stand for; "" leaves the words out. */
export type PrintedAs = Readonly<Record<string, string>>;

const isWhole = (text: string): boolean =>
  Array.from(text).every((character) => character === "\n" || isPrintable(character));

const PUNCTUATION = /[\p{P}\p{S}]/u;

/** A word without the punctuation around it, which can be printed: "(", "محمد", "),". */
function unwrapped(word: string): readonly [before: string, core: string, after: string] {
  const characters = Array.from(word);
  const isAround = (character: string): boolean => isPrintable(character) && PUNCTUATION.test(character);
  const first = characters.findIndex((character) => !isAround(character));
  const last = characters.findLastIndex((character) => !isAround(character));
  return [
    characters.slice(0, first).join(""),
    characters.slice(first, last + 1).join(""),
    characters.slice(last + 1).join(""),
  ];
}

/**
 * A text with each run of words that cannot be printed replaced. Words with punctuation between them are runs of their own. A text that
 * can be printed whole stays as it is.
 */
export function replaceUnprintable(text: string, replace: (run: string) => string): string {
  const cleaned = cleanText(text);
  if (isWhole(cleaned)) return text;
  const parts = cleaned.split(/([ \u00a0\n]+)/);
  const pieces: string[] = [];
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] ?? "";
    if (isWhole(part)) {
      pieces.push(part);
      continue;
    }
    const [before, core, end] = unwrapped(part);
    let run = core;
    let after = end;
    // The next word belongs to the run where only a space parts the two.
    while (after === "" && parts[index + 1] === " " && !isWhole(parts[index + 2] ?? "")) {
      const [start, next, behind] = unwrapped(parts[index + 2] ?? "");
      if (start !== "") break;
      run += ` ${next}`;
      after = behind;
      index += 2;
    }
    pieces.push(before, replace(run), after);
  }
  return pieces.join("");
}

/** All words of a paper with characters that no bundled typeface has, each once. Empty where the paper can be printed. */
export function unprintableTexts(model: DocumentModel): readonly UnprintableText[] {
  const found = new Map<string, UnprintableText>();
  mapTexts(model, (text, { path, words }: TextPlace) =>
    replaceUnprintable(text, (run) => {
      const characters = Array.from(run).filter((character) => character !== " " && !isPrintable(character));
      if (!found.has(run))
        found.set(run, { text: run, place: words, path, characters: [...new Set(characters.map(characterName))] });
      return run;
    }),
  );
  return [...found.values()];
}

/** The confirmed spelling of a run, or of each of its words where only those were confirmed. */
function spellingOf(run: string, spellings: ReadonlyMap<string, string>): string {
  const whole = spellings.get(run);
  if (whole !== undefined) return whole;
  return run
    .split(" ")
    .map((word) => spellings.get(word) ?? word)
    .join(" ");
}

/** A text with the confirmed spellings, without the double spaces that left-out words leave. */
function spelled(text: string, spellings: ReadonlyMap<string, string>): string {
  const changed = replaceUnprintable(text, (run) => spellingOf(run, spellings));
  if (changed === text) return text;
  const closed = changed.replace(/ {2,}/g, " ").replace(/ ([,.;:])/g, "$1");
  // A run of formatted text may begin or end with the space to its neighbor.
  const [start, end] = [text.startsWith(" ") ? " " : "", text.endsWith(" ") ? " " : ""];
  return start + closed.trim() + end;
}

/**
 * The paper with the confirmed spellings in place of what cannot be printed. Below the signature of a person whose name is spelled so
 * stands that it is.
 */
export function withPrintedAs(model: DocumentModel, printedAs: PrintedAs): DocumentModel {
  const spellings = new Map(
    Object.entries(printedAs).map(([text, spelling]) => [cleanText(text), cleanText(spelling)]),
  );
  if (spellings.size === 0) return model;
  const printed = mapTexts(model, (text) => spelled(text, spellings));
  const { closing } = model;
  if (!closing || !printed.closing) return printed;
  const signatures = printed.closing.signatures.map((slot, index) => {
    const own = closing.signatures[index]?.name ?? "";
    // An emoji that is left out is no other spelling of the name.
    const isSpelled =
      slot.name !== own && Array.from(cleanText(own)).some((each) => /\p{L}/u.test(each) && !isPrintable(each));
    return isSpelled ? { ...slot, role: `${slot.role}. ${PRINTED_AS_NOTE} ${slot.name}.` } : slot;
  });
  return { ...printed, closing: { ...printed.closing, signatures } };
}

/** Begins what stands below the signature of a person whose name is printed in another spelling. */
const PRINTED_AS_NOTE = "The name in its own script is not printed here; signed as";
