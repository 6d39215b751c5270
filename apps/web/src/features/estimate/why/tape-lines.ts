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
 * Converts an explanation's tree to the lines of a paper tape (look.md "Why"). A tape follows one chain of sums or products at a time, with
 * its result below; a calculated figure in it is one line with its own nested tape.
 */

/** The first column. "↑" rounds up, "≈" rounds to the nearest step, "or" takes the larger of two. */
export type TapeOperator = "" | "+" | "−" | "×" | "÷" | "=" | "↑" | "≈" | "or";

export interface TapeLine {
  readonly operator: TapeOperator;
  readonly value: number;
  /** The value without its unit: "2,450", "1.10", "345.00". */
  readonly text: string;
  readonly unit: Unit | null;
  readonly label: string;
  /** The figure's source: a step of the form, the price book, or the figures it was calculated from. */
  readonly source: string | null;
  /** Draws a full line above. */
  readonly isResult: boolean;
  /** Whether it contains a cost or a margin. */
  readonly isInternal: boolean;
  /** The nesting depth. */
  readonly depth: number;
  /** The nested tape of the figure; for "and 23 more", the hidden lines. */
  readonly inner: readonly TapeLine[];
}

/** Longer sums show their largest terms first. */
export const SHOWN_SUMMANDS = 12;
/** Hiding only one or two lines is not worth it. */
const FOLDS_FROM = SHOWN_SUMMANDS + 3;

interface Writing {
  readonly depth: number;
  /** The unit of the answer, for the words of a division. */
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
    // Prefer the longer label: "Window type Double hung for 36 x 60 in" to "Window type Double hung".
    const name = part.label !== null && words.label.startsWith(part.label) ? words.label : part.label;
    return { ...line, source: words.source, label: name ?? conversionLabel(node, operator, writing) ?? words.label };
  }
  const label = part.label ?? nameOfProduct(part) ?? (node.operation === "annuity" ? WORTH : "");
  const chain = unrounded(part);
  const innerKind = chainKindOf(chain);
  const short = shortText(part);
  // Sums of prices keep their terms' labels; a short product is shown as figures.
  if (short !== null && (innerKind !== "sum" || !isMoney(node))) return { ...line, label, source: short };
  const isTold = innerKind === "sum" && isMoney(node);
  return {
    ...line,
    label,
    source: innerKind && !isTold ? flatText(chain, innerKind) : node.operation === "annuity" ? loanText(node) : null,
    inner: write({ ...part, label: null }, { ...writing, depth: writing.depth + 1 }),
  };
}

/** "in one roll": the meaning of a conversion that divides the need. */
function conversionLabel({ source }: Given, operator: TapeOperator, { answerUnit }: Writing): string | null {
  if (source?.kind !== "priceBook" || source.conversion === null || operator !== "÷" || !answerUnit) return null;
  const word = unitWord(answerUnit, 1);
  return word === "" ? "covered by one" : `in one ${word}`;
}

/** Keeps the largest figures of a long sum, and hides the others behind "and 23 more". */
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

/** Whether the tape starts with the first term's own tape, instead of showing it as one figure. */
function runsOn(first: Part, whole: Part, kind: ChainKind): boolean {
  if (isLeaf(first) || whole.node.operation === "sum") return false;
  const innerKind = chainKindOf(first);
  if (first.label === null) return true;
  // The sum of all items is shown as one figure.
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

/** The unit of a chain: of a sum with one unit, or of a product that only adds waste. */
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
  // Amounts are in cents from the start.
  if (node.operation === "round" && last?.operator === "=")
    return [...before.slice(0, -1), { ...last, ...rounded, label: rounded.label || last.label }];
  // Draw the line above the rounded number.
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

function loanText({ operands: [rate, months] }: ExplanationStep): string | null {
  return rate && months ? `${textOf(months)} months at ${textOf(skipNoOps(rate).node)}` : null;
}

/** The lines of an annuity factor: the monthly interest and the months. */
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
  // Without operands, its label explains the zero.
  if (node.operands.length === 0) return [{ ...resultLine(part, "sum", writing), operator: "" }];
  const kind = chainKindOf(part);
  if (kind) return writeChain(part, kind, writing);
  if (node.operation === "annuity") return writeAnnuity(part, node, writing);
  return node.operation === "max" ? writeLarger(part, node, writing) : writeRounding(part, node, writing);
}

/** The value of a printed figure; a percentage as a fraction. */
function printedValue(text: string): number {
  const value = Number(text.replace("−", "-").replaceAll(/[^\d.-]/g, ""));
  return text.endsWith("%") ? value / 100 : value;
}

/** The largest difference that printing may cut off: half of the last decimal. */
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
 * Marks results that differ from their printed figures as rounded, because of decimals that are not printed. Results with a source need no
 * mark.
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

/** The tape of an explanation; its last line is the explained number. */
export function tapeLines(explanation: Explanation): readonly TapeLine[] {
  const part = skipNoOps(explanation);
  const lines = withTrueResults(write(part, { depth: 0, answerUnit: part.unit }));
  const last = lines.at(-1);
  // The explained number has no floating-point errors of intermediate steps.
  return last ? [...lines.slice(0, -1), { ...last, value: explanation.value }] : lines;
}
