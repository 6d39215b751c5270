import { descriptionToHtml } from "@ridgebook/contract";

/*
 * Parses package descriptions, which are HTML written by admins (3.§3), into a tree of a few known elements without attributes, which React
 * renders. No HTML reaches the page. Unknown elements are dropped but keep their text; scripts, styles and embedded pages are dropped with
 * their contents.
 */

type RichElement = "p" | "strong" | "em" | "u" | "ul" | "ol" | "li" | "br" | "h4";

export type RichNode = string | { readonly element: RichElement; readonly children: readonly RichNode[] };

const ELEMENTS: ReadonlyMap<string, RichElement> = new Map([
  ...(["p", "strong", "em", "u", "ul", "ol", "li", "br"] as const).map((name) => [name, name] as const),
  ["div", "p"],
  ["b", "strong"],
  ["i", "em"],
  ...["h1", "h2", "h3", "h4", "h5", "h6"].map((name) => [name, "h4"] as const),
]);

/** Elements that are dropped with their contents. */
const DROPPED: ReadonlySet<string> = new Set([
  "script",
  "style",
  "iframe",
  "object",
  "embed",
  "noscript",
  "template",
  "svg",
  "math",
  "textarea",
  "select",
  "title",
  "head",
  "form",
]);

/** Elements that a following one of the same kind closes, as in browsers. */
const ENDED_BY_NEXT: ReadonlySet<RichElement> = new Set(["li", "p", "h4"]);

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  bull: "•",
  deg: "°",
  frac12: "½",
  frac14: "¼",
  frac34: "¾",
  times: "×",
  reg: "®",
  trade: "™",
  copy: "©",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
};

const MAX_CODE_POINT = 0x10ffff;

function characterOf(code: number): string {
  const isText = code > 31 && code <= MAX_CODE_POINT && !(code >= 0xd800 && code <= 0xdfff);
  return isText ? String.fromCodePoint(code) : " ";
}

const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,9}));/gi, (whole, decimal, hexadecimal, name) => {
    if (typeof decimal === "string") return characterOf(Number(decimal));
    if (typeof hexadecimal === "string") return characterOf(Number.parseInt(hexadecimal, 16));
    return ENTITIES[String(name).toLowerCase()] ?? whole;
  });

interface OpenElement {
  readonly element: RichElement | null;
  /** The HTML tag, which the closing tag must match. */
  readonly tag: string;
  readonly children: RichNode[];
}

const TOKEN = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9-]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>|<[!?/][^>]*>|[^<]+|</gi;

/** Parses a description; plain text may have line breaks. */
export function parseRichText(description: string): readonly RichNode[] {
  const html = descriptionToHtml(description);
  const root: OpenElement = { element: null, tag: "", children: [] };
  const open: OpenElement[] = [root];
  /** The element whose contents are being dropped, and its nesting depth. */
  let dropping: { tag: string; depth: number } | undefined;
  const current = (): OpenElement => open.at(-1) ?? root;

  const close = (): void => {
    const closed = open.pop();
    if (!closed || closed === root) return void open.push(root);
    const { element, children } = closed;
    if (element !== null && (element === "br" || children.length > 0)) current().children.push({ element, children });
  };
  const closeTag = (tag: string): void => {
    const depth = open.findLastIndex((each) => each !== root && each.tag === tag);
    if (depth > 0) while (open.length > depth) close();
  };

  for (const [token, slash, name, rest] of html.matchAll(TOKEN)) {
    const tag = name?.toLowerCase();
    if (dropping) {
      if (tag === dropping.tag) dropping.depth += slash ? -1 : 1;
      if (dropping.depth === 0) dropping = undefined;
      continue;
    }
    if (tag === undefined) {
      if (token.startsWith("<") && token !== "<") continue;
      const text = decode(token).replace(/[ \t\r\n]+/g, " ");
      const isBetween = text.trim() === "" && !isInline(current());
      if (!isBetween) current().children.push(text);
      continue;
    }
    if (DROPPED.has(tag)) {
      if (!slash && !rest?.endsWith("/")) dropping = { tag, depth: 1 };
      continue;
    }
    if (slash) {
      closeTag(tag);
      continue;
    }
    const element = ELEMENTS.get(tag);
    if (element === undefined) continue;
    if (element === "br") {
      current().children.push({ element, children: [] });
      continue;
    }
    if (ENDED_BY_NEXT.has(element) && current().element === element) close();
    open.push({ element, tag, children: [] });
  }
  while (open.length > 1) close();
  return wrapped(root.children);
}

/** Whether text may be directly in the element. */
const isInline = ({ element }: OpenElement): boolean => element !== null && element !== "ul" && element !== "ol";

const isBlock = (node: RichNode): boolean => typeof node !== "string" && ["p", "ul", "ol", "h4"].includes(node.element);

/** Wraps text between blocks in paragraphs. */
function wrapped(nodes: readonly RichNode[]): readonly RichNode[] {
  const blocks: RichNode[] = [];
  let loose: RichNode[] = [];
  const endParagraph = (): void => {
    if (loose.some((node) => typeof node !== "string" || node.trim() !== ""))
      blocks.push({ element: "p", children: loose });
    loose = [];
  };
  for (const node of nodes) {
    if (!isBlock(node)) {
      loose.push(node);
      continue;
    }
    endParagraph();
    blocks.push(node);
  }
  endParagraph();
  return blocks;
}
