import type { RichBlock, TextRun } from "#model/document-model.ts";

const ESCAPED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escapeText = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ESCAPED[character] ?? character).replaceAll("\n", "<br>");

function runToHtml({ text, bold, italic, underline }: TextRun): string {
  const underlined = underline ? `<u>${escapeText(text)}</u>` : escapeText(text);
  const slanted = italic ? `<em>${underlined}</em>` : underlined;
  return bold ? `<strong>${slanted}</strong>` : slanted;
}

const paragraph = (runs: readonly TextRun[]): string => `<p>${runs.map(runToHtml).join("")}</p>`;

function blockToHtml(block: RichBlock): string {
  switch (block.type) {
    case "paragraph":
      return paragraph(block.runs);
    case "heading": {
      const tag = `h${String(block.level)}`;
      return `<${tag}>${block.runs.map(runToHtml).join("")}</${tag}>`;
    }
    case "list": {
      const tag = block.ordered ? "ol" : "ul";
      return `<${tag}>${block.items.map((runs) => `<li>${paragraph(runs)}</li>`).join("")}</${tag}>`;
    }
    case "tasks": {
      const items = block.items.map(
        ({ checked, runs }) =>
          `<li data-type="taskItem" data-checked="${checked ? "true" : "false"}">${paragraph(runs)}</li>`,
      );
      return `<ul data-type="taskList">${items.join("")}</ul>`;
    }
  }
}

/** Writes blocks as the editor's HTML: without attributes except those of tasks, and with escaped text. */
export const richTextToHtml = (blocks: readonly RichBlock[]): string => blocks.map(blockToHtml).join("");
