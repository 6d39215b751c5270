import {
  COMPANY_BUSINESS,
  SECTIONS,
  type IndexedPriceBook,
  type PricedLine,
  type SectionDefinition,
} from "@ridgebook/estimating";
import { homeownerQuantity } from "#features/estimate/homeowner/unit-words.ts";

/*
 * The work in the words of the price book: what the homeowner pays for, and the colors they chose. Leaves out the company's own fields
 * (questions, notes, logistics, consumables, hours) and prices of lines.
 */

/** One step of the work. */
export interface ScopeGroup {
  readonly heading: string;
  readonly sentences: readonly string[];
}

/** Choices without a price that matter to homeowners. */
const CHOICES_WITHOUT_PRICE: ReadonlySet<string> = new Set([
  "shingleColor",
  "sidingColor",
  "sidingReveal",
  "mountingBlockColor",
  "chimneyFlashingColor",
]);

/** Not shown to homeowners: company business, and what says nothing about the work. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...COMPANY_BUSINESS,
  "notes",
  "discount",
  "margin",
  "paintMaterialType",
]);

/** Windows are listed separately, with their drawings. */
const WINDOW = "window";
const ADD_ON = "custom";

const isInScope = ({ definition, line, quantity, totals }: PricedLine): boolean => {
  const { property } = definition;
  if (LEFT_OUT.has(property) || property === WINDOW) return false;
  return CHOICES_WITHOUT_PRICE.has(property) ? line.value !== null : quantity > 0 && totals.total > 0;
};

/** The names of the choices of a line and its children, in catalogue order. */
function choicesOf(priced: PricedLine, book: IndexedPriceBook): readonly string[] {
  const { definition, line, children } = priced;
  const own =
    definition.dataType === "dropdown" && line.value !== null
      ? [book.entryOf(definition).optionById.get(line.value)?.value ?? ""]
      : [];
  return [...own, ...children.flatMap((child) => choicesOf(child, book))].filter((text) => text !== "");
}

type Telling = (priced: PricedLine, book: IndexedPriceBook) => string;

const nameOf: Telling = ({ definition }) => definition.label;

const choiceSentenceOf: Telling = (priced, book) => {
  const choices = [...new Set(choicesOf(priced, book))].join(", ");
  return choices === "" ? nameOf(priced, book) : `${nameOf(priced, book)}: ${choices}`;
};

/** "Tear-off: 1 layer, architectural asphalt (20 squares)"; for an add-on service its text. */
const sentenceOf: Telling = (priced, book) => {
  const { definition, line, quantity } = priced;
  if (definition.property === ADD_ON) return line.value?.trim() ?? "";
  const measured = definition.defaultOne ? "" : homeownerQuantity(quantity, definition.unit);
  const named = choiceSentenceOf(priced, book);
  return measured === "" ? named : `${named} (${measured})`;
};

/** From the most detailed to the name alone. */
const TELLINGS: readonly Telling[] = [sentenceOf, choiceSentenceOf, nameOf];

const isAlike = (one: readonly string[], other: readonly string[]): boolean => one.join("\n") === other.join("\n");

/** The sentences about a field that all packages share, as detailed as they agree; empty if a package lacks the field. */
function sharedSentences(packages: readonly (readonly PricedLine[])[], book: IndexedPriceBook): readonly string[] {
  if (packages.some((lines) => lines.length === 0)) return [];
  for (const tell of TELLINGS) {
    const [first = [], ...others] = packages.map((lines) => [...new Set(lines.map((line) => tell(line, book)))]);
    if (others.every((other) => isAlike(first, other))) return first;
  }
  return [];
}

const propertiesOf = ({ groups }: SectionDefinition): ReadonlySet<string> =>
  new Set(
    groups.flatMap(({ rows }) =>
      rows.flatMap((row) => {
        const key = typeof row === "string" ? row : "field" in row ? row.field : undefined;
        return key?.split(".")[0] ?? [];
      }),
    ),
  );

/**
 * The work of one workflow copy by step, without empty steps.
 *
 * @param packages the lines that each compared package decides, without those shown beside its price; empty without a comparison
 * @param titleOf the company's name of a section
 */
export function scopeSentences({
  workflowId,
  lines,
  packages,
  book,
  titleOf,
}: {
  workflowId: number;
  lines: readonly PricedLine[];
  packages: readonly (readonly PricedLine[])[];
  book: IndexedPriceBook;
  titleOf: (sectionId: number) => string;
}): readonly ScopeGroup[] {
  const inScope = lines.filter(isInScope);
  const inPackages = packages.map((each) => each.filter(isInScope));
  const told = new Set<string>();
  return SECTIONS.filter((section) => section.workflowId === workflowId && section.order > 0)
    .map((section) => {
      // A field that two steps show belongs to the first.
      const properties = [...propertiesOf(section)].filter((property) => !told.has(property));
      for (const property of properties) told.add(property);
      const sentences = properties.flatMap((property) => {
        const isOfField = ({ definition }: PricedLine): boolean => definition.property === property;
        const shared = sharedSentences(
          inPackages.map((each) => each.filter(isOfField)),
          book,
        );
        return [...inScope.filter(isOfField).map((line) => sentenceOf(line, book)), ...shared];
      });
      return { heading: titleOf(section.id), sentences: sentences.filter((sentence) => sentence !== "") };
    })
    .filter(({ sentences }) => sentences.length > 0);
}
