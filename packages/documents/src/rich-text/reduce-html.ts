import type { RichBlock } from "#model/document-model.ts";
import { MODE_RULES, type EditorMode, type ModeRules } from "./editor-modes.ts";
import { parseRichText } from "./parse-rich-text.ts";
import { richTextToHtml } from "./rich-text-to-html.ts";
import { isEmptyBlock } from "./text-runs.ts";

/** Converts a block to those of a mode. No text is lost: unsupported blocks become lines. */
function toMode(block: RichBlock, { headingLevels, hasLists, hasTasks }: ModeRules): RichBlock[] {
  switch (block.type) {
    case "paragraph":
      return [block];
    case "heading": {
      const [highest] = headingLevels;
      const lowest = headingLevels.at(-1);
      if (highest === undefined || lowest === undefined) return [{ type: "paragraph", runs: block.runs }];
      const level = block.level < highest ? highest : block.level > lowest ? lowest : block.level;
      return [{ ...block, level }];
    }
    case "list":
      return hasLists ? [block] : block.items.map((runs) => ({ type: "paragraph", runs }));
    case "tasks":
      return hasTasks ? [block] : [{ type: "list", ordered: false, items: block.items.map(({ runs }) => runs) }];
  }
}

/**
 * Reduces HTML to what a mode of the editor can write (3.§4, 3.§9), in canonical form: idempotent. Text is kept from any element; scripts
 * and styles are not text. A document without text is "".
 */
export function reduceHtml(html: string, mode: EditorMode): string {
  const rules = MODE_RULES[mode];
  const blocks = parseRichText(html).flatMap((block) => toMode(block, rules));
  return blocks.every(isEmptyBlock) ? "" : richTextToHtml(blocks);
}
