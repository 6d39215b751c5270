import type { DocumentModel } from "#model/document-model.ts";
import { mapTexts, type TextPlace } from "./model-texts.ts";
import { characterName, cleanText, isPrintable } from "./printable-characters.ts";

/* Text that the bundled typefaces cannot print, and its confirmed Latin spelling. */

/** Words of a paper with characters that cannot be printed. */
export interface UnprintableText {
  /** Adjacent words: "محمد علي", "🏠". The key of their spelling in `printedAs`. */
  readonly text: string;
  /** Their first place: "the owner's name". */
  readonly place: string;
  /** The same place in the model: "parties". */
  readonly path: string;
  /** The characters, each once: "🏠", "م (Arabic)". */
  readonly characters: readonly string[];
}

/** Latin spellings by the words they replace; "" drops the words. */
export type PrintedAs = Readonly<Record<string, string>>;

const isWhole = (text: string): boolean =>
  Array.from(text).every((character) => character === "\n" || isPrintable(character));

const PUNCTUATION = /[\p{P}\p{S}]/u;

/** Splits a word from its punctuation, which is printable: "(", "محمد", "),". */
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

/** Replaces each run of unprintable words in a text. Words separated by punctuation are separate runs. A printable text is unchanged. */
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
    // The next word joins the run if only a space separates them.
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

/** All words of a paper that no bundled typeface can print, without duplicates. Empty for a printable paper. */
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

/** The confirmed spelling of a run, or of its single words. */
function spellingOf(run: string, spellings: ReadonlyMap<string, string>): string {
  const whole = spellings.get(run);
  if (whole !== undefined) return whole;
  return run
    .split(" ")
    .map((word) => spellings.get(word) ?? word)
    .join(" ");
}

/** Applies the confirmed spellings to a text, without double spaces of dropped words. */
function spelled(text: string, spellings: ReadonlyMap<string, string>): string {
  const changed = replaceUnprintable(text, (run) => spellingOf(run, spellings));
  if (changed === text) return text;
  const closed = changed.replace(/ {2,}/g, " ").replace(/ ([,.;:])/g, "$1");
  // A run of formatted text may start or end with the space next to it.
  const [start, end] = [text.startsWith(" ") ? " " : "", text.endsWith(" ") ? " " : ""];
  return start + closed.trim() + end;
}

/** Applies the confirmed spellings to a paper. A note below the signature says if the person's name is spelled that way. */
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
    // Dropping an emoji does not change the name's spelling.
    const isSpelled =
      slot.name !== own && Array.from(cleanText(own)).some((each) => /\p{L}/u.test(each) && !isPrintable(each));
    return isSpelled ? { ...slot, role: `${slot.role}. ${PRINTED_AS_NOTE} ${slot.name}.` } : slot;
  });
  return { ...printed, closing: { ...printed.closing, signatures } };
}

/** The start of the note below a signature whose name has another spelling. */
const PRINTED_AS_NOTE = "The name in its own script is not printed here; signed as";
