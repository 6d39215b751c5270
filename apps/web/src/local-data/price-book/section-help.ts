import type { Settings } from "@ridgebook/contract";
import type { LocalSection } from "#local-data/price-book/price-book.ts";

/** Word for word as the specification has it (1.§2, SHELL-12). */
const NO_HELP = "No description available. Please contact your administrator to configure the named field.";

/** HTML tags of the rich text editor; ends of blocks become line breaks. */
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

/** The texts by key, as in the setting `sectionsInfo`. */
type Texts = Settings["sectionsInfo"];
type NamedSection = Pick<LocalSection, "id" | "component" | "name">;

/** The keys of a section's text, in order. Workflows with the same component share its text. */
const keysOf = ({ id, component, name }: NamedSection): readonly string[] => [component, String(id), name];

/** The key of a section's text: the first that has one, else the section's component. */
export const helpKeyOf = (section: NamedSection, texts: Texts): string =>
  keysOf(section).find((key) => Object.hasOwn(texts, key)) ?? section.component;

/** The company's text about a section; "" if it wrote none. */
export const writtenHelp = (section: NamedSection, texts: Texts): string => texts[helpKeyOf(section, texts)] ?? "";

/** Whether a text has any content. */
export const saysSomething = (text: string): boolean => toPlainText(text) !== "";

/** The plain text for the dialog, with line breaks; for an empty text, whom to ask. */
export const shownHelp = (text: string): string => toPlainText(text) || NO_HELP;

/** The plain text about a section for the dialog. */
export const sectionHelp = (section: NamedSection, { sectionsInfo }: Pick<Settings, "sectionsInfo">): string =>
  shownHelp(writtenHelp(section, sectionsInfo));
