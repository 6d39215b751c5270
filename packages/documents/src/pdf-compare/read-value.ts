import { PdfDifference } from "#pdf-compare/pdf-difference.ts";

/* Values as a PDF writes them, read strictly: what one reader could take for something else is refused. */
/* eslint-disable no-restricted-syntax -- they are compared as JSON, which has no private members */

export class Name {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}
/** A text, one character per byte. */
export class Text {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}
export class Ref {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}
/** An operator of a page's content, or a keyword of the file: "BT", "endobj". */
export class Word {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}
export type Dict = ReadonlyMap<string, Value>;
export class Stream {
  readonly dict: Dict;
  readonly data: Uint8Array;
  constructor(dict: Dict, data: Uint8Array) {
    this.dict = dict;
    this.data = data;
  }
}
export type Value = null | boolean | number | Name | Text | Ref | readonly Value[] | Dict | Stream;

const MAX_DEPTH = 40;
const LONGEST_TOKEN = 1_000;
const SPACES = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITERS = new Set(Array.from("()<>[]{}/%", (each) => each.charCodeAt(0)));
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/;
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

const unreadable = (at: number): PdfDifference => new PdfDifference(`The PDF cannot be read at byte ${at}.`);

/** Parses values in sequence. Throws `PdfDifference` for invalid syntax. */
export class ValueReader {
  at: number;
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  get isAtEnd(): boolean {
    this.skipSpaces();
    return this.at >= this.bytes.length;
  }

  skipSpaces(): void {
    while (SPACES.has(this.bytes[this.at] ?? -1)) this.at += 1;
  }

  fail(): never {
    throw unreadable(this.at);
  }

  /** Expects exactly these characters. */
  expect(text: string): void {
    for (let index = 0; index < text.length; index += 1)
      if (this.bytes[this.at + index] !== text.charCodeAt(index)) this.fail();
    this.at += text.length;
  }

  startsWith(text: string): boolean {
    for (let index = 0; index < text.length; index += 1)
      if (this.bytes[this.at + index] !== text.charCodeAt(index)) return false;
    return true;
  }

  /** A run of characters that are neither spaces nor delimiters. */
  readToken(): string {
    const start = this.at;
    while (this.at < this.bytes.length) {
      const byte = this.bytes[this.at] ?? 0;
      if (SPACES.has(byte) || DELIMITERS.has(byte)) break;
      this.at += 1;
    }
    if (this.at === start || this.at - start > LONGEST_TOKEN) this.fail();
    return String.fromCharCode(...this.bytes.subarray(start, this.at));
  }

  /** Parses the next value, or a word. References are only allowed with `hasRefs`. */
  read({ hasRefs }: { hasRefs: boolean }, depth = 0): Value | Word {
    if (depth > MAX_DEPTH) this.fail();
    this.skipSpaces();
    const byte = this.bytes[this.at];
    if (byte === undefined) this.fail();
    const character = String.fromCharCode(byte);
    if (character === "/") return this.#readName();
    if (character === "(") return this.#readText();
    if (this.startsWith("<<")) return this.#readDict(hasRefs, depth);
    if (character === "<") return this.#readHex();
    if (character === "[") {
      this.at += 1;
      const items: Value[] = [];
      for (;;) {
        this.skipSpaces();
        if (this.startsWith("]")) break;
        items.push(this.readValue({ hasRefs }, depth + 1));
      }
      this.at += 1;
      return items;
    }
    const token = this.readToken();
    if (token === "true") return true;
    if (token === "false") return false;
    if (token === "null") return null;
    if (!NUMBER.test(token)) return new Word(token);
    return (hasRefs ? this.#readRef(token) : undefined) ?? Number(token);
  }

  readValue(options: { hasRefs: boolean }, depth = 0): Value {
    const value = this.read(options, depth);
    if (value instanceof Word) this.fail();
    return value;
  }

  #readRef(token: string): Ref | undefined {
    if (!/^\d{1,9}$/.test(token)) return undefined;
    const after = this.at;
    this.skipSpaces();
    if (this.startsWith("0")) {
      this.at += 1;
      this.skipSpaces();
      const next = this.bytes[this.at + 1] ?? 32;
      if (this.startsWith("R") && (SPACES.has(next) || DELIMITERS.has(next))) {
        this.at += 1;
        return new Ref(Number(token));
      }
    }
    this.at = after;
    return undefined;
  }

  #readName(): Name {
    this.at += 1;
    const next = this.bytes[this.at] ?? 32;
    const token = SPACES.has(next) || DELIMITERS.has(next) ? "" : this.readToken();
    return new Name(
      token.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    );
  }

  #readText(): Text {
    this.at += 1;
    let value = "";
    for (let open = 1; open > 0;) {
      const byte = this.bytes[this.at];
      if (byte === undefined) this.fail();
      let character = String.fromCharCode(byte);
      this.at += 1;
      if (character === "\\") {
        character = String.fromCharCode(this.bytes[this.at] ?? 0);
        const octal = /^[0-7]{1,3}/.exec(String.fromCharCode(...this.bytes.subarray(this.at, this.at + 3)))?.[0];
        this.at += octal?.length ?? 1;
        value +=
          octal === undefined ? (ESCAPES[character] ?? character) : String.fromCharCode(Number.parseInt(octal, 8));
        continue;
      }
      if (character === "(") open += 1;
      if (character === ")") open -= 1;
      if (open > 0) value += character;
    }
    return new Text(value);
  }

  #readHex(): Text {
    this.at += 1;
    const start = this.at;
    while (this.bytes[this.at] !== 0x3e) {
      if (this.at >= this.bytes.length) this.fail();
      this.at += 1;
    }
    let digits = "";
    for (const byte of this.bytes.subarray(start, this.at)) {
      const character = String.fromCharCode(byte);
      if (/[0-9a-f]/i.test(character)) digits += character;
      else if (!SPACES.has(byte)) this.fail();
    }
    this.at += 1;
    if (digits.length % 2 === 1) digits += "0";
    return new Text(digits.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16))));
  }

  #readDict(hasRefs: boolean, depth: number): Dict {
    this.at += 2;
    const dict = new Map<string, Value>();
    for (;;) {
      this.skipSpaces();
      if (this.startsWith(">>")) break;
      const key = this.readValue({ hasRefs }, depth + 1);
      if (!(key instanceof Name) || dict.has(key.value)) this.fail();
      dict.set(key.value, this.readValue({ hasRefs }, depth + 1));
    }
    this.at += 2;
    return dict;
  }
}
