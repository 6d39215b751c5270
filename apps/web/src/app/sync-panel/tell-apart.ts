import { readSliceKey, type StoredEstimateItem } from "@ridgebook/contract";
import { AMOUNT_NAMES, findField, type AmountName } from "@ridgebook/estimating";
import { enteredText, optionName, optionText, sliceValueText } from "#app/sync-panel/describe-slice.ts";

/*
 * The texts of a conflict in a slice of an estimate. All windows are one slice, so the two values are mostly alike: each text has only the
 * differences from the other value, line by line, so that the user never chooses between two equal texts.
 *
 *     tellApart("items:1:3.1", { former, mine, theirs })
 *     // mine:   "Window 2, Kitchen: Height 48 IN; Window 5, Den: Width 30 IN"
 *     // theirs: "Window 2, Kitchen: Height 40 IN; Window 5, Den: Width 36 IN"
 */

/** A triple for the values of a conflict, which are shown side by side. */
export interface Sides<Value> {
  readonly former: Value;
  readonly mine: Value;
  readonly theirs: Value;
}

export const mapSides = <Before, After>(sides: Sides<Before>, map: (value: Before) => After): Sides<After> => ({
  former: map(sides.former),
  mine: map(sides.mine),
  theirs: map(sides.theirs),
});

/** A line with its descendants, without empty ones. */
interface Line {
  readonly item: StoredEstimateItem;
  readonly children: readonly Line[];
}

/** The same line in each value; undefined if a value does not have it. */
type Lines = Sides<Line | undefined>;

/** The text for no value. */
export const NOTHING = "–";

const AMOUNT_LABELS: Record<AmountName, string> = {
  materialCost: "material cost",
  laborCost: "labor cost",
  materialPrice: "material price",
  laborPrice: "labor price",
};

const isRow = (fieldId: string): boolean => findField(fieldId)?.allowMultiple ?? true;

/** The texts of the four amounts, where the user enters them. */
const amountTexts = (item: StoredEstimateItem): readonly string[] =>
  findField(item.fieldId)?.allowPriceChange
    ? AMOUNT_NAMES.map((name) => `${AMOUNT_LABELS[name]} ${String(item[name])}`)
    : [];

/** The entries of a line without ids and order: equal for two lines that look the same to the user. */
const contentOf = ({ item, children }: Line): string =>
  JSON.stringify([
    item.fieldId,
    enteredText(item),
    item.fieldOptionId,
    amountTexts(item),
    children.map(contentOf).toSorted(),
  ]);

/** Whether a line counts: an empty field does not, but an added empty row does. */
const isEntered = ({ item, children }: Line): boolean =>
  isRow(item.fieldId) || enteredText(item) !== "" || children.length > 0;

/** Builds the tree of lines. A line whose parent is missing becomes a root, as in its slice. */
function linesOf(items: readonly StoredEstimateItem[]): readonly Line[] {
  const ids = new Set(items.map(({ id }) => id));
  const byParent = new Map<number | null, StoredEstimateItem[]>();
  for (const item of items) {
    const parent = item.parentItemId !== null && ids.has(item.parentItemId) ? item.parentItemId : null;
    byParent.set(parent, [...(byParent.get(parent) ?? []), item]);
  }
  const below = (id: number | null): readonly Line[] =>
    (byParent.get(id) ?? []).map((item) => ({ item, children: below(item.id) })).filter(isEntered);
  return below(null);
}

/**
 * Aligns the lines of all values, in the order of this device's value. Lines match by id; lines that both users added match by their field
 * if it has only one line, else by their entries.
 */
function align({ former, mine, theirs }: Sides<readonly Line[]>): Lines[] {
  const partners = new Map<Line, Line>();
  const left = new Set(theirs);
  const pair = (isSame: (one: Line) => (other: Line) => boolean): void => {
    for (const one of mine) {
      if (partners.has(one)) continue;
      const partner = [...left].find(isSame(one));
      if (!partner) continue;
      partners.set(one, partner);
      left.delete(partner);
    }
  };
  const hasSameId =
    ({ item }: Line) =>
    (other: Line): boolean =>
      other.item.id === item.id && other.item.fieldId === item.fieldId;
  const isSameField =
    ({ item }: Line) =>
    (other: Line): boolean =>
      other.item.fieldId === item.fieldId && !isRow(item.fieldId);
  pair(hasSameId);
  pair(isSameField);
  pair((one) => {
    const content = contentOf(one);
    return (other) => contentOf(other) === content;
  });
  const formerOf = (line: Line): Line | undefined => former.find(hasSameId(line)) ?? former.find(isSameField(line));
  return [
    ...mine.map((line) => {
      const partner = partners.get(line);
      return { former: formerOf(line) ?? (partner && formerOf(partner)), mine: line, theirs: partner };
    }),
    ...[...left].map((line) => ({ former: formerOf(line), mine: undefined, theirs: line })),
  ];
}

const isAlike = ({ mine, theirs }: Lines): boolean =>
  mine && theirs ? contentOf(mine) === contentOf(theirs) : !mine && !theirs;

const labelOf = (fieldId: string): string => findField(fieldId)?.label ?? fieldId;

/** A name for a row from its first entry, such as the room of a window. */
const rowHint = ({ former, mine, theirs }: Lines): string =>
  (former ?? mine ?? theirs)?.children
    .filter(({ item }) => findField(item.fieldId)?.dataType !== "boolean")
    .map(({ item }) => item.value ?? "")
    .find((value) => value !== "") ?? "";

/** "Width", "Grid", "Grid 2" of several; numbered as on this device. Rows that are not on this device have no number. */
function lineName(lines: Lines, among: Sides<readonly Line[]>): string {
  const { fieldId = "" } = (lines.mine ?? lines.theirs)?.item ?? {};
  const ofField = mapSides(among, (side) => side.filter(({ item }) => item.fieldId === fieldId));
  if (!isRow(fieldId) || Math.max(ofField.mine.length, ofField.theirs.length) <= 1) return labelOf(fieldId);
  return [labelOf(fieldId), lines.mine && String(ofField.mine.indexOf(lines.mine) + 1)].filter(Boolean).join(" ");
}

/** The text of a line with all descendants: "1 EA, Room name Kitchen, Width 36 IN, Grid (Size Flat, Color White)". */
const wholeText = ({ item, children }: Line): string =>
  [
    enteredText(item),
    ...amountTexts(item),
    ...children.map((child) => {
      const text = wholeText(child);
      const isGroup = child.children.length > 0;
      return [labelOf(child.item.fieldId), isGroup ? `(${text})` : text].filter(Boolean).join(" ");
    }),
  ]
    .filter(Boolean)
    .join(", ");

/** The differences in the line itself. */
function tellOwn(lines: Lines & { mine: Line; theirs: Line }, name: string): Sides<string>[] {
  const tell = (textOf: (item: StoredEstimateItem) => string): Sides<string>[] => {
    const isSame = textOf(lines.mine.item) === textOf(lines.theirs.item);
    const named = (line: Line | undefined): string =>
      [name, (line && textOf(line.item)) || NOTHING].filter(Boolean).join(" ");
    return isSame ? [] : [mapSides<Line | undefined, string>(lines, named)];
  };
  const told = tell(enteredText);
  return [
    ...(told.length > 0 ? told : tell((item) => `${enteredText(item)} (${optionText(item.fieldOptionId)})`)),
    ...AMOUNT_NAMES.flatMap((_, index) => tell((item) => amountTexts(item)[index] ?? "")),
  ];
}

/** The differences in a line and its descendants, each with its name: "Height 48 IN", "Grid 2 Color White", "without Screen". */
function tellLine(lines: Lines, name: string): Sides<string>[] {
  if (isAlike(lines)) return [];
  const { mine, theirs } = lines;
  if (!mine || !theirs)
    return [
      mapSides(lines, (line) => {
        if (!line) return `without ${name}`;
        const text = wholeText(line);
        return line.children.length > 0 ? `${name} (${text})` : `${name} ${text}`.trim();
      }),
    ];
  return [...tellOwn({ ...lines, mine, theirs }, name), ...tellBelow(lines, name)];
}

function tellBelow(lines: Lines, name: string): Sides<string>[] {
  const children = mapSides(lines, (line) => line?.children ?? []);
  return align(children).flatMap((child) =>
    tellLine(child, [name, lineName(child, children)].filter(Boolean).join(" ")),
  );
}

/** The differences in a list of lines, one text for each root line. */
function tellLines(
  items: Sides<readonly StoredEstimateItem[]>,
  { isFieldNamed }: { isFieldNamed: boolean },
): Sides<string>[] {
  const all = mapSides(items, linesOf);
  const isOneField = !isFieldNamed && [...all.mine, ...all.theirs].every(({ item }) => !isRow(item.fieldId));
  const isOnlyRow = !isFieldNamed && all.mine.length === 1 && all.theirs.length === 1;
  return align(all)
    .filter((lines) => !isAlike(lines))
    .map((lines) => {
      const { mine, theirs } = lines;
      const isUnnamed = isOneField || (isOnlyRow && mine !== undefined && theirs !== undefined);
      const hint = isOneField ? "" : rowHint(lines);
      const name = isUnnamed ? "" : [lineName(lines, all), hint].filter(Boolean).join(", ");
      const under = (text: string): string => [name, text].filter(Boolean).join(": ") || NOTHING;
      const without = name === "" ? NOTHING : `without ${name}`;
      if (!mine || !theirs) return mapSides(lines, (line) => (line ? under(wholeText(line)) : without));
      const told = [...tellOwn({ ...lines, mine, theirs }, ""), ...tellBelow(lines, "")];
      return {
        former: lines.former ? under(told.map(({ former }) => former).join(", ")) : without,
        mine: under(told.map((each) => each.mine).join(", ")),
        theirs: under(told.map((each) => each.theirs).join(", ")),
      };
    });
}

const isNothing = (value: unknown): boolean => !Array.isArray(value) || value.length === 0;

type Package = { readonly fieldOptionId: string; readonly items: readonly StoredEstimateItem[] };

/** The packages of each value, with their differing lines: "Shingle 1 (Ridge vent: 40 FT), Shingle 2". */
function tellPackages(packages: Sides<readonly Package[]>): Sides<string> {
  const ids = new Set([...packages.mine, ...packages.theirs].map(({ fieldOptionId }) => fieldOptionId));
  const toldById = new Map(
    [...ids].map((id) => {
      const found = mapSides(packages, (side) => side.find(({ fieldOptionId }) => fieldOptionId === id));
      const items = mapSides(found, (each) => each?.items ?? []);
      return [id, found.mine && found.theirs ? tellLines(items, { isFieldNamed: true }) : []] as const;
    }),
  );
  const textOf = (side: keyof Sides<unknown>): string =>
    packages[side]
      .map(({ fieldOptionId }) => {
        const told = (toldById.get(fieldOptionId) ?? []).map((each) => each[side]);
        return [optionName(fieldOptionId), told.length > 0 && `(${told.join("; ")})`].filter(Boolean).join(" ");
      })
      .join(", ");
  return { former: textOf("former"), mine: textOf("mine"), theirs: textOf("theirs") };
}

/**
 * The texts of the two values of a slice, with their differences only, and of the former value. A side without a text is shown like any
 * other field. Values without a difference in entries are shown completely.
 */
export function tellApart(key: string, values: Sides<unknown>): Sides<string | undefined> {
  const plain = mapSides(values, (value) => sliceValueText(key, value));
  const kind = readSliceKey(key)?.kind;
  if (kind !== "items" && kind !== "comparisons") return plain;
  const lists = mapSides(values, (value) => (isNothing(value) ? [] : value)) as Sides<readonly never[]>;
  const told = kind === "comparisons" ? tellPackages(lists) : joinTold(tellLines(lists, { isFieldNamed: false }));
  if (told.mine === told.theirs) return plain;
  return {
    former: isNothing(values.former) ? undefined : told.former,
    mine: isNothing(values.mine) ? undefined : told.mine,
    theirs: isNothing(values.theirs) ? undefined : told.theirs,
  };
}

const joinTold = (told: readonly Sides<string>[]): Sides<string> => ({
  former: told.map(({ former }) => former).join("; "),
  mine: told.map(({ mine }) => mine).join("; "),
  theirs: told.map(({ theirs }) => theirs).join("; "),
});
