import type { Settings } from "@ridgebook/contract";
import type { LocalSection } from "#local-data/price-book/price-book.ts";

/** Word for word as the specification has it (1.§2, SHELL-12). */
const NO_HELP = "No description available. Please contact your administrator to configure the named field.";

/** Tags of a text that came from a rich editor; block ends become line breaks. */
const BLOCK_END = /<\/(?:p|div|li|h[1-6])>|<br\s*\/?>/gi;
const TAG = /<\/?[a-z][^>]*>/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  "&nbsp;": " ",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&amp;": "&",
};

const toPlainText = (text: string): string =>
  text
    .replace(BLOCK_END, "\n")
    .replace(TAG, "")
    .replace(/&(?:nbsp|lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\n{3,}/g, "\n\n")
    .trim();

/**
 * What the company says about a section (setting `sectionsInfo`, by the section's component, id or name), as plain text with line
 * breaks; where it says nothing, whom to ask.
 */
export function sectionHelp(
  { id, component, name }: Pick<LocalSection, "id" | "component" | "name">,
  { sectionsInfo }: Pick<Settings, "sectionsInfo">,
): string {
  const said = toPlainText(sectionsInfo[component] ?? sectionsInfo[String(id)] ?? sectionsInfo[name] ?? "");
  return said || NO_HELP;
}
