import type { DocumentChoices, DocumentTextName } from "#choices/document-choices.ts";
import type { Block, DocumentModel, DocumentSection } from "#model/document-model.ts";
import { formatMoney } from "#wording/numbers.ts";

/*
 * Dollar amounts in a paper's sections besides its price and payment plans. Text written for this paper is the same when it is rebuilt; the
 * company's settings may have had other words then.
 */

interface StrayAmounts {
  /** Amounts that nothing explains, for people. */
  readonly differences: readonly string[];
  /** Amounts that earlier settings may explain. */
  readonly otherWords: readonly string[];
}

const DOLLARS = /\$\s?(\d[\d,]*(?:\.\d{1,2})?)/g;

const centsIn = (value: unknown): readonly number[] =>
  Array.from(JSON.stringify(value ?? null).matchAll(DOLLARS), ([, digits = ""]) =>
    Math.round(Number(digits.replaceAll(",", "")) * 100),
  );

/** The text of the choices that a section prints, by the section's id. */
const TEXTS: Readonly<Record<DocumentModel["kind"] & ("contract" | "changeOrder"), Record<string, DocumentTextName>>> =
  {
    contract: {
      payment: "paymentDisclaimer",
      warranty: "warranty",
      start: "startDateDisclaimer",
      disclosures: "disclosures",
      legal: "legalText",
      acknowledgements: "acknowledgements",
    },
    changeOrder: { payment: "paymentDisclaimer", reason: "changes" },
  };

const SCOPE = "scope-";

/** Whether a section comes from the settings, without text written for this paper. */
function isOfSettings({ id }: DocumentSection, choices: DocumentChoices): boolean {
  if (choices.kind !== "contract" && choices.kind !== "changeOrder") return true;
  if (choices.kind === "contract" && id.startsWith(SCOPE)) {
    const key = id.slice(SCOPE.length);
    return choices.scopeTexts[key] === undefined || choices.windowScopeTexts[key] === undefined;
  }
  const text = TEXTS[choices.kind][id];
  return text !== undefined && choices.texts[text] === undefined;
}

/** Compared elsewhere, row by row. */
const isCompared = ({ id }: DocumentSection, { kind }: Block): boolean =>
  id === "price" || id === "value" || (id === "payment" && kind === "options");

/** @param built the rebuilt paper, in each way to show its price */
export function strayAmounts(
  model: DocumentModel,
  built: readonly DocumentModel[],
  choices: DocumentChoices,
): StrayAmounts {
  const known = new Set(centsIn([built.map(({ sections }) => sections), model.total, model.runningTotal]));
  // These tables were already compared with the engine's amounts.
  for (const section of model.sections)
    for (const block of section.blocks)
      if (block.kind === "table" && isCompared(section, block))
        for (const cents of centsIn(dollarsOf(block))) known.add(cents);
  const differences: string[] = [];
  const otherWords: string[] = [];
  for (const section of model.sections) {
    const { heading, note, blocks } = section;
    const said = centsIn([heading, note, blocks.filter((block) => !isCompared(section, block))]);
    for (const cents of new Set(said)) {
      if (known.has(cents)) continue;
      const amount = formatMoney(cents / 100);
      if (isOfSettings(section, choices)) otherWords.push(`${amount} in ${heading || section.id}`);
      else differences.push(`${heading || section.id} says ${amount}, which is no amount of the estimate.`);
    }
  }
  return { differences, otherWords };
}

/** Cells of tables have no dollar sign in their rows: "+1,250.00". */
const dollarsOf = ({ rows, totals }: Extract<Block, { kind: "table" }>): readonly string[] =>
  [...rows, ...totals].flatMap(({ cells }) => cells.map((cell) => `$${cell.replace(/^[+−-]?\$?/, "")}`));
