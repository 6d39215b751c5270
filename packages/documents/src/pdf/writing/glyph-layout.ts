import type { TrueTypeFile } from "#pdf/true-type-file.ts";

/*
 * Reads the OpenType layout features of a font: ligatures (fi), tabular figures and kerning (AV), from the GSUB and GPOS tables
 * for Latin script. Supports only simple lookups: pair adjustment of the advance, single substitution and ligatures. Contextual
 * lookups are ignored; lines are measured without them.
 */

interface Ligature {
  /** The glyphs after the first one. */
  readonly rest: readonly number[];
  readonly glyph: number;
}

interface GlyphLayout {
  /** Keyed by the first glyph, longest ligature first. */
  readonly ligatures: ReadonlyMap<number, readonly Ligature[]>;
  /** Tabular figures by the glyph that they replace. */
  readonly tabular: ReadonlyMap<number, number>;
  /** Returns the kerning of a pair in font units, mostly negative. */
  readonly kerningOf: (first: number, second: number) => number;
}

const EXTENSION = { GSUB: 7, GPOS: 9 } as const;
const SINGLE = 1;
const LIGATURE = 4;
const PAIR = 2;
/** The XAdvance bit of a value format. Each bit marks a field that the value record contains, in this order. */
const ADVANCE_BIT = 4;
const SCRIPTS = ["latn", "DFLT"];

interface Subtable {
  readonly type: number;
  readonly at: number;
}

const tagAt = (view: DataView, at: number): string =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));

/** Returns the subtables of each lookup of a feature, in file order. */
function lookupsOf({ view, at, has }: TrueTypeFile, table: "GSUB" | "GPOS", feature: string): readonly Subtable[][] {
  if (!has(table)) return [];
  const start = at(table);
  const [scripts, features, lookups] = [4, 6, 8].map((each) => start + view.getUint16(start + each)) as [
    number,
    number,
    number,
  ];
  const scriptByTag = new Map(
    Array.from({ length: view.getUint16(scripts) }, (_, index) => {
      const entry = scripts + 2 + index * 6;
      return [tagAt(view, entry), scripts + view.getUint16(entry + 4)] as const;
    }),
  );
  const script = SCRIPTS.map((tag) => scriptByTag.get(tag)).find((each) => each !== undefined);
  if (script === undefined || view.getUint16(script) === 0) return [];
  const language = script + view.getUint16(script);
  const numbers = new Set<number>();
  for (let index = 0; index < view.getUint16(language + 4); index += 1) {
    const entry = features + 2 + view.getUint16(language + 6 + index * 2) * 6;
    if (tagAt(view, entry) !== feature) continue;
    const found = features + view.getUint16(entry + 4);
    for (let lookup = 0; lookup < view.getUint16(found + 2); lookup += 1)
      numbers.add(view.getUint16(found + 4 + lookup * 2));
  }
  return [...numbers]
    .sort((one, other) => one - other)
    .map((number) => {
      const lookup = lookups + view.getUint16(lookups + 2 + number * 2);
      const type = view.getUint16(lookup);
      return Array.from({ length: view.getUint16(lookup + 4) }, (_, index): Subtable => {
        const subtable = lookup + view.getUint16(lookup + 6 + index * 2);
        return type === EXTENSION[table]
          ? { type: view.getUint16(subtable + 2), at: subtable + view.getUint32(subtable + 4) }
          : { type, at: subtable };
      });
    });
}

/** Reads a coverage table: coverage indexes by glyph. */
function coverageOf(view: DataView, at: number): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  const count = view.getUint16(at + 2);
  if (view.getUint16(at) === 1) {
    for (let index = 0; index < count; index += 1) places.set(view.getUint16(at + 4 + index * 2), index);
    return places;
  }
  for (let index = 0; index < count; index += 1) {
    const range = at + 4 + index * 6;
    const first = view.getUint16(range);
    for (let glyph = first; glyph <= view.getUint16(range + 2); glyph += 1)
      places.set(glyph, view.getUint16(range + 4) + glyph - first);
  }
  return places;
}

/** Reads a class definition table. A glyph that it does not list has class 0. */
function classesOf(view: DataView, at: number): ReadonlyMap<number, number> {
  const classes = new Map<number, number>();
  if (view.getUint16(at) === 1) {
    const first = view.getUint16(at + 2);
    for (let index = 0; index < view.getUint16(at + 4); index += 1)
      classes.set(first + index, view.getUint16(at + 6 + index * 2));
    return classes;
  }
  for (let index = 0; index < view.getUint16(at + 2); index += 1) {
    const range = at + 4 + index * 6;
    for (let glyph = view.getUint16(range); glyph <= view.getUint16(range + 2); glyph += 1)
      classes.set(glyph, view.getUint16(range + 4));
  }
  return classes;
}

const bytesOfValue = (format: number): number => {
  let bits = 0;
  for (let rest = format; rest > 0; rest >>= 1) bits += rest & 1;
  return bits * 2;
};

/** Returns the offset of the advance in a value record; undefined if it has none. */
const advanceAt = (format: number): number | undefined =>
  format & ADVANCE_BIT ? bytesOfValue(format & (ADVANCE_BIT - 1)) : undefined;

/** Returns the kerning of a pair; undefined if the subtable does not cover it and the next one applies. */
type PairReader = (first: number, second: number) => number | undefined;

function pairReader(view: DataView, at: number): PairReader {
  const coverage = coverageOf(view, at + view.getUint16(at + 2));
  const [format1, format2] = [view.getUint16(at + 4), view.getUint16(at + 6)];
  const advance = advanceAt(format1);
  const valueBytes = bytesOfValue(format1) + bytesOfValue(format2);
  const valueAt = (record: number): number => (advance === undefined ? 0 : view.getInt16(record + advance));
  if (view.getUint16(at) === 1) {
    const size = 2 + valueBytes;
    return (first, second) => {
      const place = coverage.get(first);
      if (place === undefined) return undefined;
      const set = at + view.getUint16(at + 10 + place * 2);
      let [low, high] = [0, view.getUint16(set) - 1];
      while (low <= high) {
        const middle = (low + high) >> 1;
        const record = set + 2 + middle * size;
        const glyph = view.getUint16(record);
        if (glyph === second) return valueAt(record + 2);
        if (glyph < second) low = middle + 1;
        else high = middle - 1;
      }
      return undefined;
    };
  }
  const firstClasses = classesOf(view, at + view.getUint16(at + 8));
  const secondClasses = classesOf(view, at + view.getUint16(at + 10));
  const secondCount = view.getUint16(at + 14);
  return (first, second) => {
    if (!coverage.has(first)) return undefined;
    const row = (firstClasses.get(first) ?? 0) * secondCount + (secondClasses.get(second) ?? 0);
    return valueAt(at + 16 + row * valueBytes);
  };
}

function readKerning(file: TrueTypeFile): GlyphLayout["kerningOf"] {
  const lookups = lookupsOf(file, "GPOS", "kern").map((subtables) =>
    subtables.filter(({ type }) => type === PAIR).map(({ at }) => pairReader(file.view, at)),
  );
  const known = new Map<number, number>();
  return (first, second) => {
    const pair = first * 0x10000 + second;
    let kerning = known.get(pair);
    if (kerning === undefined) {
      kerning = 0;
      for (const readers of lookups)
        for (const read of readers) {
          const said = read(first, second);
          if (said === undefined) continue;
          kerning += said;
          break;
        }
      known.set(pair, kerning);
    }
    return kerning;
  };
}

function readTabular(file: TrueTypeFile): ReadonlyMap<number, number> {
  const { view } = file;
  const replaced = new Map<number, number>();
  for (const { type, at } of lookupsOf(file, "GSUB", "tnum").flat()) {
    if (type !== SINGLE) continue;
    const isList = view.getUint16(at) === 2;
    for (const [glyph, place] of coverageOf(view, at + view.getUint16(at + 2)))
      replaced.set(glyph, isList ? view.getUint16(at + 6 + place * 2) : (glyph + view.getInt16(at + 4)) & 0xffff);
  }
  return replaced;
}

function readLigatures(file: TrueTypeFile): ReadonlyMap<number, readonly Ligature[]> {
  const { view } = file;
  const ligatures = new Map<number, readonly Ligature[]>();
  for (const { type, at } of lookupsOf(file, "GSUB", "liga").flat()) {
    if (type !== LIGATURE) continue;
    for (const [glyph, place] of coverageOf(view, at + view.getUint16(at + 2))) {
      const set = at + view.getUint16(at + 6 + place * 2);
      const found = Array.from({ length: view.getUint16(set) }, (_, index): Ligature => {
        const entry = set + view.getUint16(set + 2 + index * 2);
        const rest = Array.from({ length: view.getUint16(entry + 2) - 1 }, (_each, part) =>
          view.getUint16(entry + 4 + part * 2),
        );
        return { glyph: view.getUint16(entry), rest };
      });
      ligatures.set(glyph, [...(ligatures.get(glyph) ?? []), ...found]);
    }
  }
  for (const [glyph, found] of ligatures)
    ligatures.set(
      glyph,
      [...found].sort((one, other) => other.rest.length - one.rest.length),
    );
  return ligatures;
}

export const readGlyphLayout = (file: TrueTypeFile): GlyphLayout => ({
  ligatures: readLigatures(file),
  tabular: readTabular(file),
  kerningOf: readKerning(file),
});
