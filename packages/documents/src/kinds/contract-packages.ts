import { copiesOf, emptySummary, estimateTerms, summaryKey } from "@ridgebook/contract";
import {
  chosenPackage,
  comparePackages,
  comparisonOf,
  fieldByKey,
  fraction,
  fromItems,
  packageAttributes,
  packageFields,
  priceWorkflow,
  type ComparedPackage,
  type CopyShare,
} from "@ridgebook/estimating";
import type { ContractChoices } from "#choices/document-choices.ts";
import type { Block, DocumentSection } from "#model/document-model.ts";
import type { DocumentSource, EstimateOfDocument } from "#model/document-source.ts";
import { formatMoney, formatMoneyChange, NOTHING } from "#wording/numbers.ts";
import { column, row, section, table, type CopyOnPaper } from "./company-paper.ts";

/* The chosen package in a line, or good, better and best side by side (estimating.md §6). */

type PackageSource = Pick<DocumentSource, "estimate" | "settings" | "book">;

const sharesOf = (estimate: EstimateOfDocument): readonly CopyShare[] =>
  copiesOf(estimate).map((copy) => {
    const summary = estimate.workflowSummaries[summaryKey(copy)] ?? emptySummary(copy);
    return {
      ...copy,
      discountableItemTotal: summary.discountableItemTotal,
      nonDiscountableItemTotal: summary.nonDiscountableItemTotal,
      totalCost: summary.totalCost,
      discountPercent: fraction(summary.discountPercent),
      marginPercent: fraction(summary.marginPercent),
    };
  });

/** A package under the company's label: "Better", and "Architectural" of "Better: architectural". */
interface NamedPackage {
  readonly optionId: string;
  readonly label: string;
  readonly name: string;
}

/** A name without its label's words. */
function nameBeside(label: string, name: string): string {
  const start = `${label}:`;
  if (label === "" || !name.toLowerCase().startsWith(start.toLowerCase())) return name;
  const rest = name.slice(start.length).trim();
  return rest === "" ? name : `${rest.slice(0, 1).toUpperCase()}${rest.slice(1)}`;
}

const lowerFirst = (text: string): string => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
const titleOf = ({ label, name }: NamedPackage): string => [label, name].filter((part) => part !== "").join(": ");

/** The compared packages in the order of the price book, with the company's labels for good, better and best. */
function comparedPackages({ estimate, settings, book }: PackageSource, { copy }: CopyOnPaper): readonly NamedPackage[] {
  const choice = packageFields(copy.workflowId)?.choice;
  const field = choice === undefined ? undefined : fieldByKey(copy.workflowId, choice);
  if (!field) return [];
  const compared = new Set(comparisonOf(estimate.comparisons, copy).map(({ fieldOptionId }) => fieldOptionId));
  const labels = [settings.contractPackageLabel1, settings.contractPackageLabel2, settings.contractPackageLabel3];
  return book
    .entryOf(field)
    .entry.options.filter(({ id }) => compared.has(id))
    .map(({ id, value }, index) => {
      const label = labels[index]?.trim() ?? "";
      return { optionId: id, label, name: nameBeside(label, value) };
    });
}

interface Compared {
  readonly packages: readonly NamedPackage[];
  readonly priced: readonly ComparedPackage[];
}

function compare(source: PackageSource, copy: CopyOnPaper): Compared {
  const { estimate, book } = source;
  const packages = comparedPackages(source, copy);
  const { workflowId } = copy.copy;
  const values = fromItems({ ...copy.copy, items: estimate.items });
  const terms = estimateTerms(estimate);
  const priced = comparePackages({
    copy: copy.copy,
    values,
    lines: priceWorkflow({ workflowId, book }, values),
    book,
    terms,
    comparisons: estimate.comparisons,
    optionIds: packages.map(({ optionId }) => optionId),
    shares: sharesOf(estimate),
    payment: estimate.term.months > 0 ? { downpayment: estimate.downpayment, term: estimate.term, terms } : null,
  });
  return { packages, priced };
}

/** Rows with different choices between packages; quantities are internal. */
function differences({ packages, priced }: Compared, source: PackageSource, workflowId: number): Block[] {
  const choice = packageFields(workflowId)?.choice;
  const rows = packageAttributes(priced, { workflowId, book: source.book })
    .filter(({ key }) => key !== choice)
    .map(({ label, cells }) => ({ label, texts: cells.map((cell) => cell.choice ?? NOTHING) }))
    .filter(({ texts }) => new Set(texts).size > 1);
  if (rows.length === 0) return [];
  return [
    table(
      [column("", { grow: 2, tone: "quiet" }), ...packages.map((each) => column(titleOf(each), { grow: 3 }))],
      rows.map(({ label, texts }) => row(label, ...texts)),
    ),
  ];
}

/** A copy's packages side by side, each with the whole work's price; empty without a comparison. */
export function packageSections(
  source: PackageSource,
  { showsComparison }: Pick<ContractChoices, "showsComparison">,
  copy: CopyOnPaper,
): DocumentSection[] {
  if (!showsComparison) return [];
  const compared = compare(source, copy);
  if (compared.priced.length < 2) return [];
  const rows = compared.priced.flatMap((priced, index) => {
    const named = compared.packages[index];
    if (!named) return [];
    return [
      {
        chosen: priced.isChosen,
        name: named.label || named.name,
        detail: named.label === "" ? "" : named.name,
        middle: priced.difference === null ? "" : formatMoneyChange(priced.difference),
        amount: formatMoney(priced.totals.totalWithMargin),
      },
    ];
  });
  return [
    section(`packages-${copy.key}`, {
      heading: `${copy.title}: packages`,
      note: "Each price is that of the whole work with this package. The marked one is part of this contract.",
      blocks: [{ kind: "options", rows, note: "" }, ...differences(compared, source, copy.copy.workflowId)],
    }),
  ];
}

/** "Package: Better, architectural.": the chosen package with the company's label; "" without one. */
export function packageSentence(source: PackageSource, copy: CopyOnPaper): string {
  const chosen = chosenPackage(copy.copy.workflowId, fromItems({ ...copy.copy, items: source.estimate.items }));
  const named = comparedPackages(source, copy).find(({ optionId }) => optionId === chosen);
  return named && named.label !== "" ? `Package: ${named.label}, ${lowerFirst(named.name)}.` : "";
}
