/** Tags that editors of notes write; "<5 ft" and "a < b > c" are no markup. */
const MARKUP =
  /<\/?(?:p|br|div|span|b|strong|i|em|u|s|a|ul|ol|li|h[1-6]|font|table|tbody|thead|tr|td|th|pre|blockquote|html|body|img|hr)\b[^<>]*>/gi;
const BREAK = /<(?:br\b[^<>]*|\/(?:p|div|li|h[1-6]|tr|blockquote))>/gi;
const IGNORED = /<(script|style|head)\b[^>]*>[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  rsquo: "’",
  lsquo: "‘",
  rdquo: "”",
  ldquo: "“",
  ndash: "–",
  mdash: "—",
  deg: "°",
  frac12: "½",
};
const MAX_CODE_POINT = 0x10ffff;

function decodeEntity(entity: string, name: string): string {
  if (!name.startsWith("#")) return ENTITIES[name.toLowerCase()] ?? entity;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code > 0 && code <= MAX_CODE_POINT ? String.fromCodePoint(code) : entity;
}

/** Converts markup in another product's notes to the text that it shows. Text without markup stays unchanged, entities included. */
export function plainText(text: string): string {
  if (text.search(MARKUP) < 0) return text;
  return text
    .replaceAll(IGNORED, "")
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll(BREAK, "\n")
    .replaceAll(MARKUP, "")
    .replaceAll(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]\w{1,9});/gi, decodeEntity)
    .replaceAll(/[ \t]*\n[ \t]*/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
