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
 * Scope texts with their keywords replaced by what the estimate says (3.§5, KEY-01 to KEY-05).
 *
 * - A value is what a person reads as chosen: the option, the text, of a row its choices ("Aluminum, 10 ft, White"), of a ticked
 *   box "yes", and of a plain number the number with its unit ("128 ft"). Several lines are joined, each text once.
 * - A quantity is the bare number, so that the sentence can name the unit; several lines are added up.
 * - In a checkbox line a part between commas whose keywords have nothing to say is left out, and with it its comma; the first part
 *   always stays. On an unchecked line a quantity of 0 is nothing to say either.
 */

/** What keywords speak of: the lines of one copy of a workflow, and the names of its options. */
export interface ScopeContext {
  /** Top-level lines with their children. */
  readonly lines: readonly DocumentLine[];
  readonly book: IndexedPriceBook;
}

/** Lines by field, each with all that stands below it, and the line that an each-keyword is about. */
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

/** The lines of a field: of the item that is spoken of where the field belongs to it, else of the whole copy. */
function linesOfField({ byField, item }: Speaking, fieldId: string): readonly DocumentLine[] {
  if (item && isBelow(fieldId, item)) return indexLines([item]).get(fieldId) ?? NO_LINES;
  return byField.get(fieldId) ?? NO_LINES;
}

/** The choice of ice barrier rows stores at least 1 (3.§4), also for the option that stands for none. */
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

/** A stretch of a line: text as it was written, or what a keyword gave. */
interface Piece {
  readonly text: string;
  readonly format: Format;
  /** Of a value or quantity: whether it has nothing to say. */
  readonly says?: "nothing" | "zero" | "something";
}

/** The text of a line cut at its keywords; what a keyword gives looks like its first brace. */
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
      // A keyword whose words are formatted differently goes on in the next run.
      if (keyword.end <= runEnd) next += 1;
    }
    position = runEnd;
  }
  return pieces;
}

/** Pieces cut at commas: each part begins with its comma. */
function splitAtCommas(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const parts: Piece[][] = [[]];
  for (const piece of pieces) {
    // A comma in what a keyword gave belongs to that.
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

/** Runs of the pieces, without the double spaces and loose ends that removed keywords leave. */
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
  /** Undefined where no if-keyword decides. */
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

/** A line once, or once for each item of the field that an each-keyword names. The first one in a line decides. */
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
 * Blocks with their keywords replaced; text without keywords stays as it is.
 *
 * @param item The line that the whole text speaks of, as if every line of it began with an each-keyword: one window.
 */
export function resolveScope(
  blocks: readonly RichBlock[],
  { lines, book }: ScopeContext,
  item: DocumentLine | null = null,
): RichBlock[] {
  const speaking: Speaking = { byField: indexLines(lines), item, book };
  return blocks.flatMap((block) => resolveBlock(block, speaking));
}

/** The same on HTML of the editor. Keywords that are unknown or malformed print as nothing. */
export const resolveScopeText = (html: string, context: ScopeContext): string =>
  richTextToHtml(resolveScope(parseRichText(html), context));
