import { Parser } from "htmlparser2";
import type { RichBlock, TextRun } from "#model/document-model.ts";
import type { HeadingLevel } from "./editor-modes.ts";
import { formatOf, mergeRuns, textOf } from "./text-runs.ts";

/*
 * Stored and pasted HTML is read into blocks of the few kinds that a document knows. Nothing of the HTML itself goes on: no element,
 * no attribute, no address. What is not known is left out and its text kept; what is no text for a reader (scripts, styles,
 * embedded pages) goes with all that is in it. Lists have one level.
 */

/** Their contents are no text for a reader. */
const DROPPED: ReadonlySet<string> = new Set([
  "script",
  "style",
  "iframe",
  "frame",
  "frameset",
  "object",
  "embed",
  "applet",
  "noscript",
  "noembed",
  "noframes",
  "template",
  "svg",
  "math",
  "textarea",
  "select",
  "datalist",
  "button",
  "title",
  "head",
  "audio",
  "video",
  "canvas",
  "map",
  "xmp",
  "plaintext",
  "label",
]);

/** Elements that go on separate lines. */
const BLOCKS: ReadonlySet<string> = new Set([
  "p",
  "div",
  "section",
  "article",
  "header",
  "footer",
  "main",
  "aside",
  "nav",
  "address",
  "blockquote",
  "pre",
  "figure",
  "figcaption",
  "dl",
  "dt",
  "dd",
  "table",
  "caption",
  "thead",
  "tbody",
  "tfoot",
  "tr",
  "form",
  "fieldset",
  "details",
  "summary",
  "hr",
  "center",
  "body",
  "html",
]);

const HEADING = /^h([1-6])$/;

/** Controls, halves of characters, and marks that turn the direction of what follows: text would not be what it looks like. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;

type Format = "bold" | "italic" | "underline";
const FORMATS: Readonly<Record<string, Format>> = {
  strong: "bold",
  b: "bold",
  em: "italic",
  i: "italic",
  u: "underline",
};

/** Editors of office programs wrap whole texts into a <b> that is not bold. */
const isNotBold = (attributes: Readonly<Record<string, string>>): boolean =>
  /font-weight\s*:\s*(normal|[1-4]00)/i.test(attributes["style"] ?? "");

/** Word writes an item as a paragraph with the number of its list, and its mark as text in a span that says so. */
const WORD_ITEM = /mso-list\s*:\s*(l\d+)\s+level\d/i;
const WORD_MARK = /mso-list\s*:\s*ignore/i;
/** "1.", "(a)", "iv)"; a bullet is a single sign, also the letter o. */
const NUMBER = /^\(?([0-9]+|[a-z]{1,5})[.)]/i;

interface OpenList {
  readonly kind: "list" | "tasks";
  ordered: boolean;
  /** Of Word: its online editor puts each item into a separate list. */
  id: string | undefined;
  readonly items: { readonly checked: boolean; readonly runs: TextRun[] }[];
}

class BlockReader {
  readonly blocks: RichBlock[] = [];
  /** Text that no block holds yet: of the open paragraph, heading or item. */
  private runs: TextRun[] = [];
  private heading: HeadingLevel | null = null;
  /** A paragraph is open, which is one also without text. */
  private isParagraph = false;
  /** The outermost open list; lists in it are read as more of its items. */
  private list: OpenList | null = null;
  private listDepth = 0;
  private item: OpenList["items"][number] | null = null;
  /** Of each open item, whether it is checked. */
  private readonly checks: boolean[] = [];
  private readonly formats: Record<Format, number> = { bold: 0, italic: 0, underline: 0 };
  /** Formats of the open elements, so that each end tag takes back what its own start tag gave. */
  private readonly openFormats: (Format | null)[] = [];
  /** The element whose contents are dropped, and how many of its name are open; of the mark of Word's item, with its text. */
  private dropped: { readonly name: string; depth: number; mark?: string } | null = null;
  /** The list is one of Word's paragraphs, which ends with the first paragraph that is none of it. */
  private isOfWord = false;
  /** The list that ended last, if nothing came after it. */
  private ended: { readonly id: string; readonly at: number } | null = null;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.dropped) {
      if (name === this.dropped.name) this.dropped.depth += 1;
      return;
    }
    if (DROPPED.has(name)) {
      this.dropped = { name, depth: 1 };
      return;
    }
    const style = attributes["style"] ?? "";
    if (this.isOfWord && this.item && WORD_MARK.test(style)) {
      this.dropped = { name, depth: 1, mark: "" };
      return;
    }
    const format = FORMATS[name];
    if (format) {
      const given = name === "b" && isNotBold(attributes) ? null : format;
      this.openFormats.push(given);
      if (given) this.formats[given] += 1;
      return;
    }
    const wordList = name === "p" && (!this.list || this.isOfWord) ? WORD_ITEM.exec(style)?.[1] : undefined;
    if (wordList !== undefined) {
      this.beginItemOfWord(wordList);
      return;
    }
    const level = HEADING.exec(name)?.[1];
    if (this.isOfWord && !this.item && (level !== undefined || name === "ul" || name === "ol" || BLOCKS.has(name)))
      this.endList();
    if (level !== undefined) this.beginHeading(Math.min(3, Number(level)) as HeadingLevel);
    else if (name === "ul" || name === "ol") this.beginList(name === "ol", attributes["data-type"] === "taskList");
    else if (name === "li") {
      this.beginItem(attributes["data-checked"]);
      if (this.list && this.list.items.length === 1) this.list.id ??= attributes["data-listid"];
    } else if (name === "br") {
      // Browsers put one behind what was copied.
      if (attributes["class"] !== "Apple-interchange-newline") this.add("\n");
    } else if (name === "td" || name === "th") this.add(" ");
    else if (BLOCKS.has(name)) this.beginBlock(name === "p");
  }

  close(name: string): void {
    if (this.dropped) {
      if (name === this.dropped.name) this.dropped.depth -= 1;
      if (this.dropped.depth > 0) return;
      const { mark } = this.dropped;
      this.dropped = null;
      if (mark !== undefined && this.list?.items.length === 1) this.list.ordered = NUMBER.test(mark.trim());
      return;
    }
    if (FORMATS[name]) {
      const given = this.openFormats.pop();
      if (given) this.formats[given] -= 1;
    } else if (HEADING.test(name)) this.endBlock();
    else if (name === "ul" || name === "ol") this.endList();
    else if (name === "li" || (name === "p" && this.isOfWord)) this.endItem();
    else if (BLOCKS.has(name)) this.endBlock();
  }

  text(text: string): void {
    if (this.dropped) {
      if (this.dropped.mark !== undefined) this.dropped.mark += text;
      return;
    }
    // Only a <br> breaks a line.
    const shown = text.replace(/[ \t\r\n\f\v\u0085\u2028\u2029]+/g, " ").replace(UNPRINTABLE, "");
    const isBetween = shown.trim() === "" && this.runs.length === 0;
    if (!isBetween && shown !== "") this.add(shown);
  }

  end(): void {
    while (this.list) this.endList();
    this.endBlock();
  }

  private add(text: string): void {
    const { bold, italic, underline } = this.formats;
    const before = textOf(this.runs.slice(-1));
    // White space at the start of a line and behind other white space is not seen.
    const shown = before === "" || /\s$/.test(before) ? text.replace(/^ +/, "") : text;
    if (shown === "") return;
    if (this.list && !this.item) {
      if (this.isOfWord) this.endList();
      else this.beginItem(undefined);
    }
    this.runs.push({
      text: shown,
      ...(bold > 0 && { bold: true }),
      ...(italic > 0 && { italic: true }),
      ...(underline > 0 && { underline: true }),
    });
  }

  private takeRuns(): TextRun[] {
    const runs = mergeRuns(this.runs.map((run) => ({ ...formatOf(run), text: run.text })));
    this.runs = [];
    return runs;
  }

  private beginBlock(isParagraph: boolean): void {
    this.endBlock();
    this.isParagraph = isParagraph && !this.list;
  }

  private beginHeading(level: HeadingLevel): void {
    this.endBlock();
    this.heading = level;
  }

  /** Ends the open paragraph, heading, or line of an item. */
  private endBlock(): void {
    if (this.item) {
      const runs = this.takeRuns();
      if (runs.length > 0 && this.item.runs.length > 0) this.item.runs.push({ text: "\n" });
      for (const run of runs) this.item.runs.push(run);
    } else if (this.runs.length > 0 || this.isParagraph) {
      const runs = this.takeRuns();
      if (this.heading !== null) this.blocks.push({ type: "heading", level: this.heading, runs });
      else this.blocks.push({ type: "paragraph", runs });
    }
    this.heading = null;
    this.isParagraph = false;
  }

  private beginList(ordered: boolean, isTasks: boolean): void {
    this.endBlock();
    this.listDepth += 1;
    this.list ??= { kind: isTasks ? "tasks" : "list", ordered, id: undefined, items: [] };
  }

  /** Levels of Word's lists stand below each other, as those of other lists do. */
  private beginItemOfWord(listId: string): void {
    this.endBlock();
    if (this.list && this.list.id !== listId) this.endList();
    if (!this.list) this.beginList(false, false);
    if (this.list) this.list.id = listId;
    this.isOfWord = true;
    this.beginItem(undefined);
  }

  private endList(): void {
    if (!this.list) return;
    this.endBlock();
    this.listDepth -= 1;
    if (this.listDepth > 0) return;
    const { kind, ordered, id, items } = this.list;
    this.list = null;
    this.item = null;
    this.isOfWord = false;
    this.checks.length = 0;
    if (items.length === 0) return;
    const former = this.blocks.at(-1);
    const isMore = id !== undefined && this.ended?.id === id && this.ended.at === this.blocks.length;
    if (isMore && kind === "list" && former?.type === "list" && former.ordered === ordered) {
      this.blocks[this.blocks.length - 1] = {
        ...former,
        items: [...former.items, ...items.map(({ runs }) => mergeRuns(runs))],
      };
      return;
    }
    if (id !== undefined) this.ended = { id, at: this.blocks.length + 1 };
    this.blocks.push(
      kind === "tasks"
        ? { type: "tasks", items: items.map(({ checked, runs }) => ({ checked, runs: mergeRuns(runs) })) }
        : { type: "list", ordered, items: items.map(({ runs }) => mergeRuns(runs)) },
    );
  }

  /** An item outside of any list is a line. An item of a list in an item is checked like that, if it does not say itself. */
  private beginItem(checked: string | undefined): void {
    this.endBlock();
    if (!this.list) {
      this.isParagraph = true;
      return;
    }
    const isChecked = checked === undefined ? (this.checks.at(-1) ?? false) : checked === "" || checked === "true";
    this.checks.push(isChecked);
    this.item = { checked: isChecked, runs: [] };
    this.list.items.push(this.item);
  }

  private endItem(): void {
    this.endBlock();
    this.checks.pop();
    // Content after a list in an item goes on a separate line.
    this.item = null;
  }
}

/**
 * More tags than any text of a person has, in the longest text that can be stored. A parser takes time with the square of the open
 * tags, so a text with more of them is read without any.
 */
const MAX_TAGS = 25_000;

const withoutEndlessTags = (html: string): string => {
  const tags = html.match(/<[a-z/]/gi)?.length ?? 0;
  return tags > MAX_TAGS ? html.replace(/<[^<>]*>?/g, " ") : html;
};

/** Reads HTML of the editor, also pasted text and text stored past it. "" has no blocks. */
export function parseRichText(html: string): RichBlock[] {
  const reader = new BlockReader();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes),
      onclosetag: (name) => reader.close(name),
      ontext: (text) => reader.text(text),
    },
    { lowerCaseTags: true, lowerCaseAttributeNames: true, decodeEntities: true },
  );
  parser.write(withoutEndlessTags(html));
  parser.end();
  reader.end();
  return reader.blocks;
}
