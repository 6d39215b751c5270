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

/** The texts by key, as the setting `sectionsInfo` keeps them. */
type Texts = Settings["sectionsInfo"];
type NamedSection = Pick<LocalSection, "id" | "component" | "name">;

/** Where a section's text is looked for. Several workflows may have the same component, and then share its text. */
const keysOf = ({ id, component, name }: NamedSection): readonly string[] => [component, String(id), name];

/** The key that a section's text is kept by: the one that answers now, else the section's component. */
export const helpKeyOf = (section: NamedSection, texts: Texts): string =>
  keysOf(section).find((key) => Object.hasOwn(texts, key)) ?? section.component;

/** The text of a section as its company wrote it; "" where there is none. */
export const writtenHelp = (section: NamedSection, texts: Texts): string => texts[helpKeyOf(section, texts)] ?? "";

/** Whether a text says anything. */
export const saysSomething = (text: string): boolean => toPlainText(text) !== "";

/** A text as the dialog shows it: plain, with line breaks; where it says nothing, whom to ask. */
export const shownHelp = (text: string): string => toPlainText(text) || NO_HELP;

/** What the company says about a section, as the dialog shows it. */
export const sectionHelp = (section: NamedSection, { sectionsInfo }: Pick<Settings, "sectionsInfo">): string =>
  shownHelp(writtenHelp(section, sectionsInfo));
