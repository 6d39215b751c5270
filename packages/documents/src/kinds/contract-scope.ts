import { COMPANY_BUSINESS } from "@ridgebook/estimating";
import type { ChangeOrderChoices, ContractChoices } from "#choices/document-choices.ts";
import { resolveScope } from "#keywords/resolve-scope.ts";
import type { DocumentLine } from "#lines/document-line.ts";
import { choicesFor, kindOfLine } from "#lines/line-kinds.ts";
import { isWindow, windowRows } from "#lines/window-rows.ts";
import type { Block, CheckItem, DocumentSection, RichBlock } from "#model/document-model.ts";
import type { DocumentSource } from "#model/document-source.ts";
import { parseRichText } from "#rich-text/parse-rich-text.ts";
import { richTextToHtml } from "#rich-text/rich-text-to-html.ts";
import { printedBlocks, textOf } from "#rich-text/text-runs.ts";
import { formatQuantity } from "#wording/numbers.ts";
import { joinInWords, quantityInWords } from "#wording/quantity-words.ts";
import { scopeTextOf } from "#wording/scope-settings.ts";
import type { CopyOnPaper } from "./company-paper.ts";

/* The work of one copy for homeowners: the company's own text with resolved keywords, and the windows one by one. */

type ScopeSource = Pick<DocumentSource, "settings" | "book">;

/** Units meaningful for a house. The number of rolls, bundles and tubes is not. */
const TOLD_UNITS: ReadonlySet<string> = new Set(["SQ", "SQ FT", "FT", "ROW", "SH", "Sets"]);

function measureOf({ field, quantity, unit }: DocumentLine): string {
  if (field.defaultOne) return "";
  if (unit === "EA") return quantity > 1 ? formatQuantity(quantity) : "";
  return TOLD_UNITS.has(unit) ? quantityInWords(quantity, field.unit) : "";
}

/** "Ridge vent: rigid, under the caps (40 ft)". */
function sentenceOf(line: DocumentLine, lines: readonly DocumentLine[]): string {
  const choices = choicesFor(line, lines).join(", ");
  const measure = measureOf(line);
  return `${line.label}${choices === "" ? "" : `: ${choices}`}${measure === "" ? "" : ` (${measure})`}`;
}

const isAgreedTo = (line: DocumentLine): boolean =>
  line.quantity > 0 &&
  !COMPANY_BUSINESS.has(line.field.property) &&
  !isWindow(line) &&
  line.totals.price > 0 &&
  ["work", "logistics"].includes(kindOfLine(line));

/** A checklist of the estimate, for companies without their own text. */
function listedWork(lines: readonly DocumentLine[]): RichBlock[] {
  const items = lines
    .filter(isAgreedTo)
    .map((line): CheckItem => ({ checked: true, runs: [{ text: sentenceOf(line, lines) }] }));
  return items.length === 0 ? [] : [{ type: "tasks", items }];
}

/** The initial scope text of a copy: the company's text with resolved keywords; without one, a checklist of the lines. */
export function scopeHtmlOf(
  { settings, book }: ScopeSource,
  { copy, lines }: Pick<CopyOnPaper, "copy" | "lines">,
): string {
  return richTextToHtml(scopeOf({ settings, book }, undefined, { copy, lines }));
}

function scopeOf(
  { settings, book }: ScopeSource,
  edited: string | undefined,
  { copy, lines }: Pick<CopyOnPaper, "copy" | "lines">,
): RichBlock[] {
  const html = edited ?? scopeTextOf(settings, copy.workflowId);
  const written = printedBlocks(resolveScope(parseRichText(html), { lines, book }));
  // A text that was cleared for this document stays empty.
  return written.length > 0 || edited !== undefined ? written : listedWork(lines);
}

const textBlock = (blocks: RichBlock[], taskColumns: 1 | 2): Block[] =>
  blocks.length === 0 ? [] : [{ kind: "text", blocks, taskColumns, tone: "plain" }];

/** The text repeated for each window, below its name. */
function windowTexts(
  { settings, book }: ScopeSource,
  edited: string | undefined,
  lines: readonly DocumentLine[],
): RichBlock[] {
  const template = parseRichText(edited ?? settings.contractWindowDetailsScopeOfWork);
  if (printedBlocks(template).length === 0) return [];
  const windows = lines.filter((line) => isWindow(line) && line.quantity > 0);
  return windowRows(lines).flatMap(({ number, room, style }, index): RichBlock[] => {
    const blocks = printedBlocks(resolveScope(template, { lines, book }, windows[index] ?? null));
    const name = [room, style].filter((part) => part !== "").join(", ") || "Window";
    return blocks.length === 0
      ? []
      : [{ type: "heading", level: 3, runs: [{ text: `${String(number)}  ${name}` }] }, ...blocks];
  });
}

/** A pitch's rise in inches per foot of run: 9 for "7/12 to 9/12". */
function riseOf(pitch: string): number | null {
  const rises = [...pitch.matchAll(/(\d+(?:\.\d+)?)\s*(?:\/|:|in)\s*12\b/g)].map(([, rise]) => Number(rise));
  return rises.length === 0 ? null : Math.max(...rises);
}

const RUN = 12;

const measured = (lines: readonly DocumentLine[], property: string): DocumentLine | undefined =>
  lines.find(({ field, quantity }) => field.property === property && quantity > 0);

/** Measurements next to the heading, by property. */
const ASIDE: readonly { readonly property: string; readonly text: (line: DocumentLine) => string }[] = [
  ...["totalRoofArea", "totalSidingArea", "totalGutterLength"].map((property) => ({
    property,
    text: ({ quantity, field }: DocumentLine) => quantityInWords(quantity, field.unit),
  })),
  {
    property: "numberOfStories",
    text: ({ quantity }) => `${formatQuantity(quantity)} ${quantity === 1 ? "story" : "stories"}`,
  },
];

/** The house's size and the roof's main pitch, by squares. */
function asideOf(lines: readonly DocumentLine[]): DocumentSection["aside"] {
  const size = ASIDE.flatMap(({ property, text }) => {
    const line = measured(lines, property);
    return line ? [text(line)] : [];
  }).join(", ");
  const pitch = lines
    .filter(({ field }) => field.property === "installPitch")
    .reduce<DocumentLine | null>((most, line) => (most && most.quantity >= line.quantity ? most : line), null);
  const rise = riseOf(pitch?.choice ?? "");
  const texts = [
    size,
    pitch && rise !== null ? `Pitch ${pitch.choice.slice(0, 1).toLowerCase()}${pitch.choice.slice(1)}` : "",
  ];
  const shown = texts.filter((text) => text !== "");
  return shown.length === 0 ? null : { lines: shown, pitch: rise === null ? null : { rise, run: RUN } };
}

const hasTasks = (blocks: readonly Block[]): boolean =>
  blocks.some((block) => block.kind === "text" && block.blocks.some(({ type }) => type === "tasks"));

/** What a checked box means on a contract; a work order has its own sentence. */
export const CHECKED_LINES_NOTE = "A checked line is part of this contract.";

/** Limited to its section: unchecked work may be sold in another one. */
const uncheckedNote = (title: string): string =>
  `An unchecked line is not part of the ${title.slice(0, 1).toLowerCase()}${title.slice(1)} work.`;

function noteOf(blocks: readonly Block[], windows: number, title: string): string {
  const counted =
    windows === 0
      ? ""
      : `${formatQuantity(windows)} ${windows === 1 ? "window" : "windows"}. Drawings are to one scale, seen from outside.`;
  return [counted, ...(hasTasks(blocks) ? [CHECKED_LINES_NOTE, uncheckedNote(title)] : [])]
    .filter((text) => text !== "")
    .join(" ");
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Matches what a copy sells, by title and lines, at the end of a phrase: "New gutters" is about gutters, "Gutter apron" is not. */
function soldIn({ title, lines }: CopyOnPaper): RegExp | null {
  const sold = lines.filter((line) => isAgreedTo(line) || (isWindow(line) && line.quantity > 0));
  if (sold.length === 0) return null;
  const names = [...new Set([title, ...sold.map(({ label }) => label)])]
    .filter((name) => name !== "")
    .map((name) => `${escaped(name.replace(/s$/, ""))}s?`);
  return new RegExp(String.raw`(?:^|[^\p{L}\p{N}])(?:${names.join("|")})$`, "iu");
}

/** The things at the start of a line: "New gutters", "downspouts" of "New gutters and downspouts, white". */
const thingsIn = (text: string): readonly string[] =>
  (text.split(/[,:;.(]/)[0] ?? "").split(/\band\b|&/).map((thing) => thing.trim());

/** "Gutters (see 2 Gutters)": an unchecked line refers to the section that sells it. */
export function withPointers(section: DocumentSection, others: readonly CopyOnPaper[]): DocumentSection {
  const sellers = others.flatMap((copy) => {
    const names = soldIn(copy);
    return names ? [{ names, place: `${copy.number} ${copy.title}`.trim() }] : [];
  });
  const pointed = (item: CheckItem): CheckItem => {
    const text = textOf(item.runs);
    const places = sellers
      .filter(({ names }) => thingsIn(text).some((thing) => names.test(thing)))
      .map(({ place }) => place);
    if (item.checked || places.length === 0 || places.every((place) => text.includes(place))) return item;
    return { ...item, runs: [...item.runs, { text: ` (see ${joinInWords(places)})` }] };
  };
  const inBlock = (block: RichBlock): RichBlock =>
    block.type === "tasks" ? { ...block, items: block.items.map(pointed) } : block;
  const blocks = section.blocks.map((block) =>
    block.kind === "text" ? { ...block, blocks: block.blocks.map(inBlock) } : block,
  );
  return { ...section, blocks };
}

/** One workflow copy: its text, and its windows with drawings. */
export function scopeSection(
  source: ScopeSource,
  choices: Pick<ContractChoices, "scopeTexts" | "windowScopeTexts">,
  copy: CopyOnPaper,
): DocumentSection {
  const { key, number, title, lines } = copy;
  const rows = windowRows(lines);
  const windowCount = lines.filter(isWindow).reduce((sum, { quantity }) => sum + quantity, 0);
  const blocks: Block[] = [
    ...textBlock(scopeOf(source, choices.scopeTexts[key], copy), 2),
    ...(rows.length > 0 ? [{ kind: "windows", rows } satisfies Block] : []),
    // Last: anything after the windows would look like part of the last one.
    ...textBlock(windowTexts(source, choices.windowScopeTexts[key], lines), 2),
  ];
  return {
    id: `scope-${key}`,
    number,
    heading: title,
    note: noteOf(blocks, windowCount, title),
    aside: asideOf(lines),
    blocks,
    startsPage: false,
  };
}

/** A change order's text by the company: its keywords refer to all of its copies. */
export function changesText(
  { settings, book }: ScopeSource,
  { texts }: Pick<ChangeOrderChoices, "texts">,
  copies: readonly CopyOnPaper[],
): Block[] {
  const html = texts.changes ?? settings.changeOrderScopeOfWork;
  const lines = copies.flatMap((copy) => copy.lines);
  return textBlock(printedBlocks(resolveScope(parseRichText(html), { lines, book })), 2);
}
