import { parseOptionId, type FieldDefinition, type IndexedPriceBook } from "@ridgebook/estimating";
import type { DocumentLine } from "#lines/document-line.ts";
import type { CheckItem, RichBlock, TextRun } from "#model/document-model.ts";
import { parseRichText } from "#rich-text/parse-rich-text.ts";
import { richTextToHtml } from "#rich-text/rich-text-to-html.ts";
import { formatOf, isEmptyBlock, textOf, trimRuns, type Format } from "#rich-text/text-runs.ts";
import { formatQuantity } from "#wording/numbers.ts";
import { quantityInWords } from "#wording/quantity-words.ts";
import { parseKeywords, type Keyword } from "./parse-keywords.ts";

/*
 * Resolves keywords in scope texts from the estimate (3.§5, KEY-01 to KEY-05).
 *
 * - A value is the chosen text: the option, the text, a row's choices ("Aluminum, 10 ft, White"), "yes" for a ticked box, and a plain
 * number with its unit ("128 ft"). Several lines are joined without duplicates.
 * - A quantity is the bare number, so that the sentence can name the unit; several lines are summed.
 * - In a checkbox line, a part between commas whose keywords are all empty is dropped with its comma; the first part always stays. On an
 * unchecked line a quantity of 0 counts as empty too.
 */

/** What keywords refer to: the lines of one workflow copy, and its option names. */
export interface ScopeContext {
  /** Top-level lines with their children. */
  readonly lines: readonly DocumentLine[];
  readonly book: IndexedPriceBook;
}

/** Lines by field, each with its descendants, and the current line of an each-keyword. */
interface Speaking {
  readonly byField: ReadonlyMap<string, readonly DocumentLine[]>;
  readonly item: DocumentLine | null;
  readonly book: IndexedPriceBook;
}

function collectByField(lines: readonly DocumentLine[], byField: Map<string, DocumentLine[]>): void {
  for (const line of lines) {
    const known = byField.get(line.field.id);
    if (known) known.push(line);
    else byField.set(line.field.id, [line]);
    collectByField(line.children, byField);
  }
}

function indexLines(lines: readonly DocumentLine[]): ReadonlyMap<string, readonly DocumentLine[]> {
  const byField = new Map<string, DocumentLine[]>();
  collectByField(lines, byField);
  return byField;
}

const NO_LINES: readonly DocumentLine[] = [];

const isBelow = (fieldId: string, { field }: DocumentLine): boolean =>
  field.id === fieldId || field.descendants.some((id) => id === fieldId);

/** A field's lines: the current line's if it contains the field, else the whole copy's. */
function linesOfField({ byField, item }: Speaking, fieldId: string): readonly DocumentLine[] {
  if (item && isBelow(fieldId, item)) return indexLines([item]).get(fieldId) ?? NO_LINES;
  return byField.get(fieldId) ?? NO_LINES;
}

/** The ice barrier rows field stores at least 1 (3.§4), even for the option "none". */
const ICE_BARRIER_ROWS = "1.36";
const FIRST_OPTION = 1;

function quantityOfLine({ field, choice, quantity }: DocumentLine, book: IndexedPriceBook): number {
  if (field.id !== ICE_BARRIER_ROWS) return quantity;
  const option = book.entryOf(field).entry.options.find(({ value }) => value === choice);
  const number = option && parseOptionId(option.id)?.optionNumber;
  return number === undefined ? quantity : number - FIRST_OPTION;
}

const quantityOf = (speaking: Speaking, fieldId: string): number =>
  linesOfField(speaking, fieldId).reduce((sum, line) => sum + quantityOfLine(line, speaking.book), 0);

const isPlainNumber = ({ dataType, defaultOne }: FieldDefinition): boolean => dataType === "number" && !defaultOne;

function valueOf(speaking: Speaking, fieldId: string): string {
  const lines = linesOfField(speaking, fieldId);
  const texts = lines.flatMap(({ field, label, choice, choices }): readonly string[] => {
    if (field.dataType === "boolean") return ["yes"];
    if (choice !== "") return [choice];
    if (field.dataType === "string") return field.label === label ? [] : [label];
    return choices.length > 0 ? [choices.join(", ")] : [];
  });
  if (texts.length > 0) return [...new Set(texts)].join(", ");
  const [first] = lines;
  return first && isPlainNumber(first.field) ? quantityInWords(quantityOf(speaking, fieldId), first.field.unit) : "";
}

/** A piece of a line: original text, or a keyword's result. */
interface Piece {
  readonly text: string;
  readonly format: Format;
  /** For a value or quantity: whether it is empty. */
  readonly says?: "nothing" | "zero" | "something";
}

/** Splits a line's text at its keywords; a result is formatted like the keyword's first brace. */
function cut(runs: readonly TextRun[], replace: (keyword: Keyword) => Omit<Piece, "format"> | null): readonly Piece[] {
  const text = textOf(runs);
  const keywords = parseKeywords(text);
  const pieces: Piece[] = [];
  let position = 0;
  let next = 0;
  for (const run of runs) {
    const runEnd = position + run.text.length;
    let from = position;
    while (from < runEnd) {
      const keyword = keywords[next];
      if (!keyword || keyword.start >= runEnd) {
        pieces.push({ text: text.slice(from, runEnd), format: formatOf(run) });
        from = runEnd;
        continue;
      }
      if (keyword.start >= from) {
        if (keyword.start > from) pieces.push({ text: text.slice(from, keyword.start), format: formatOf(run) });
        const given = replace(keyword);
        if (given) pieces.push({ ...given, format: formatOf(run) });
      }
      from = Math.min(keyword.end, runEnd);
      // A keyword with mixed formatting continues in the next run.
      if (keyword.end <= runEnd) next += 1;
    }
    position = runEnd;
  }
  return pieces;
}

/** Splits pieces at commas: each part starts with its comma. */
function splitAtCommas(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const parts: Piece[][] = [[]];
  for (const piece of pieces) {
    // A comma in a keyword's result does not split.
    const texts = piece.says === undefined ? piece.text.split(/(?=,)/) : [piece.text];
    for (const text of texts) {
      if (piece.says === undefined && text.startsWith(",")) parts.push([]);
      parts.at(-1)?.push({ ...piece, text });
    }
  }
  return parts;
}

function withoutSilentParts(pieces: readonly Piece[], checked: boolean): readonly Piece[] {
  const isSilent = ({ says }: Piece): boolean => says === "nothing" || (says === "zero" && !checked);
  return splitAtCommas(pieces).flatMap((part, index) => {
    const spoken = part.filter(({ says }) => says !== undefined);
    return index > 0 && spoken.length > 0 && spoken.every(isSilent) ? [] : part;
  });
}

/** Joins pieces to runs, without double spaces and leftovers of removed keywords. */
function toRuns(pieces: readonly Piece[]): TextRun[] {
  const runs: TextRun[] = [];
  for (const { text, format } of pieces) {
    const before = runs.at(-1)?.text ?? "";
    const joined = / $/.test(before) ? text.replace(/^ +/, "") : text;
    const last = runs.at(-1);
    if (last && /^[,.;:]/.test(joined)) runs[runs.length - 1] = { ...last, text: last.text.trimEnd() };
    if (joined !== "") runs.push({ ...format, text: joined });
  }
  return trimRuns(runs);
}

interface ResolvedLine {
  readonly runs: TextRun[];
  /** Undefined without an if-keyword. */
  readonly checked: boolean | undefined;
}

function resolveLine(
  runs: readonly TextRun[],
  speaking: Speaking,
  { isTask, wasChecked }: { isTask: boolean; wasChecked: boolean },
): ResolvedLine {
  let checked: boolean | undefined;
  const pieces = cut(runs, ({ kind, fieldIds, problem }) => {
    const [fieldId] = fieldIds;
    if (problem !== undefined || fieldId === undefined) return null;
    switch (kind) {
      case "if":
        checked = (checked ?? true) && fieldIds.some((id) => quantityOf(speaking, id) > 0);
        return null;
      case "value": {
        const text = valueOf(speaking, fieldId);
        return { text, says: text === "" ? "nothing" : "something" };
      }
      case "quantity": {
        const quantity = quantityOf(speaking, fieldId);
        return { text: formatQuantity(quantity), says: quantity === 0 ? "zero" : "something" };
      }
      default:
        return null;
    }
  });
  return { runs: toRuns(isTask ? withoutSilentParts(pieces, checked ?? wasChecked) : pieces), checked };
}

/** A line once, or once per item of its each-keyword's field. The first keyword in a line counts. */
function resolveRepeated(
  runs: readonly TextRun[],
  speaking: Speaking,
  task: { isTask: boolean; wasChecked: boolean },
): readonly ResolvedLine[] {
  const each = parseKeywords(textOf(runs)).find(({ kind, problem }) => kind === "each" && problem === undefined);
  const [fieldId] = each?.fieldIds ?? [];
  if (fieldId === undefined) return [resolveLine(runs, speaking, task)];
  return linesOfField(speaking, fieldId).map((item) => resolveLine(runs, { ...speaking, item }, task));
}

const NO_TASK = { isTask: false, wasChecked: true };

const hasKeywords = (runs: readonly TextRun[]): boolean => textOf(runs).includes("{{");

function resolveBlock(block: RichBlock, speaking: Speaking): readonly RichBlock[] {
  switch (block.type) {
    case "paragraph":
    case "heading":
      if (!hasKeywords(block.runs)) return [block];
      return resolveRepeated(block.runs, speaking, NO_TASK)
        .map(({ runs }) => ({ ...block, runs }))
        .filter((resolved) => !isEmptyBlock(resolved));
    case "list": {
      const items = block.items.flatMap((runs) =>
        hasKeywords(runs) ? resolveRepeated(runs, speaking, NO_TASK).map((line) => line.runs) : [runs],
      );
      return items.length > 0 ? [{ ...block, items }] : [];
    }
    case "tasks": {
      const items = block.items.flatMap((item): readonly CheckItem[] =>
        hasKeywords(item.runs)
          ? resolveRepeated(item.runs, speaking, { isTask: true, wasChecked: item.checked }).map(
              ({ runs, checked }) => ({ checked: checked ?? item.checked, runs }),
            )
          : [item],
      );
      return items.length > 0 ? [{ ...block, items }] : [];
    }
  }
}

/**
 * Resolves the keywords of blocks; text without keywords is unchanged.
 *
 * @param item the current line of the whole text, as if every line began with an each-keyword: one window
 */
export function resolveScope(
  blocks: readonly RichBlock[],
  { lines, book }: ScopeContext,
  item: DocumentLine | null = null,
): RichBlock[] {
  const speaking: Speaking = { byField: indexLines(lines), item, book };
  return blocks.flatMap((block) => resolveBlock(block, speaking));
}

/** Like `resolveScope`, for the editor's HTML. Unknown or malformed keywords print nothing. */
export const resolveScopeText = (html: string, context: ScopeContext): string =>
  richTextToHtml(resolveScope(parseRichText(html), context));
