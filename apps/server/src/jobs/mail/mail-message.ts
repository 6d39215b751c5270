import { parseRichText, reduceHtml } from "@ridgebook/documents/rich-text";

/** What a company or a person wrote for a mail, as plain text and as HTML with the same words. */
interface MailMessage {
  readonly text: string;
  readonly html: string;
}

/** The message as plain text, for mail programs without HTML. */
function toPlainText(html: string): string {
  const wordsOf = (runs: readonly { text: string }[]): string => runs.map(({ text }) => text).join("");
  return parseRichText(html)
    .map((block) => {
      switch (block.type) {
        case "list":
          return block.items
            .map((item, index) => `${block.ordered ? `${String(index + 1)}.` : "-"} ${wordsOf(item)}`)
            .join("\n");
        case "tasks":
          return block.items.map(({ checked, runs }) => `[${checked ? "x" : " "}] ${wordsOf(runs)}`).join("\n");
        case "paragraph":
        case "heading":
          return wordsOf(block.runs);
      }
    })
    .join("\n\n");
}

/** A visible character: no space, and none of the marks that editors put into an empty line. */
const SEEN = /[^\s\p{C}\p{Default_Ignorable_Code_Point}]/u;

/**
 * @param html of the editor's e-mail mode
 * @returns undefined where a reader would see nothing
 */
export function readMailMessage(html: string): MailMessage | undefined {
  const message = reduceHtml(html, "email");
  const words = toPlainText(message);
  return SEEN.test(words) ? { text: words, html: message } : undefined;
}
