import { PdfDifference, unexpectedEntry } from "#pdf-compare/pdf-difference.ts";
import { isDict, type ReadFile } from "#pdf-compare/read-file.ts";
import { Name, Ref, Stream, Text, ValueReader, Word, type Value } from "#pdf-compare/read-value.ts";

/* Compares two files object by object, regardless of object numbers. */

/** Allowed offset in points: browser engines round curves differently. */
const TOLERANCE = 0.01;

const isNumber = (value: unknown): value is number => typeof value === "number";
const isNear = (one: number, another: number): boolean => Math.abs(one - another) <= TOLERANCE;

const other = (what: string): PdfDifference => new PdfDifference(`The PDF has ${what} that is not the document's.`);

const isSameBytes = (one: Uint8Array, another: Uint8Array): boolean =>
  one.length === another.length && one.every((byte, index) => byte === another[index]);

/** Whether two values without references are equal. */
function isSameOperand(one: Value | Word, another: Value | Word): boolean {
  if (isNumber(one)) return isNumber(another) && isNear(one, another);
  if (one instanceof Name) return another instanceof Name && one.value === another.value;
  if (one instanceof Text) return another instanceof Text && one.value === another.value;
  if (one instanceof Word) return another instanceof Word && one.value === another.value;
  if (Array.isArray(one)) {
    const [items, others] = [one as readonly Value[], another as readonly Value[]];
    return (
      Array.isArray(another) &&
      items.length === others.length &&
      items.every((item, index) => isSameOperand(item, others[index] ?? null))
    );
  }
  return one === another;
}

/** Whether two pages draw the same, operator by operator. */
function isSameContent(one: Uint8Array, another: Uint8Array): boolean {
  if (isSameBytes(one, another)) return true;
  const [reader, expected] = [new ValueReader(one), new ValueReader(another)];
  while (!reader.isAtEnd && !expected.isAtEnd)
    if (!isSameOperand(reader.read({ hasRefs: false }), expected.read({ hasRefs: false }))) return false;
  return reader.isAtEnd && expected.isAtEnd;
}

/** Names of entries for messages. */
const WORDS: Readonly<Record<string, string>> = {
  Contents: "a page",
  FontFile2: "a font",
  ToUnicode: "a font",
  W: "a font",
  SMask: "a picture",
  XObject: "a picture",
  MediaBox: "a page size",
  Kids: "pages",
  Count: "pages",
};
const called = (path: readonly string[]): string =>
  path.map((key) => WORDS[key]).findLast((words) => words !== undefined) ?? `an entry "${path.at(-1) ?? ""}"`;

interface Pair {
  readonly received: Value | undefined;
  readonly expected: Value | undefined;
  readonly path: readonly string[];
}

/**
 * Compares everything reachable from two values. Contents of `own` pages are compared by operators with a tolerance, everything else
 * exactly, up to the tolerance of numbers. Returns the visited object numbers of the received file. Throws `PdfDifference`.
 */
export function compareObjects(
  { received, expected }: { received: ReadFile; expected: ReadFile },
  begin: readonly Pair[],
  {
    met = new Map<number, number>(),
    isSkipped = () => false,
  }: {
    met?: Map<number, number>;
    isSkipped?: (path: readonly string[]) => boolean;
  } = {},
): Map<number, number> {
  const waiting: Pair[] = [...begin];
  for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
    let { received: one, expected: another } = pair;
    const { path } = pair;
    if (isSkipped(path)) continue;
    if (one instanceof Ref !== another instanceof Ref) throw other(called(path));
    if (one instanceof Ref && another instanceof Ref) {
      const known = met.get(one.number);
      if (known !== undefined) {
        if (known !== another.number) throw other(called(path));
        continue;
      }
      met.set(one.number, another.number);
      one = received.lookup(one);
      another = expected.lookup(another);
    }
    if (one instanceof Stream && another instanceof Stream) {
      const isContent = path.includes("Contents");
      const [own, others] = [received.unpack(one), expected.unpack(another)];
      if (!(isContent ? isSameContent(own, others) : isSameBytes(own, others))) throw other(called(path));
      waiting.push({ received: one.dict, expected: another.dict, path });
    } else if (isDict(one) && isDict(another)) {
      for (const key of one.keys()) if (!another.has(key)) throw unexpectedEntry(key);
      for (const [key, value] of another) {
        if (key === "Length") continue;
        if (!one.has(key)) throw new PdfDifference(`The PDF has no entry "${key}", and the document's own has one.`);
        waiting.push({ received: one.get(key), expected: value, path: [...path, key] });
      }
    } else if (Array.isArray(one) && Array.isArray(another)) {
      const [items, others] = [one as readonly Value[], another as readonly Value[]];
      if (items.length !== others.length) throw other(called(path));
      for (const [index, item] of items.entries()) waiting.push({ received: item, expected: others[index], path });
    } else if (!isSameOperand(one ?? null, another ?? null)) throw other(called(path));
  }
  return met;
}
