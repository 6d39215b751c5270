import { isMoney, stepWord, unitWord, type Explanation, type Given, type Unit } from "@ridgebook/estimating";
import { formatAmount, formatQuantity } from "#features/estimate/format.ts";
import {
  increaseOf,
  chainKindOf,
  hasInternal,
  isLeaf,
  EPSILON,
  skipNoOps,
  termsOf,
  unrounded,
  type ExplanationStep,
  type ChainKind,
  type Part,
} from "#features/estimate/why/explanation-chains.ts";
import {
  flatText,
  joined,
  nameOfProduct,
  percentText,
  sectionName,
  shortText,
  shownUnit,
  textOf,
  wordsOfGiven,
} from "#features/estimate/why/tape-words.ts";

/*
 * From the tree of an explanation to the lines of a paper tape (look.md "Why"). A tape runs down one chain of sums or of products
 * at a time, with a result below each; what is itself worked out on the way stands as one figure with its own tape inside.
 */

/** What stands in the first column. "↑" is rounded up, "≈" to the nearest step, "or" the larger of the two. */
export type TapeOperator = "" | "+" | "−" | "×" | "÷" | "=" | "↑" | "≈" | "or";

export interface TapeLine {
  readonly operator: TapeOperator;
  readonly value: number;
  /** The value as it is read, without its unit: "2,450", "1.10", "345.00". */
  readonly text: string;
  readonly unit: Unit | null;
  readonly label: string;
  /** Where the figure comes from: a step of the form, the price book, or the figures it was made of. */
  readonly source: string | null;
  /** A full line stands above it. */
  readonly isResult: boolean;
  /** A cost or a margin, or made of one. */
  readonly isInternal: boolean;
  /** Steps below the tape that was asked for. */
  readonly depth: number;
  /** How the figure came about by itself; of "and 23 more", the lines that are not shown. */
  readonly inner: readonly TapeLine[];
}

/** Of longer sums the tape shows the largest ones first. */
export const SHOWN_SUMMANDS = 12;
/** One line more than the limit is not worth a fold. */
const FOLDS_FROM = SHOWN_SUMMANDS + 3;

interface Writing {
  readonly depth: number;
  /** What the answer counts, for the words of a division. */
  readonly answerUnit: Unit | null;
}

function lineOf(operator: TapeOperator, part: Part, kind: ChainKind, writing: Writing): TapeLine {
  const { node } = part;
  const increase = increaseOf(node);
  const line = {
    operator,
    value: node.value,
    text: textOf(node),
    unit: shownUnit(part.unit ?? (node.operation === "given" && !isMoney(node) ? node.unit : null)),
    isResult: false,
    isInternal: hasInternal(node),
    depth: writing.depth,
    inner: [],
  };
  if (increase) {
    const { source, label, measure } = increase.node;
    const name = measure === "fraction" ? label.toLowerCase() : "waste";
    const section =
      source?.kind === "entered" ? sectionName(source.fieldId) : source?.kind === "priceBook" ? "Price book" : null;
    return {
      ...line,
      label: `with ${percentText(increase.percent)} ${name}`,
      source: measure === "fraction" ? null : joined(section, label),
    };
  }
  if (node.operation === "given") {
    const words = wordsOfGiven(node, kind === "sum");
    // "Window type Double hung for 36 x 60 in" says more than "Window type Double hung".
    const name = part.label !== null && words.label.startsWith(part.label) ? words.label : part.label;
    return { ...line, source: words.source, label: name ?? conversionLabel(node, operator, writing) ?? words.label };
  }
  const label = part.label ?? nameOfProduct(part) ?? (node.operation === "annuity" ? WORTH : "");
  const chain = unrounded(part);
  const innerKind = chainKindOf(chain);
  const short = shortText(part);
  // Prices that are added up each have a name worth reading; a product says it all in its figures.
  if (short !== null && (innerKind !== "sum" || !isMoney(node))) return { ...line, label, source: short };
  const isTold = innerKind === "sum" && isMoney(node);
  return {
    ...line,
    label,
    source: innerKind && !isTold ? flatText(chain, innerKind) : node.operation === "annuity" ? loanText(node) : null,
    inner: write({ ...part, label: null }, { ...writing, depth: writing.depth + 1 }),
  };
}

/** "in one roll": what a conversion means where the need is divided by it. */
function conversionLabel({ source }: Given, operator: TapeOperator, { answerUnit }: Writing): string | null {
  if (source?.kind !== "priceBook" || source.conversion === null || operator !== "÷" || !answerUnit) return null;
  const word = unitWord(answerUnit, 1);
  return word === "" ? "covered by one" : `in one ${word}`;
}

/** Of a long sum the largest figures, and the others as one line: "and 23 more". */
function fold(lines: readonly TapeLine[], writing: Writing, isAmount: boolean): readonly TapeLine[] {
  if (lines.length < FOLDS_FROM) return lines;
  const bySize = lines
    .map((line): TapeLine => (line.operator === "" ? { ...line, operator: "+" } : line))
    .sort((one, other) => Math.abs(other.value) - Math.abs(one.value));
  const [first, ...shown] = bySize.slice(0, SHOWN_SUMMANDS);
  const rest = bySize.slice(SHOWN_SUMMANDS);
  const value = rest.reduce((sum, line) => sum + (line.operator === "−" ? -line.value : line.value), 0);
  return [
    ...(first ? [{ ...first, operator: first.operator === "+" ? "" : first.operator } as const] : []),
    ...shown,
    {
      operator: "+",
      value,
      text: isAmount ? formatAmount(value) : formatQuantity(value),
      unit: null,
      label: `and ${String(rest.length)} more`,
      source: null,
      isResult: false,
      isInternal: rest.some(({ isInternal }) => isInternal),
      depth: writing.depth,
      inner: rest.map(deeper),
    },
  ];
}

const deeper = (line: TapeLine): TapeLine => ({ ...line, depth: line.depth + 1, inner: line.inner.map(deeper) });

/** Whether what begins a chain runs on from its own tape, instead of standing there as one figure. */
function runsOn(first: Part, whole: Part, kind: ChainKind): boolean {
  if (isLeaf(first) || whole.node.operation === "sum") return false;
  const innerKind = chainKindOf(first);
  if (first.label === null) return true;
  // The sum of all items is told once, by itself.
  return kind === "product" && innerKind === "sum" && termsOf(first, innerKind).length <= LONGEST_RUN;
}

const LONGEST_RUN = 8;

function writeChain(part: Part, kind: ChainKind, writing: Writing): readonly TapeLine[] {
  const [first, ...rest] = termsOf(part, kind);
  if (!first) return [];
  const begins = runsOn(first.part, part, kind);
  const single = lineOf(first.operator === "−" ? "−" : "", first.part, kind, writing);
  const isRepeated = kind === "product" && writing.depth > 0 && !isLeaf(first.part) && single.label !== "";
  const start = begins ? write(first.part, writing) : [isRepeated ? { ...single, inner: [] } : single];
  const lines = [...start, ...rest.map(({ operator, part: each }) => lineOf(operator, each, kind, writing))];
  const shown = kind === "sum" && !begins ? fold(lines, writing, isMoney(part.node)) : lines;
  return [...shown, resultLine(part, kind, writing)];
}

/** What a chain measures: a sum of one unit keeps it, and so does what only waste is added to. */
function unitOfChain(part: Part, kind: ChainKind): Unit | null {
  if (isMoney(part.node)) return null;
  const counted = termsOf(part, kind).filter(({ part: { node } }) => kind === "sum" || increaseOf(node) === undefined);
  if (kind === "product" && counted.length !== 1) return null;
  const units = counted.map(
    ({ part: { node, unit } }) => unit ?? (node.operation === "given" ? (node.unit ?? null) : null),
  );
  const [unit = null] = units;
  return units.every((each) => each === unit) ? unit : null;
}

function resultLine(part: Part, kind: ChainKind, writing: Writing): TapeLine {
  const additions = termsOf(part, kind).flatMap(({ part: { node } }) => increaseOf(node) ?? []);
  const hasWaste = kind === "product" && additions.some(({ node }) => node.measure !== "fraction");
  return {
    operator: "=",
    value: part.node.value,
    text: textOf(part.node),
    unit: shownUnit(part.unit ?? unitOfChain(part, kind)),
    label: part.label ?? (hasWaste ? "with waste" : ""),
    source: null,
    isResult: true,
    isInternal: hasInternal(part.node),
    depth: writing.depth,
    inner: [],
  };
}

function roundingWords({ operation, precision = 1, base }: ExplanationStep, unit: Unit | null): string {
  const word = unitWord(unit ?? undefined, 1);
  if (operation === "ceil") return "Sold whole, so rounded up once, at the end";
  if (operation === "round") return precision === 2 ? "Rounded to cents" : "Rounded to three decimals";
  const step = stepWord(precision, base);
  const whole = word === "" || step !== "third" ? "" : ` of a ${word}`;
  return operation === "ceilToStep"
    ? `Rounded up to the next ${step}${whole}`
    : `Rounded to the nearest ${step}${whole}`;
}

function writeRounding(part: Part, node: ExplanationStep, writing: Writing): readonly TapeLine[] {
  const [operand] = node.operands;
  if (!operand) return [];
  const before = write(skipNoOps(operand), writing);
  const last = before.at(-1);
  const rounded = {
    value: node.value,
    text: textOf(node),
    label: part.label ?? "",
    source: roundingWords(node, part.unit),
    isResult: true,
  };
  // An amount is written in cents from the start.
  if (node.operation === "round" && last?.operator === "=")
    return [...before.slice(0, -1), { ...last, ...rounded, label: rounded.label || last.label }];
  // The line stands above what counts: the rounded number.
  return [
    ...before.slice(0, -1),
    ...(last ? [{ ...last, isResult: false }] : []),
    {
      ...rounded,
      operator: node.operation === "ceil" || node.operation === "ceilToStep" ? "↑" : "≈",
      unit: shownUnit(part.unit),
      isInternal: hasInternal(node),
      depth: writing.depth,
      inner: [],
    },
  ];
}

function writeLarger(part: Part, node: ExplanationStep, writing: Writing): readonly TapeLine[] {
  const lines = node.operands.map((operand, index) =>
    lineOf(index === 0 ? "" : "or", skipNoOps(operand), "sum", writing),
  );
  return [...lines, { ...resultLine(part, "sum", writing), source: "The larger of the two" }];
}

const WORTH = "today's worth of 1.00 a month";
const RATE = new Intl.NumberFormat("en-US", { maximumFractionDigits: 8 });

/** "120 months at 0.8325 %" */
function loanText({ operands: [rate, months] }: ExplanationStep): string | null {
  return rate && months ? `${textOf(months)} months at ${textOf(skipNoOps(rate).node)}` : null;
}

/** Interest of a month and months, and how a dollar a month is worth less the later it comes. */
function writeAnnuity(part: Part, node: ExplanationStep, writing: Writing): readonly TapeLine[] {
  const [rate, months] = node.operands;
  if (!rate || !months) return [];
  const growth = `(1 − ${RATE.format(1 + rate.value)} ^ −${textOf(months)}) ÷ ${RATE.format(rate.value)}`;
  return [
    ...write(skipNoOps(rate), writing).map((line): TapeLine => ({ ...line, isResult: false })),
    lineOf("", skipNoOps(months), "product", writing),
    { ...resultLine({ ...part, label: part.label ?? WORTH }, "product", writing), source: growth },
  ];
}

function write(part: Part, writing: Writing): readonly TapeLine[] {
  const { node } = part;
  if (node.operation === "given" || isLeaf(part)) {
    const line = lineOf("", { ...part, label: null, unit: null }, "product", writing);
    if (part.label === null || part.label === line.label) return [line];
    const result = { operator: "=", label: part.label, unit: shownUnit(part.unit) ?? line.unit } as const;
    return [line, { ...line, ...result, source: null, isResult: true }];
  }
  // Nothing to count, or nothing to divide by: its name says which.
  if (node.operands.length === 0) return [{ ...resultLine(part, "sum", writing), operator: "" }];
  const kind = chainKindOf(part);
  if (kind) return writeChain(part, kind, writing);
  if (node.operation === "annuity") return writeAnnuity(part, node, writing);
  return node.operation === "max" ? writeLarger(part, node, writing) : writeRounding(part, node, writing);
}

/** A figure as it is printed, a percent as the fraction that it is. */
function printedValue(text: string): number {
  const value = Number(text.replace("−", "-").replaceAll(/[^\d.-]/g, ""));
  return text.endsWith("%") ? value / 100 : value;
}

/** Half of the last decimal that is printed: so much may be cut off. */
const cutOff = (text: string): number => 0.5 * 10 ** -(/\.(\d+)/.exec(text)?.[1]?.length ?? 0) + EPSILON;

const ACTIONS: Readonly<Record<TapeOperator, (before: number, printed: number) => number>> = {
  "": (_before, printed) => printed,
  "+": (before, printed) => before + printed,
  "−": (before, printed) => before - printed,
  "×": (before, printed) => before * printed,
  "÷": (before, printed) => before / printed,
  or: Math.max,
  "=": (_before, printed) => printed,
  "≈": (_before, printed) => printed,
  "↑": (_before, printed) => printed,
};

/**
 * Results to which the figures above them do not come as they are printed, because the decimals that are not printed add up: they are
 * marked as rounded. A result with a source says by itself how it comes about.
 */
function withTrueResults(lines: readonly TapeLine[]): readonly TapeLine[] {
  let value = 0;
  return lines.map((line) => {
    const printed = printedValue(line.text);
    const isFalse = line.operator === "=" && Math.abs(value - printed) > cutOff(line.text);
    value = ACTIONS[line.operator](value, printed);
    const inner = withTrueResults(line.inner);
    return isFalse && line.source === null
      ? { ...line, inner, operator: "≈", source: SHOWN_ROUNDED }
      : { ...line, inner };
  });
}

const SHOWN_ROUNDED = "Counted with all decimals of the figures above";

/** The tape of an explanation, from the first figure down to the number itself, which is its last line. */
export function tapeLines(explanation: Explanation): readonly TapeLine[] {
  const part = skipNoOps(explanation);
  const lines = withTrueResults(write(part, { depth: 0, answerUnit: part.unit }));
  const last = lines.at(-1);
  // Binary noise of the steps in between never reaches the number that was asked about.
  return last ? [...lines.slice(0, -1), { ...last, value: explanation.value }] : lines;
}
