import { findField, isMoney, sectionOfField, type Explanation, type Given, type Unit } from "@ridgebook/estimating";
import { formatAmount, formatQuantity } from "#features/estimate/format.ts";
import {
  increaseOf,
  chainKindOf,
  isEntered,
  isLeaf,
  termsOf,
  unrounded,
  type ChainKind,
  type Part,
} from "#features/estimate/why/explanation-chains.ts";

/* Labels and texts of the figures of an explanation. */

/** The most figures that read well on one line. */
const SHORT_CHAIN = 4;

const FACTOR = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 4 });
const CONVERSION = new Intl.NumberFormat("en-US", { maximumFractionDigits: 4 });
const CENTS_AND_TENTHS = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 3 });
const ORDINALS = { 1: "first", 2: "second", 3: "third" } as const;

export const percentText = (percent: number): string => `${formatQuantity(percent)} %`;
const isWholeCents = (dollars: number): boolean => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6;

/** A fraction divided by a plain number, such as a month's interest. */
const isPartOfFraction = (node: Explanation): boolean => {
  if (node.operation !== "divide") return false;
  const [first, second] = node.operands;
  return (
    first?.operation === "given" && first.measure === "fraction" && second?.operation === "given" && !second.measure
  );
};

/** The value without its unit: "2,450", "1.10", "345.00". */
export function textOf(node: Explanation): string {
  if (increaseOf(node) || node.operation === "annuity") return FACTOR.format(node.value);
  if (node.operation === "given" && node.measure === "fraction") return percentText(node.value * 100);
  if (isPartOfFraction(node)) return `${CONVERSION.format(node.value * 100)} %`;
  // Discounts have three decimals until their total is rounded.
  if (isMoney(node))
    return isWholeCents(node.value) ? formatAmount(node.value) : CENTS_AND_TENTHS.format(node.value).replace("-", "−");
  if (node.operation !== "given") return formatQuantity(node.value);
  return node.unit === "%" ? percentText(node.value) : CONVERSION.format(node.value).replace("-", "−");
}

/** The step of a field. */
export const sectionName = (fieldId: string): string | null => sectionOfField(fieldId)?.name ?? null;
/** Joins the parts that exist: "Price book · labor price". Null without any. */
export const joined = (...parts: readonly (string | false | null | undefined)[]): string | null =>
  parts.filter(Boolean).join(" · ") || null;

/** Splits the engine's label of a price ("Labor price, Gutter 5 in") into the amount and the thing. */
function namesOfPrice({ label }: Given): { amount: string; thing: string } {
  const comma = label.indexOf(", ");
  return comma < 0 ? { amount: label, thing: label } : { amount: label.slice(0, comma), thing: label.slice(comma + 2) };
}

/** "Membrane area": within its row the field is only called "Area". */
function fullLabel(fieldId: string, label: string): string {
  const parent = findField(findField(fieldId)?.parentId ?? "");
  return parent ? `${parent.label} ${label.toLowerCase()}` : label;
}

/** The label of a form's figure outside of its row. */
export const fullLabelOfGiven = ({ label, source }: Given): string =>
  source?.kind === "entered" ? fullLabel(source.fieldId, label) : label;

interface GivenWords {
  readonly label: string;
  /** Where the figure comes from. */
  readonly source: string | null;
}

/** @param isSummand among other prices, what it is the price of matters more than which amount it is */
export function wordsOfGiven(given: Given, isSummand: boolean): GivenWords {
  const { label, source } = given;
  const { amount, thing } = namesOfPrice(given);
  if (!source) return { label, source: null };
  if (source.kind === "entered") {
    const section = sectionName(source.fieldId);
    if (isMoney(given)) return { label: isSummand ? thing : amount, source: joined(section, isSummand && amount) };
    return { label: fullLabel(source.fieldId, label), source: section };
  }
  if (source.kind === "measured") return { label, source: joined(source.by, source.path) };
  const field = findField(source.fieldId);
  const product = source.option ?? (field && fullLabel(field.id, field.label));
  if (source.conversion !== null)
    return { label, source: joined("Price book", product && `${product}, ${ORDINALS[source.conversion]} conversion`) };
  return isSummand
    ? { label: thing, source: joined("Price book", amount.toLowerCase()) }
    : { label: amount, source: joined("Price book", product) };
}

/** The subject of an unlabelled product: the discount of a percentage, the price of a quantity. */
export function nameOfProduct(part: Part): string | null {
  const product = unrounded(part);
  if (chainKindOf(product) !== "product") return null;
  const terms = termsOf(product, "product");
  const givens = terms.flatMap(({ part: { node } }) => (node.operation === "given" ? [node] : []));
  const share = givens.find(({ measure }) => measure === "fraction");
  if (share) return `${share.label} ${percentText(share.value * 100)}`;
  const price = givens.find(isMoney);
  if (price) return namesOfPrice(price).amount;
  const named = terms.find(({ part: { node, label } }) => isMoney(node) && label !== null);
  return named?.part.label ?? givens.find(isEntered)?.label ?? null;
}

/** "22 SQ × 220.00": a short chain of single figures; null for other chains. */
export function shortText(part: Part): string | null {
  const chain = unrounded(part);
  const leaf = leafText(chain);
  if (leaf !== null) return leaf;
  const kind = chainKindOf(chain);
  return kind && termsOf(chain, kind).every((term) => isLeaf(term.part)) ? flatText(chain, kind) : null;
}

/** The figures and operators of a chain, without their nested chains; null for more than a few. */
export function flatText(part: Part, kind: ChainKind): string | null {
  const terms = termsOf(part, kind);
  if (terms.length > SHORT_CHAIN) return null;
  return terms
    .map(({ operator, part: each }, index) => {
      const text = leafText(each) ?? textOf(each.node);
      return index === 0 ? text : `${operator} ${text}`;
    })
    .join(" ");
}

/** "22 SQ" for a single figure; null for a calculated one. */
export function leafText(part: Part): string | null {
  const { node } = part;
  if (!isLeaf(part)) return null;
  const unit =
    node.operation === "given" && node.unit && node.unit !== "EA" && node.unit !== "%" ? ` ${node.unit}` : "";
  return `${textOf(node)}${unit}`;
}

/** Units that are shown beside a number. */
export const shownUnit = (unit: Unit | null | undefined): Unit | null =>
  unit && unit !== "EA" && unit !== "%" ? unit : null;
