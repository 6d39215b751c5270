import { boxesIn, cursorIn, type Box } from "./iso-boxes.ts";

/* Takes a HEIC file apart, as far as a decoder of HEVC needs it (ISO/IEC 23008-12). Cameras store one picture, or a grid of tiles. */

interface Size {
  readonly width: number;
  readonly height: number;
}

/** a to f of a canvas transform: x' = ax + cy + e, y' = bx + dy + f. */
export type Transform = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** A picture as a decoder of HEVC takes it. */
interface Heic {
  /** For example "hvc1.3.E.L93.B0". */
  readonly codec: string;
  /** The decoder configuration record, which all tiles share. */
  readonly description: Uint8Array;
  /** Row by row from the upper left; the one picture where there is no grid. */
  readonly tiles: readonly Uint8Array[];
  readonly columns: number;
  readonly tileSize: Size;
  /** How the picture is turned and mirrored to be upright, and its size then. */
  readonly transform: Transform;
  readonly size: Size;
}

/** More than any camera, and what a canvas takes in most browsers. */
const MAX_PIXELS = 100_000_000;

/** What the decoder reads, and what describes colors: the coded picture says it as well. */
const LEFT_ALONE = ["hvcC", "ispe", "pixi", "colr"];

interface Property extends Box {
  /** A reader that does not know it must not show the picture. */
  readonly isEssential: boolean;
}

/** What the file says of its items; of each kind of box the first one counts. */
interface Meta {
  readonly file: Uint8Array;
  readonly boxes: ReadonlyMap<string, Box>;
}

const boxOf = ({ boxes }: Meta, type: string): Box => {
  const box = boxes.get(type);
  if (!box) throw new Error(`The file has no ${type}.`);
  return box;
};

const firstByType = (boxes: readonly Box[]): ReadonlyMap<string, Box> =>
  new Map(boxes.toReversed().map((box) => [box.type, box]));

/** A cursor behind the version and flags that full boxes begin with. */
function openFullBox(file: Uint8Array, box: Box) {
  const cursor = cursorIn(file, box);
  const version = cursor.uint(1);
  const flags = cursor.uint(3);
  return { cursor, version, flags };
}

function readMeta(file: Uint8Array): Meta {
  const meta = boxesIn(file, { start: 0, end: file.length }).find(({ type }) => type === "meta");
  if (!meta) throw new Error("The file has no meta.");
  const { cursor } = openFullBox(file, meta);
  return { file, boxes: firstByType(boxesIn(file, { start: cursor.at, end: meta.end })) };
}

function readPrimaryId(meta: Meta): number {
  const { cursor, version } = openFullBox(meta.file, boxOf(meta, "pitm"));
  return cursor.uint(version === 0 ? 2 : 4);
}

/** By item; protected ones are left out. */
function readItemTypes(meta: Meta): ReadonlyMap<number, string> {
  const iinf = boxOf(meta, "iinf");
  const { cursor, version } = openFullBox(meta.file, iinf);
  cursor.uint(version === 0 ? 2 : 4);
  const types = new Map<number, string>();
  for (const box of boxesIn(meta.file, { start: cursor.at, end: iinf.end })) {
    const entry = openFullBox(meta.file, box);
    if (entry.version < 2) continue;
    const id = entry.cursor.uint(entry.version === 2 ? 2 : 4);
    const isProtected = entry.cursor.uint(2) !== 0;
    if (!isProtected) types.set(id, entry.cursor.letters());
  }
  return types;
}

/** The items that an item is made of, in their order. */
function readParts(meta: Meta, id: number): number[] {
  const iref = boxOf(meta, "iref");
  const { cursor, version } = openFullBox(meta.file, iref);
  const idBytes = version === 0 ? 2 : 4;
  for (const box of boxesIn(meta.file, { start: cursor.at, end: iref.end })) {
    const reference = cursorIn(meta.file, box);
    if (box.type !== "dimg" || reference.uint(idBytes) !== id) continue;
    return Array.from({ length: reference.uint(2) }, () => reference.uint(idBytes));
  }
  throw new Error("A grid has no tiles.");
}

/** By item, in their order, in which turning and mirroring apply. */
function readProperties(meta: Meta): ReadonlyMap<number, readonly Property[]> {
  const inIprp = firstByType(boxesIn(meta.file, boxOf(meta, "iprp")));
  const [ipco, ipma] = [inIprp.get("ipco"), inIprp.get("ipma")];
  if (!ipco || !ipma) throw new Error("The file has no properties.");
  const properties = boxesIn(meta.file, ipco);
  const { cursor, version, flags } = openFullBox(meta.file, ipma);
  const indexBytes = flags % 2 === 1 ? 2 : 1;
  const essential = indexBytes === 2 ? 0x80_00 : 0x80;
  const byItem = new Map<number, readonly Property[]>();
  for (let entries = cursor.uint(4); entries > 0; entries -= 1) {
    const id = cursor.uint(version === 0 ? 2 : 4);
    const links = Array.from({ length: cursor.uint(1) }, () => cursor.uint(indexBytes));
    const linked = links.flatMap((link) => {
      const property = properties[(link % essential) - 1];
      return property ? [{ ...property, isEssential: link >= essential }] : [];
    });
    byItem.set(id, linked);
  }
  return byItem;
}

/** By item, its bytes: in the file, or in `idat` beside the descriptions. Items that lie elsewhere or in several parts are left out. */
function readItems(meta: Meta): ReadonlyMap<number, Uint8Array> {
  const { cursor, version } = openFullBox(meta.file, boxOf(meta, "iloc"));
  const sizes = cursor.uint(2);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexBytes = version === 0 ? 0 : sizes & 15;
  // Else a file could name parts without end in a few bytes.
  if (lengthBytes === 0) throw new Error("Items have no length.");
  const items = new Map<number, Uint8Array>();
  for (let entries = cursor.uint(version < 2 ? 2 : 4); entries > 0; entries -= 1) {
    const id = cursor.uint(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : cursor.uint(2) & 15;
    const dataReference = cursor.uint(2);
    const base = cursor.uint(baseBytes);
    const extents = Array.from({ length: cursor.uint(2) }, () => {
      cursor.uint(indexBytes);
      const offset = base + cursor.uint(offsetBytes);
      return { offset, length: cursor.uint(lengthBytes) };
    });
    const [only] = extents;
    if (!only || extents.length > 1 || method > 1 || dataReference !== 0) continue;
    const place = method === 0 ? { start: 0, end: meta.file.length } : boxOf(meta, "idat");
    const [start, end] = [place.start + only.offset, place.start + only.offset + only.length];
    if (end > place.end) throw new RangeError("An item ends behind the file.");
    items.set(id, meta.file.subarray(start, end));
  }
  return items;
}

function ofItem<Value>(values: ReadonlyMap<number, Value>, id: number): Value {
  const value = values.get(id);
  if (value === undefined) throw new Error("An item is not described, or lies elsewhere.");
  return value;
}

function propertyOf(properties: readonly Property[], type: string): Property {
  const property = properties.find((each) => each.type === type);
  if (!property) throw new Error(`An item has no ${type}.`);
  return property;
}

function readSize({ file }: Meta, properties: readonly Property[]): Size {
  const { cursor } = openFullBox(file, propertyOf(properties, "ispe"));
  return { width: cursor.uint(4), height: cursor.uint(4) };
}

/** Columns and size of a grid. */
function readGrid(payload: Uint8Array): { rows: number; columns: number; size: Size } {
  const cursor = cursorIn(payload, { start: 0, end: payload.length });
  cursor.uint(1);
  const sideBytes = cursor.uint(1) % 2 === 1 ? 4 : 2;
  const [rows, columns] = [cursor.uint(1) + 1, cursor.uint(1) + 1];
  return { rows, columns, size: { width: cursor.uint(sideBytes), height: cursor.uint(sideBytes) } };
}

const then = ([a, b, c, d, e, f]: Transform, [g, h, i, j, k, l]: Transform): Transform => [
  g * a + i * b,
  h * a + j * b,
  g * c + i * d,
  h * c + j * d,
  g * e + i * f + k,
  h * e + j * f + l,
];

/** Turns and mirrors in the order of the properties. Throws for an essential property that is none of those. */
function readTransform(
  { file }: Meta,
  properties: readonly Property[],
  stored: Size,
): Pick<Heic, "transform" | "size"> {
  let transform: Transform = [1, 0, 0, 1, 0, 0];
  let size = stored;
  for (const property of properties) {
    const { width, height } = size;
    if (property.type === "irot")
      // Quarter turns to the left.
      for (let turns = cursorIn(file, property).uint(1) % 4; turns > 0; turns -= 1) {
        transform = then(transform, [0, -1, 1, 0, 0, size.width]);
        size = { width: size.height, height: size.width };
      }
    else if (property.type === "imir")
      // 0 exchanges top and bottom, 1 left and right (edition of 2022; the one of 2017 was read both ways).
      transform = then(
        transform,
        cursorIn(file, property).uint(1) % 2 === 0 ? [1, 0, 0, -1, 0, height] : [-1, 0, 0, 1, width, 0],
      );
    else if (property.isEssential && !LEFT_ALONE.includes(property.type))
      throw new Error(`${property.type} is not known here.`);
  }
  return { transform, size };
}

/** As browsers name a codec (ISO/IEC 14496-15, E.3), from the decoder configuration record. */
function codecOf(record: Uint8Array): string {
  const cursor = cursorIn(record, { start: 0, end: record.length });
  cursor.uint(1);
  const profile = cursor.uint(1);
  const compatibility = cursor.uint(4).toString(2).padStart(32, "0").split("").toReversed().join("");
  const constraints = Array.from({ length: 6 }, () => cursor.uint(1));
  const level = cursor.uint(1);
  const used = constraints.slice(0, constraints.findLastIndex((byte) => byte !== 0) + 1);
  const hex = (value: number): string => value.toString(16).toUpperCase();
  return [
    "hvc1",
    `${["", "A", "B", "C"][profile >> 6] ?? ""}${String(profile & 31)}`,
    hex(Number.parseInt(compatibility, 2)),
    `${(profile & 32) === 0 ? "L" : "H"}${String(level)}`,
    ...used.map(hex),
  ].join(".");
}

/** Whether the tiles cover the picture, and none is hidden behind its edge. */
const isCovered = (side: number, { count, tile }: { count: number; tile: number }): boolean =>
  count * tile >= side && (count - 1) * tile < side;

/** Throws for a file that is broken, and for one that holds its picture in another way than cameras do. */
export function readHeic(file: Uint8Array): Heic {
  const meta = readMeta(file);
  const id = readPrimaryId(meta);
  const [types, properties, items] = [readItemTypes(meta), readProperties(meta), readItems(meta)];
  const own = ofItem(properties, id);
  const isGrid = ofItem(types, id) === "grid";
  const tileIds = isGrid ? readParts(meta, id) : [id];
  const { rows, columns, size } = isGrid
    ? readGrid(ofItem(items, id))
    : { rows: 1, columns: 1, size: readSize(meta, own) };
  if (tileIds.length !== rows * columns) throw new Error("A grid has too few tiles, or too many.");
  if (size.width * size.height > MAX_PIXELS) throw new Error("The picture is too large.");

  const tiles = tileIds.map((tileId) => {
    if (ofItem(types, tileId) !== "hvc1") throw new Error("The picture is not HEVC.");
    const ofTile = ofItem(properties, tileId);
    return { bytes: ofItem(items, tileId), record: propertyOf(ofTile, "hvcC"), size: readSize(meta, ofTile) };
  });
  const [first] = tiles;
  if (!first || tiles.some(({ record }) => record.start !== first.record.start))
    throw new Error("Tiles are coded in several ways.");
  const { width, height } = first.size;
  if (!isCovered(size.width, { count: columns, tile: width }) || !isCovered(size.height, { count: rows, tile: height }))
    throw new Error("Tiles do not fit the picture.");
  const description = file.subarray(first.record.start, first.record.end);
  return {
    codec: codecOf(description),
    description,
    tiles: tiles.map(({ bytes }) => bytes),
    columns,
    tileSize: first.size,
    ...readTransform(meta, own, size),
  };
}
