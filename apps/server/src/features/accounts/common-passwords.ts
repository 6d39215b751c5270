import { readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { Problem } from "@ridgebook/contract";
import { serverPackageFolder } from "#database/package-folder.ts";

/** Made by `scripts/common-passwords.mjs`: words, an empty line, passwords; all lower-case, one a line. */
const FILE = "src/features/accounts/common-passwords.txt.gz";

const MESSAGE = "Password is too common and easy to guess. Several unrelated words make a better one.";

interface CommonPasswords {
  /** What the 10,000 commonest are made of, from 5 letters on. */
  readonly words: ReadonlySet<string>;
  /** Those of the commonest million that can meet the password rule. */
  readonly passwords: ReadonlySet<string>;
}

let known: CommonPasswords | undefined;

function readCommonPasswords(): CommonPasswords {
  const text = gunzipSync(readFileSync(path.join(serverPackageFolder(), FILE))).toString("utf8");
  const [words = "", passwords = ""] = text.split("\n\n");
  return { words: new Set(words.split("\n")), passwords: new Set(passwords.trimEnd().split("\n")) };
}

/** What people write for letters. `1`, `!` and `|` are an i or an l. */
const LETTERS: Readonly<Record<string, string>> = {
  "0": "o",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "9": "g",
  "@": "a",
  $: "s",
  "+": "t",
  "(": "c",
  "€": "e",
};

const undoLeet = (text: string, stroke: "i" | "l"): string =>
  text.replace(/[^\p{L}]/gu, (sign) => (/[1!|]/.test(sign) ? stroke : (LETTERS[sign] ?? sign)));

/** The words that a password may be built on: without the digits and symbols at its ends, each of which may also be a letter. */
function* stemsOf(lowerCase: string): Generator<string> {
  const firstLetter = lowerCase.search(/\p{L}/u);
  const pastLastLetter = lowerCase.length - (/[^\p{L}]*$/u.exec(lowerCase)?.[0].length ?? 0);
  for (const stroke of ["i", "l"] as const) {
    const letters = undoLeet(lowerCase, stroke);
    for (let start = 0; start <= firstLetter; start += 1)
      for (let end = pastLastLetter; end <= letters.length; end += 1) yield letters.slice(start, end);
  }
}

export function isCommonPassword(password: string): boolean {
  known ??= readCommonPasswords();
  const lowerCase = password.toLowerCase();
  if (known.passwords.has(lowerCase)) return true;
  for (const stem of stemsOf(lowerCase)) if (known.words.has(stem)) return true;
  return false;
}

/** For passwords that are set, never for a login. */
export function refuseCommonPassword(password: string): void {
  if (isCommonPassword(password)) throw new Problem("validation", { errors: { password: [MESSAGE] } });
}
