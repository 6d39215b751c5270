import type { DocumentLine } from "#lines/document-line.ts";
import { choicesFor, kindOfLine } from "#lines/line-kinds.ts";
import { isWindow, windowDetails, windowRoom, windowSize, windowStyle } from "#lines/window-rows.ts";
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
}

export interface LineChange {
  readonly kind: "added" | "removed" | "changed";
  readonly label: string;
  /** "" of an added line. */
  readonly before: string;
  /** "" of a removed line. */
  readonly now: string;
}

const windowWords = (line: DocumentLine): string =>
  [windowRoom(line), windowStyle(line), windowSize(line), windowDetails(line, { withTrims: false })]
    .filter((text) => text !== "")
    .join("; ");

/** A group is not counted, and neither is a choice that is there once. */
const quantityWords = ({ field, quantity, unit }: DocumentLine): string =>
  field.defaultOne || unit === "" ? "" : quantityInWords(quantity, field.unit);

/** Measurements and questions have no part in what was agreed; a choice stands with the line that it completes. */
const isAgreed = (line: DocumentLine): boolean =>
  line.quantity > 0 && (line.totals.price !== 0 || (kindOfLine(line) === "work" && line.field.childIds.length > 0));

const agreedLines = (lines: readonly DocumentLine[]): readonly AgreedLine[] =>
  lines.filter(isAgreed).map((line) => ({
    line,
    label: line.label,
    choice: isWindow(line) ? windowWords(line) : choicesFor(line, lines).join(", "),
    quantity: quantityWords(line),
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
      if (!former) return [{ kind: "added", label: line.label, before: "", now: said(line) }];
      const [was, is] = [said(former), said(line)];
      if (was !== is || former.label !== line.label)
        return [{ kind: "changed", label: line.label, before: was, now: is }];
      // The same thing at another price is a change too: somebody updated the prices, or agreed on another one.
      return former.line.totals.price === line.line.totals.price
        ? []
        : [{ kind: "changed", label: line.label, before: was, now: `${is} · at its new price` }];
    }),
    ...before.map((line): LineChange => ({ kind: "removed", label: line.label, before: said(line), now: "" })),
  ];
}
