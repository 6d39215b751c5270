import type { DocumentLine } from "#lines/document-line.ts";
import { flattenLines } from "#lines/document-lines.ts";
import { choicesFor, completingLines, kindOfLine } from "#lines/line-kinds.ts";
import { isWindow, windowDetails, windowParts, windowRoom, windowSize, windowStyle } from "#lines/window-rows.ts";
import { formatQuantity } from "#wording/numbers.ts";
import { quantityInWords } from "#wording/quantity-words.ts";

/* The lines that a change order adds, removes and changes, compared with the agreed estimate. */

/** An agreed line, in words. */
interface AgreedLine {
  readonly line: DocumentLine;
  readonly label: string;
  /** "Aluminum, 10 ft, White"; for a window all of its choices. */
  readonly choice: string;
  /** "15 pieces"; "" for a single one. */
  readonly quantity: string;
  /** The choices one by one, each with the label of its line: "Siding color", "White". */
  readonly parts: readonly LinePart[];
}

/** A choice or quantity on one line. */
interface LinePart {
  readonly label: string;
  readonly text: string;
}

/** A changed part of a line: "Siding color", "White", "Clay". A text is "" for nothing. */
interface PartChange {
  readonly label: string;
  readonly before: string;
  readonly now: string;
}

export interface LineChange {
  readonly kind: "added" | "removed" | "changed";
  readonly label: string;
  /** "" for an added line. */
  readonly before: string;
  /** "" for a removed line. */
  readonly now: string;
  /** The differences of a changed line; empty if only its price differs. */
  readonly parts: readonly PartChange[];
}

const windowWords = (line: DocumentLine): string =>
  [windowRoom(line), windowStyle(line), windowSize(line), windowDetails(line, { withTrims: true })]
    .filter((text) => text !== "")
    .join("; ");

/** Groups have no count, nor do single choices. A package of windows is counted in windows. */
function quantityWords({ field, quantity, unit, said: asSaid }: DocumentLine): string {
  if (asSaid) return `${formatQuantity(asSaid.quantity)} ${asSaid.unit}`;
  return field.defaultOne || unit === "" ? "" : quantityInWords(quantity, field.unit);
}

/**
 * Measurements and questions are not part of an agreement; a choice belongs to the line it completes. Free work was agreed like any other.
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

function textsByLabel(parts: readonly LinePart[]): ReadonlyMap<string, string> {
  const byLabel = new Map<string, string>();
  for (const { label, text } of parts)
    if (text !== "") byLabel.set(label, byLabel.has(label) ? `${byLabel.get(label) ?? ""}, ${text}` : text);
  return byLabel;
}

function partChanges(former: AgreedLine, line: AgreedLine): readonly PartChange[] {
  // A renamed line, or a window in another room, is still compared part by part.
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

/** Maps labels of an old line's parts to the current line's. */
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

/** Matches lines: by id; then, if ids differ, by field and choice; then as the only ones of a field. */
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
 * The changes of one copy's lines, in the catalogue's order: changed and added lines at their current place, followed by removed ones.
 * Unchanged lines are omitted.
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
      // A different price of the same thing is a change: prices were updated, or another one was agreed on.
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
