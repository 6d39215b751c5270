import { readSliceKey, type StoredEstimateItem } from "@ridgebook/contract";
import { AMOUNT_NAMES, findField, type AmountName } from "@ridgebook/estimating";
import { enteredText, optionName, optionText, sliceValueText } from "#app/sync-panel/describe-slice.ts";

/*
 * Two people meet in a slice of an estimate, and one of its two values stays. All windows are one slice, so the two values are mostly
 * alike: what is told of each is what sets it apart from the other one, line by line, so that nobody chooses between two texts that
 * read the same.
 *
 *     tellApart("items:1:3.1", { former, mine, theirs })
 *     // mine:   "Window 2, Kitchen: Height 48 IN; Window 5, Den: Width 30 IN"
 *     // theirs: "Window 2, Kitchen: Height 40 IN; Window 5, Den: Width 36 IN"
 */

/** Something of each of the values that a person sees beside each other. */
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

/** A line with those below it, as far as anything was entered. */
interface Line {
  readonly item: StoredEstimateItem;
  readonly children: readonly Line[];
}

/** The same line of each value, missing where a value has none. */
type Lines = Sides<Line | undefined>;

/** Stands where there is no value. */
export const NOTHING = "–";

const AMOUNT_LABELS: Record<AmountName, string> = {
  materialCost: "material cost",
  laborCost: "labor cost",
  materialPrice: "material price",
  laborPrice: "labor price",
};

const isRow = (fieldId: string): boolean => findField(fieldId)?.allowMultiple ?? true;

/** The four amounts in words, where a person enters them. */
const amountTexts = (item: StoredEstimateItem): readonly string[] =>
  findField(item.fieldId)?.allowPriceChange
    ? AMOUNT_NAMES.map((name) => `${AMOUNT_LABELS[name]} ${String(item[name])}`)
    : [];

/** What was entered, whatever ids it has and in whatever order it stands: the same for two lines that a person cannot tell apart. */
const contentOf = ({ item, children }: Line): string =>
  JSON.stringify([
    item.fieldId,
    enteredText(item),
    item.fieldOptionId,
    amountTexts(item),
    children.map(contentOf).toSorted(),
  ]);

/** A field that holds nothing is as good as missing; an empty row was added by somebody. */
const isEntered = ({ item, children }: Line): boolean =>
  isRow(item.fieldId) || enteredText(item) !== "" || children.length > 0;

/** Lines with those below them. One whose parent is missing stands by itself, as it does in its slice. */
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
 * The lines of each value side by side, in the order of this device's value. Lines are the same by their id; those that both people
 * added, by their field where it has one line only, else by what was entered.
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

/** What a person called the row or chose for it first: the room of a window. */
const rowHint = ({ former, mine, theirs }: Lines): string =>
  (former ?? mine ?? theirs)?.children
    .filter(({ item }) => findField(item.fieldId)?.dataType !== "boolean")
    .map(({ item }) => item.value ?? "")
    .find((value) => value !== "") ?? "";

/** "Width", "Grid", "Grid 2" of several; numbered as on this device. A row that this device does not have has no number here. */
function lineName(lines: Lines, among: Sides<readonly Line[]>): string {
  const { fieldId = "" } = (lines.mine ?? lines.theirs)?.item ?? {};
  const ofField = mapSides(among, (side) => side.filter(({ item }) => item.fieldId === fieldId));
  if (!isRow(fieldId) || Math.max(ofField.mine.length, ofField.theirs.length) <= 1) return labelOf(fieldId);
  return [labelOf(fieldId), lines.mine && String(ofField.mine.indexOf(lines.mine) + 1)].filter(Boolean).join(" ");
}

/** A line with everything below it: "1 EA, Room name Kitchen, Width 36 IN, Grid (Size Flat, Color White)". */
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

/** What differs in the line itself, of each value. */
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

/** What differs in a line and below it, each under its name: "Height 48 IN", "Grid 2 Color White", "without Screen". */
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

/** What differs in a list of lines, a text for each line that stands in it by itself. */
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

/** The packages of each value, with the lines in which a package differs: "Shingle 1 (Ridge vent: 40 FT), Shingle 2". */
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
 * What sets the two values of a slice apart, with what stood there before, for a person who chooses between them. A side without a text
 * reads like any other field. Values that differ in nothing that a person entered are told as they are.
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
