/*
 * Option descriptions are HTML (3.§3). Imported ones may be plain text, with line breaks or with "<" in it. They are converted to HTML when
 * shown or edited; the stored text stays unchanged.
 */

/** HTML elements that people write or paste. Any other "<" is text. */
const ELEMENTS = `
  p div span br hr wbr b strong i em u s strike del ins sub sup small big mark font center a img ul ol li dl dt dd h1
  h2 h3 h4 h5 h6 blockquote pre code table caption colgroup col thead tbody tfoot tr td th section article header
  footer main aside nav address figure figcaption details summary abbr cite q label html head body title meta link
  base script style noscript template iframe frame frameset object embed applet svg g path math audio video source
  canvas map area form fieldset legend input button select option datalist textarea noembed noframes xmp plaintext o:p
`
  .trim()
  .split(/\s+/)
  .join("|");

/** Values in quotes may hold "<" and ">". */
const TAG = String.raw`<\/?(?:${ELEMENTS})(?:[\s\/](?:"[^"]*"|'[^']*'|[^"'<>])*)?>`;
const HAS_TAG = new RegExp(TAG, "i");
/** A "<" that starts no tag, comment or declaration, and an "&" that starts no character reference. */
const SIGN = new RegExp(String.raw`(?!${TAG})<(?![!?])|&(?!#?\w+;)`, "gi");

/**
 * Converts a description to equivalent HTML. Plain text becomes paragraphs at blank lines and line breaks elsewhere; special characters are
 * escaped. HTML and "" are unchanged.
 */
export function descriptionToHtml(description: string): string {
  const escaped = description.replace(SIGN, (sign) => (sign === "<" ? "&lt;" : "&amp;"));
  if (HAS_TAG.test(description) || /<[!?]/.test(description)) return escaped;
  return escaped
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "")
    .map((paragraph) => `<p>${paragraph.split(/[ \t]*\n/).join("<br>")}</p>`)
    .join("");
}
