import type { DocumentLine } from "#lines/document-line.ts";
import { flattenLines } from "#lines/document-lines.ts";
import { choicesFor, completingLines, kindOfLine } from "#lines/line-kinds.ts";
import { isWindow, windowDetails, windowParts, windowRoom, windowSize, windowStyle } from "#lines/window-rows.ts";
import { formatQuantity } from "#wording/numbers.ts";
import { quantityInWords } from "#wording/quantity-words.ts";

/* Which lines a change order adds, removes and changes, against the estimate as it was agreed to. */

/** A line as both sides agreed to it, in words. */
interface AgreedLine {
  readonly line: DocumentLine;
  readonly label: string;
  /** "Aluminum, 10 ft, White", of a window all that was chosen for it. */
  readonly choice: string;
  /** "15 pieces"; "" of what is there once. */
  readonly quantity: string;
  /** The same one by one, each under the name of the line that it is chosen on: "Siding color", "White". */
  readonly parts: readonly LinePart[];
}

/** What is chosen or counted on one line. */
interface LinePart {
  readonly label: string;
  readonly text: string;
}

/** A part of a line that became another one: "Siding color", "White", "Clay". A text is "" where there was, or is, nothing. */
interface PartChange {
  readonly label: string;
  readonly before: string;
  readonly now: string;
}

export interface LineChange {
  readonly kind: "added" | "removed" | "changed";
  readonly label: string;
  /** "" of an added line. */
  readonly before: string;
  /** "" of a removed line. */
  readonly now: string;
  /** Of a changed line, what is different; empty where that is its price alone. */
  readonly parts: readonly PartChange[];
}

const windowWords = (line: DocumentLine): string =>
  [windowRoom(line), windowStyle(line), windowSize(line), windowDetails(line, { withTrims: true })]
    .filter((text) => text !== "")
    .join("; ");

/** A group is not counted, and neither is a choice that is there once. A package of windows is counted in windows. */
function quantityWords({ field, quantity, unit, said: asSaid }: DocumentLine): string {
  if (asSaid) return `${formatQuantity(asSaid.quantity)} ${asSaid.unit}`;
  return field.defaultOne || unit === "" ? "" : quantityInWords(quantity, field.unit);
}

/**
 * Measurements and questions have no part in what was agreed; a choice stands with the line that it completes. Work that costs nothing was
 * agreed like any other.
 */
const isAgreed = (line: DocumentLine): boolean =>
  line.quantity > 0 && (line.totals.price !== 0 || kindOfLine(line) === "work");

function partsOf(line: DocumentLine, lines: readonly DocumentLine[]): readonly LinePart[] {
  if (isWindow(line)) return [...windowParts(line), { label: line.label, text: quantityWords(line) }];
  const chosen = [...flattenLines([line]), ...completingLines(line, lines)].filter(({ choice }) => choice !== "");
  return [
    ...chosen.map(({ label, choice }) => ({ label, text: choice })),
    { label: line.label, text: quantityWords(line) },
  ];
}

/** Texts by label, those of one label together. */
function textsByLabel(parts: readonly LinePart[]): ReadonlyMap<string, string> {
  const byLabel = new Map<string, string>();
  for (const { label, text } of parts)
    if (text !== "") byLabel.set(label, byLabel.has(label) ? `${byLabel.get(label) ?? ""}, ${text}` : text);
  return byLabel;
}

function partChanges(former: AgreedLine, line: AgreedLine): readonly PartChange[] {
  // A line that has another name, or a window in another room, is compared part by part all the same.
  const named = partLabel(former, line);
  const [before, now] = [
    textsByLabel(former.parts.map((part) => ({ ...part, label: named(part.label) }))),
    textsByLabel(line.parts),
  ];
  const renamed =
    former.label === line.label ? [] : [{ label: line.line.field.label, before: former.label, now: line.label }];
  return [
    ...renamed,
    ...[...new Set([...now.keys(), ...before.keys()])]
      .map((label) => ({ label, before: before.get(label) ?? "", now: now.get(label) ?? "" }))
      .filter((part) => part.before !== part.now),
  ];
}

/** The label that a part of a previous line has on the line as it is now. */
function partLabel(former: AgreedLine, line: AgreedLine): (label: string) => string {
  const rooms = isWindow(line.line)
    ? ([former, line].map((each) => roomLabel(each.line)) as [string, string])
    : undefined;
  return (label) => {
    if (label === former.label) return line.label;
    return rooms && label.startsWith(rooms[0]) ? rooms[1] + label.slice(rooms[0].length) : label;
  };
}

const roomLabel = (window: DocumentLine): string => `${windowRoom(window) || window.label}, `;

const agreedLines = (lines: readonly DocumentLine[]): readonly AgreedLine[] =>
  lines.filter(isAgreed).map((line) => ({
    line,
    label: line.label,
    choice: isWindow(line) ? windowWords(line) : choicesFor(line, lines).join(", "),
    quantity: quantityWords(line),
    parts: partsOf(line, lines),
  }));

const said = ({ choice, quantity }: AgreedLine): string =>
  [choice, quantity].filter((text) => text !== "").join(" · ") || "Included";

/** Lines are the same one: by their id; then, where ids are others, by field and choice; then as the only ones of a field. */
type IsSame = (
  one: AgreedLine,
  other: AgreedLine,
  among: { before: readonly AgreedLine[]; now: readonly AgreedLine[] },
) => boolean;

const isOfField = ({ line }: AgreedLine, fieldId: string): boolean => line.field.id === fieldId;

const MATCHES: readonly IsSame[] = [
  (one, other) => one.line.itemId === other.line.itemId && one.line.field.id === other.line.field.id,
  (one, other) =>
    one.line.field.id === other.line.field.id && one.choice === other.choice && one.quantity === other.quantity,
  (one, other) => one.line.field.id === other.line.field.id && one.choice === other.choice,
  (one, other, { before, now }) =>
    one.line.field.id === other.line.field.id &&
    before.filter((each) => isOfField(each, one.line.field.id)).length === 1 &&
    now.filter((each) => isOfField(each, one.line.field.id)).length === 1,
];

/**
 * What becomes of the lines of one copy, in the order of the catalogue: changed and added lines where they stand now, removed ones
 * behind them. Lines of which neither words nor
 * price changed are left out.
 */
export function lineChanges(
  linesBefore: readonly DocumentLine[],
  linesNow: readonly DocumentLine[],
): readonly LineChange[] {
  let before = agreedLines(linesBefore);
  const now = agreedLines(linesNow);
  const formerOf = new Map<AgreedLine, AgreedLine>();
  for (const isSame of MATCHES) {
    const open = now.filter((line) => !formerOf.has(line));
    for (const line of open) {
      const former = before.find((each) =>
        isSame(each, line, { before, now: now.filter((other) => !formerOf.has(other)) }),
      );
      if (!former) continue;
      formerOf.set(line, former);
      before = before.filter((each) => each !== former);
    }
  }
  return [
    ...now.flatMap((line): LineChange[] => {
      const former = formerOf.get(line);
      if (!former) return [{ kind: "added", label: line.label, before: "", now: said(line), parts: [] }];
      const isRenamed = former.label !== line.label;
      const [was, is] = [former, line].map((each) => (isRenamed ? `${each.label} · ${said(each)}` : said(each))) as [
        string,
        string,
      ];
      if (was !== is)
        return [{ kind: "changed", label: line.label, before: was, now: is, parts: partChanges(former, line) }];
      // The same thing at another price is a change too: somebody updated the prices, or agreed on another one.
      return former.line.totals.price === line.line.totals.price
        ? []
        : [{ kind: "changed", label: line.label, before: was, now: `${is} · at its new price`, parts: [] }];
    }),
    ...before.map((line): LineChange => ({
      kind: "removed",
      label: line.label,
      before: said(line),
      now: "",
      parts: [],
    })),
  ];
}
