import { Unzlib } from "fflate";
import { PdfDifference, unexpectedEntry } from "#pdf-compare/pdf-difference.ts";
import { Name, Ref, Stream, ValueReader, type Dict, type Value } from "#pdf-compare/read-value.ts";

/*
 * Parses a PDF written exactly like ours: objects in sequence, each once, then one table of all. Rejects anything else, such as a second
 * table, an unlisted object or extra bytes: different programs would show different pages.
 */

/** Of all streams of a file. */
const MAX_UNPACKED_BYTES = 256_000_000;
const SLICE = 65_536;

export interface ReadFile {
  readonly objects: ReadonlyMap<number, Value>;
  readonly root: Ref;
  readonly info: Ref;
  /** Numbers of object streams and of the table. */
  readonly containers: ReadonlySet<number>;
  readonly lookup: (value: Value | undefined) => Value | undefined;
  readonly dictOf: (value: Value | undefined) => Dict;
  /** A stream's bytes, decompressed if it uses the usual filter. */
  readonly unpack: (stream: Stream) => Uint8Array;
}

export const isDict = (value: unknown): value is Dict => value instanceof Map;
const broken = (what: string): PdfDifference => new PdfDifference(`The PDF is not written as papers are: ${what}.`);

/** A table entry: an object's offset in the file, or its stream and index. */
type Place = { readonly offset: number } | { readonly stream: number; readonly index: number };

/** Throws `PdfDifference` for an ambiguous or unreadable file. */
export function readFile(bytes: Uint8Array): ReadFile {
  let budget = MAX_UNPACKED_BYTES;
  const unpacked = new WeakMap<Stream, Uint8Array>();
  const unpack = (stream: Stream): Uint8Array => {
    const filter = stream.dict.get("Filter");
    if (!(filter instanceof Name) || filter.value !== "FlateDecode" || stream.dict.has("DecodeParms"))
      return stream.data;
    let whole = unpacked.get(stream);
    if (!whole) {
      const chunks: Uint8Array[] = [];
      const unpacking = new Unzlib((chunk) => {
        budget -= chunk.length;
        chunks.push(chunk);
      });
      try {
        for (let at = 0; at < stream.data.length; at += SLICE) {
          unpacking.push(stream.data.subarray(at, at + SLICE), at + SLICE >= stream.data.length);
          if (budget < 0) throw new Error("too many");
        }
      } catch {
        throw broken(budget < 0 ? "it unpacks to too many bytes" : "a part of it cannot be unpacked");
      }
      whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
      let at = 0;
      for (const chunk of chunks) {
        whole.set(chunk, at);
        at += chunk.length;
      }
      unpacked.set(stream, whole);
    }
    return whole;
  };

  const reader = new ValueReader(bytes);
  const head = String.fromCharCode(...bytes.subarray(0, 15));
  const header = /^%PDF-1\.[4-7]\r?\n%[\x80-\xff]{4}\r?\n/.exec(head)?.[0];
  if (header === undefined) throw broken("its head is another");
  reader.at = header.length;

  const objects = new Map<number, Value>();
  const places = new Map<number, Place>();
  const put = (number: number, value: Value, place: Place): void => {
    if (objects.has(number)) throw broken(`object ${number} stands in it twice`);
    objects.set(number, value);
    places.set(number, place);
  };
  let last = 0;
  for (;;) {
    reader.skipSpaces();
    if (reader.startsWith("xref") || reader.startsWith("startxref")) break;
    const offset = reader.at;
    last = Number(/^\d{1,9}$/.exec(reader.readToken())?.[0] ?? NaN);
    reader.expect(" 0 obj");
    if (!Number.isInteger(last)) reader.fail();
    put(last, readObject(reader), { offset });
  }

  const containers = new Set<number>();
  for (const [number, stream] of [...objects]) {
    if (!(stream instanceof Stream)) continue;
    const type = stream.dict.get("Type");
    if (!(type instanceof Name) || type.value !== "ObjStm") continue;
    containers.add(number);
    const inner = new ValueReader(unpack(stream));
    const [count, first] = [stream.dict.get("N"), stream.dict.get("First")];
    if (typeof count !== "number" || typeof first !== "number" || stream.dict.has("Extends"))
      throw broken("its objects");
    const entries = Array.from({ length: Math.min(count, objects.size + inner.bytes.length) }, () => [
      inner.readValue({ hasRefs: false }),
      inner.readValue({ hasRefs: false }),
    ]);
    let end = first;
    for (const [index, [own, at]] of entries.entries()) {
      // In sequence: none overlaps another.
      if (typeof own !== "number" || typeof at !== "number" || first + at < end) throw broken("its objects overlap");
      const each = new ValueReader(inner.bytes, first + at);
      const value = each.readValue({ hasRefs: true });
      end = each.at;
      put(own, value, { stream: number, index });
    }
  }

  const trailer = readTable({ reader, objects, places, unpack, last, containers });
  for (const key of trailer.keys()) if (!TRAILER.has(key)) throw unexpectedEntry(key);
  const [root, info] = [trailer.get("Root"), trailer.get("Info")];
  if (!(root instanceof Ref) || !(info instanceof Ref)) throw broken("it does not say where it begins");

  const lookup = (value: Value | undefined): Value | undefined => {
    let found = value;
    for (let steps = 0; found instanceof Ref; steps += 1) {
      if (steps > 8) throw broken("an object leads to itself");
      found = objects.get(found.number);
    }
    return found;
  };
  return {
    objects,
    root,
    info,
    containers,
    lookup,
    dictOf: (value) => {
      const found = lookup(value);
      if (!isDict(found)) throw broken("a part is missing");
      return found;
    },
    unpack,
  };
}

const TRAILER = new Set(["Size", "Root", "Info", "Type", "W", "Index", "Length", "Filter"]);

function readObject(reader: ValueReader): Value {
  let value = reader.readValue({ hasRefs: true });
  reader.skipSpaces();
  if (isDict(value) && reader.startsWith("stream")) {
    reader.at += "stream".length;
    if (reader.startsWith("\r")) reader.at += 1;
    reader.expect("\n");
    const length = value.get("Length");
    if (typeof length !== "number" || !Number.isInteger(length) || length < 0) reader.fail();
    const data = reader.bytes.subarray(reader.at, reader.at + length);
    reader.at += length;
    reader.skipSpaces();
    reader.expect("endstream");
    value = new Stream(value, data);
    reader.skipSpaces();
  }
  reader.expect("endobj");
  return value;
}

interface Table {
  readonly reader: ValueReader;
  readonly objects: ReadonlyMap<number, Value>;
  readonly places: ReadonlyMap<number, Place>;
  readonly unpack: (stream: Stream) => Uint8Array;
  readonly last: number;
  readonly containers: Set<number>;
}

/** Parses the object table; returns the trailer. Every object must be exactly where the table says. */
function readTable({ reader, objects, places, unpack, last, containers }: Table): Dict {
  const named = new Map<number, Place>();
  const tableAt = reader.at;
  let trailer: Dict;
  let start = tableAt;
  if (reader.startsWith("xref")) {
    const table = /^xref\n0 (\d{1,9})\n((?:\d{10} \d{5} [fn][ \r]\n)*)\n?trailer/.exec(
      new TextDecoder("latin1").decode(reader.bytes.subarray(tableAt)),
    );
    if (!table) throw broken("its table is another");
    const entries = (table[2] ?? "").match(/.{18}[ \r]\n/gs) ?? [];
    if (entries.length !== Number(table[1])) throw broken("its table is another");
    for (const [number, entry] of entries.entries())
      if (entry[17] === "n") named.set(number, { offset: Number(entry.slice(0, 10)) });
    reader.at = tableAt + table[0].length;
    const given = reader.readValue({ hasRefs: true });
    if (!isDict(given)) throw broken("it does not say where it begins");
    trailer = given;
    reader.skipSpaces();
  } else {
    const stream = objects.get(last);
    const own = places.get(last);
    if (!(stream instanceof Stream) || !own || !("offset" in own)) throw broken("it has no table");
    containers.add(last);
    start = own.offset;
    trailer = stream.dict;
    readStreamTable(trailer, unpack(stream), named);
  }
  reader.expect("startxref");
  reader.skipSpaces();
  const at = reader.read({ hasRefs: false });
  const end = new TextDecoder("latin1").decode(reader.bytes.subarray(reader.at));
  if (at !== start || !/^\s*%%EOF\s*$/.test(end)) throw broken("its table is elsewhere");
  const isSame = (one: Place | undefined, other: Place): boolean =>
    one !== undefined &&
    ("offset" in other
      ? "offset" in one && one.offset === other.offset
      : "stream" in one && one.stream === other.stream && one.index === other.index);
  if (named.size !== places.size || [...places].some(([number, place]) => !isSame(named.get(number), place)))
    throw broken("its table names other objects than it has");
  return trailer;
}

function readStreamTable(dict: Dict, bytes: Uint8Array, named: Map<number, Place>): void {
  const numbers = (value: Value | undefined): number[] =>
    Array.isArray(value) ? value.filter((each): each is number => typeof each === "number") : [];
  const type = dict.get("Type");
  const widths = numbers(dict.get("W"));
  const size = dict.get("Size");
  if (!(type instanceof Name) || type.value !== "XRef" || widths.length !== 3 || widths.some((each) => each > 6))
    throw broken("it has no table");
  const index = dict.has("Index") ? numbers(dict.get("Index")) : [0, typeof size === "number" ? size : 0];
  let at = 0;
  const take = (width: number): number => {
    let value = 0;
    for (let step = 0; step < width; step += 1) value = value * 256 + (bytes[at + step] ?? 0);
    at += width;
    return value;
  };
  const [kindWidth = 0, firstWidth = 0, secondWidth = 0] = widths;
  for (let each = 0; each + 1 < index.length; each += 2) {
    const [first = 0, count = 0] = [index[each], index[each + 1]];
    if (count > bytes.length) throw broken("it has no table");
    for (let number = first; number < first + count; number += 1) {
      const kind = kindWidth === 0 ? 1 : take(kindWidth);
      const [one, two] = [take(firstWidth), take(secondWidth)];
      if (kind === 0) continue;
      if (named.has(number)) throw broken(`object ${number} stands in it twice`);
      if (kind > 2) throw broken("its table is another");
      named.set(number, kind === 1 ? { offset: one } : { stream: one, index: two });
    }
  }
  if (at !== bytes.length) throw broken("its table is another");
}

/** The pages in order. Throws for a tree that is deeper or has other entries than a paper's. */
export function pagesOf(file: ReadFile): readonly Dict[] {
  const catalog = file.dictOf(file.root);
  const pages: Dict[] = [];
  const walked = new Set<Dict>();
  const walk = (node: Dict, depth: number): void => {
    if (walked.has(node)) throw broken("a page stands in it twice");
    walked.add(node);
    const type = node.get("Type");
    const kind = type instanceof Name ? type.value : "";
    if (kind === "Page") {
      pages.push(node);
      return;
    }
    const kids = file.lookup(node.get("Kids"));
    if (kind !== "Pages" || depth > 8 || !Array.isArray(kids)) throw broken("its pages");
    for (const key of node.keys()) if (!["Type", "Kids", "Count", "Parent"].includes(key)) throw unexpectedEntry(key);
    for (const kid of kids as readonly Value[]) walk(file.dictOf(kid), depth + 1);
  };
  walk(file.dictOf(catalog.get("Pages")), 0);
  return pages;
}
