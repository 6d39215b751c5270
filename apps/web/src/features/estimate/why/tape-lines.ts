import {
  findField,
  isMoney,
  sectionOfField,
  stepWord,
  unitMark,
  unitWord,
  type Explanation,
  type Given,
  type Unit,
} from "@ridgebook/estimating";
import { formatAmount, formatQuantity } from "#features/estimate/format.ts";

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
/** As many figures still read as one line of arithmetic. */
const SHORT_CHAIN = 4;
/** Differences below this are noise of binary fractions, not rounding. */
const NOISE = 1e-9;

type Operation = Exclude<Explanation, Given>["operation"];
type Calculated = Exclude<Explanation, Given>;

const isRounding = (operation: Operation): boolean =>
  operation === "ceil" || operation === "round" || operation === "roundToStep" || operation === "ceilToStep";

const hasInternal = (explanation: Explanation): boolean =>
  explanation.internal === true || (explanation.operation !== "given" && explanation.operands.some(hasInternal));

/* Reading the tree */

/** A part of the tree without the steps that change nothing, under the name that they gave it. */
interface Part {
  readonly of: Explanation;
  readonly label: string | null;
  readonly unit: Unit | null;
}

const isNothing = (explanation: Explanation): boolean => Math.abs(explanation.value) < NOISE;
const isOne = (explanation: Explanation): boolean =>
  explanation.operation === "given" && explanation.value === 1 && explanation.unit === "EA" && !isMoney(explanation);
const isConstantNothing = (explanation: Explanation): boolean =>
  explanation.operation === "given" && explanation.source === undefined && explanation.value === 0;

/** The one operand that a step hands on unchanged: one of a quantity, nothing added, nothing rounded. */
function handedOn({ operation, value, operands }: Calculated): Explanation | undefined {
  const [first, second] = operands;
  if (!first) return undefined;
  if (operation === "figure") return first;
  if (isRounding(operation)) return Math.abs(first.value - value) < NOISE ? first : undefined;
  if (operation === "sum" || operation === "add") {
    const counting = operands.filter((operand) => !isNothing(operand));
    return counting.length > 1 ? undefined : (counting[0] ?? first);
  }
  if (!second) return undefined;
  if (operation === "subtract") return isNothing(second) ? first : undefined;
  if (operation === "multiply") return isOne(second) ? first : isOne(first) ? second : undefined;
  if (operation === "max" && isConstantNothing(first)) return second.value >= 0 ? second : undefined;
  // Without interest a dollar a month is worth its months.
  if (operation === "annuity") return isNothing(first) ? second : undefined;
  return undefined;
}

function read(explanation: Explanation): Part {
  let of = explanation;
  let label: string | null = null;
  let unit: Unit | null = null;
  while (of.operation !== "given" && !additionOf(of)) {
    label ??= of.label ?? null;
    unit ??= of.unit ?? null;
    const next = handedOn(of);
    if (!next) break;
    // One of something costs what it costs: its name says what the price is of.
    if (of.operation === "multiply") label ??= of.operands.find((operand) => operand !== next)?.label ?? null;
    of = next;
  }
  return { of, label, unit };
}

/** A part of a hundred that is added: "with 10 % waste", "with 15 % margin". */
interface Addition {
  readonly percent: number;
  readonly of: Given;
}

/** Reads what formulas state as 1 + percent / 100, and totals as 1 + fraction. */
function additionOf(explanation: Explanation): Addition | undefined {
  if (explanation.operation !== "add") return undefined;
  const [one, share] = explanation.operands;
  if (one?.operation !== "given" || one.value !== 1 || one.source || !share) return undefined;
  if (share.operation === "given")
    return share.measure === "fraction" ? { percent: share.value * 100, of: share } : undefined;
  const [percent, hundred] = share.operation === "divide" ? share.operands : [];
  return percent?.operation === "given" && percent.unit === "%" && hundred?.value === 100
    ? { percent: percent.value, of: percent }
    : undefined;
}

const isLeaf = ({ of }: Part): boolean => of.operation === "given" || additionOf(of) !== undefined;

interface Term {
  readonly operator: "+" | "−" | "×" | "÷";
  readonly part: Part;
}

type ChainKind = "sum" | "product";

function chainKindOf({ of }: Part): ChainKind | null {
  if (additionOf(of)) return null;
  switch (of.operation) {
    case "add":
    case "subtract":
    case "sum":
      return "sum";
    case "multiply":
    case "divide":
      return "product";
    default:
      return null;
  }
}

const OPPOSITE = { "+": "−", "−": "+", "×": "÷", "÷": "×" } as const;
const SIGNS: Partial<Record<Operation, Term["operator"]>> = { subtract: "−", multiply: "×", divide: "÷" };

/** The terms of one chain: nested sums without a name of their own run on in it, and so do products. */
function termsOf(part: Part, kind: ChainKind): readonly Term[] {
  const { of } = part;
  if (of.operation === "given") return [];
  const sign = SIGNS[of.operation] ?? "+";
  const terms = of.operands.flatMap((operand, index): readonly Term[] => {
    const inner = read(operand);
    const operator = index > 0 ? sign : kind === "sum" ? "+" : "×";
    const runsOn = inner.label === null && chainKindOf(inner) === kind && of.operation !== "sum";
    if (!runsOn) return [{ operator, part: inner }];
    const isTurned = operator === "−" || operator === "÷";
    return termsOf(inner, kind).map((term) => (isTurned ? { ...term, operator: OPPOSITE[term.operator] } : term));
  });
  if (kind === "sum") {
    const counting = terms.filter((term) => !isNothing(term.part.of));
    return startWith(counting, (term) => term.operator === "+");
  }
  // What was measured comes before the factors that are put to it.
  return startWith(
    terms,
    ({ operator, part: each }) => operator === "×" && isEntered(each.of) && !isMoney(of),
    ({ operator, part: each }) => operator === "×" && each.of.operation !== "given" && !isLeaf(each),
    ({ operator, part: each }) => operator === "×" && !additionOf(each.of),
  );
}

const isEntered = (explanation: Explanation): boolean =>
  explanation.operation === "given" && explanation.source?.kind === "entered";

/** Puts the first term in front that fits the earliest of the wishes. */
function startWith(terms: readonly Term[], ...wishes: readonly ((term: Term) => boolean)[]): readonly Term[] {
  for (const wish of wishes) {
    const index = terms.findIndex(wish);
    const start = terms[index];
    if (start) return [start, ...terms.toSpliced(index, 1)];
  }
  return terms;
}

/* Words */

const FACTOR = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 4 });
const CONVERSION = new Intl.NumberFormat("en-US", { maximumFractionDigits: 4 });
const CENTS_AND_TENTHS = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 3 });
const ORDINALS = { 1: "first", 2: "second", 3: "third" } as const;

const percentText = (percent: number): string => `${formatQuantity(percent)} %`;
const isWholeCents = (dollars: number): boolean => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6;

/** A fraction divided by a plain number: the interest of a month. */
const isPartOfFraction = (of: Explanation): boolean => {
  if (of.operation !== "divide") return false;
  const [first, second] = of.operands;
  return (
    first?.operation === "given" && first.measure === "fraction" && second?.operation === "given" && !second.measure
  );
};

function textOf(of: Explanation): string {
  if (additionOf(of) || of.operation === "annuity") return FACTOR.format(of.value);
  if (of.operation === "given" && of.measure === "fraction") return percentText(of.value * 100);
  if (isPartOfFraction(of)) return `${CONVERSION.format(of.value * 100)} %`;
  // A discount is kept at three decimals until its total is rounded.
  if (isMoney(of))
    return isWholeCents(of.value) ? formatAmount(of.value) : CENTS_AND_TENTHS.format(of.value).replace("-", "−");
  if (of.operation !== "given") return formatQuantity(of.value);
  return of.unit === "%" ? percentText(of.value) : CONVERSION.format(of.value).replace("-", "−");
}

const sectionName = (fieldId: string): string | null => sectionOfField(fieldId)?.name ?? null;
const joined = (...parts: readonly (string | false | null | undefined)[]): string | null =>
  parts.filter(Boolean).join(" · ") || null;

/** The engine calls a price "Labor price, Gutter 5 in": which of the four amounts, and of what. */
function namesOfPrice({ label }: Given): { amount: string; thing: string } {
  const comma = label.indexOf(", ");
  return comma < 0 ? { amount: label, thing: label } : { amount: label.slice(0, comma), thing: label.slice(comma + 2) };
}

/** "Membrane area": inside its row a field is just called Area. */
function fullLabel(fieldId: string, label: string): string {
  const parent = findField(findField(fieldId)?.parentId ?? "");
  return parent ? `${parent.label} ${label.toLowerCase()}` : label;
}

/** What a figure of a form is called where its row is out of sight. */
export const fullLabelOfGiven = ({ label, source }: Given): string =>
  source?.kind === "entered" ? fullLabel(source.fieldId, label) : label;

/** @param isSummand Among other prices, what it is the price of says more than which amount it is. */
function wordsOfGiven(given: Given, isSummand: boolean): Pick<TapeLine, "label" | "source"> {
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

/** The chain that a rounded amount comes from: cents are no step worth a name. */
function unrounded(part: Part): Part {
  const { of, label, unit } = part;
  const operand = of.operation === "round" ? of.operands[0] : undefined;
  if (!operand) return part;
  const inner = read(operand);
  return { of: inner.of, label: label ?? inner.label, unit: unit ?? inner.unit };
}

/** What a line without a name of its own is about: the discount of a percent, the price of a quantity. */
function nameOfProduct(part: Part): string | null {
  const product = unrounded(part);
  if (chainKindOf(product) !== "product") return null;
  const terms = termsOf(product, "product");
  const givens = terms.flatMap(({ part: { of } }) => (of.operation === "given" ? [of] : []));
  const share = givens.find(({ measure }) => measure === "fraction");
  if (share) return `${share.label} ${percentText(share.value * 100)}`;
  const price = givens.find(isMoney);
  if (price) return namesOfPrice(price).amount;
  const named = terms.find(({ part: { of, label } }) => isMoney(of) && label !== null);
  return named?.part.label ?? givens.find(isEntered)?.label ?? null;
}

/** "22 SQ × 220.00": a chain of single figures. Null for one that is longer or has chains inside. */
function shortText(part: Part): string | null {
  const chain = unrounded(part);
  const leaf = leafText(chain);
  if (leaf !== null) return leaf;
  const kind = chainKindOf(chain);
  return kind && termsOf(chain, kind).every((term) => isLeaf(term.part)) ? flatText(chain, kind) : null;
}

/** The figures of a chain with what they do, whatever they themselves were made of. Null for more than a few. */
function flatText(part: Part, kind: ChainKind): string | null {
  const terms = termsOf(part, kind);
  if (terms.length > SHORT_CHAIN) return null;
  return terms
    .map(({ operator, part: each }, index) => {
      const text = leafText(each) ?? textOf(each.of);
      return index === 0 ? text : `${operator} ${text}`;
    })
    .join(" ");
}

function leafText(part: Part): string | null {
  const { of } = part;
  if (!isLeaf(part)) return null;
  const unit = of.operation === "given" && of.unit && of.unit !== "EA" && of.unit !== "%" ? ` ${of.unit}` : "";
  return `${textOf(of)}${unit}`;
}

/* The tape */

interface Writing {
  readonly depth: number;
  /** What the answer counts, for the words of a division. */
  readonly answerUnit: Unit | null;
}

const shownUnit = (unit: Unit | null | undefined): Unit | null => (unit && unit !== "EA" && unit !== "%" ? unit : null);

function lineOf(operator: TapeOperator, part: Part, kind: ChainKind, writing: Writing): TapeLine {
  const { of } = part;
  const addition = additionOf(of);
  const line = {
    operator,
    value: of.value,
    text: textOf(of),
    unit: shownUnit(part.unit ?? (of.operation === "given" && !isMoney(of) ? of.unit : null)),
    isResult: false,
    isInternal: hasInternal(of),
    depth: writing.depth,
    inner: [],
  };
  if (addition) {
    const { source, label, measure } = addition.of;
    const name = measure === "fraction" ? label.toLowerCase() : "waste";
    const section =
      source?.kind === "entered" ? sectionName(source.fieldId) : source?.kind === "priceBook" ? "Price book" : null;
    return {
      ...line,
      label: `with ${percentText(addition.percent)} ${name}`,
      source: measure === "fraction" ? null : joined(section, label),
    };
  }
  if (of.operation === "given") {
    const words = wordsOfGiven(of, kind === "sum");
    // "Window type Double hung for 36 x 60 in" says more than "Window type Double hung".
    const name = part.label !== null && words.label.startsWith(part.label) ? words.label : part.label;
    return { ...line, source: words.source, label: name ?? conversionLabel(of, operator, writing) ?? words.label };
  }
  const label = part.label ?? nameOfProduct(part) ?? (of.operation === "annuity" ? WORTH : "");
  const chain = unrounded(part);
  const innerKind = chainKindOf(chain);
  const short = shortText(part);
  // Prices that are added up each have a name worth reading; a product says it all in its figures.
  if (short !== null && (innerKind !== "sum" || !isMoney(of))) return { ...line, label, source: short };
  const isTold = innerKind === "sum" && isMoney(of);
  return {
    ...line,
    label,
    source: innerKind && !isTold ? flatText(chain, innerKind) : of.operation === "annuity" ? loanText(of) : null,
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
  if (isLeaf(first) || whole.of.operation === "sum") return false;
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
  const shown = kind === "sum" && !begins ? fold(lines, writing, isMoney(part.of)) : lines;
  return [...shown, resultLine(part, kind, writing)];
}

/** What a chain measures: a sum of one unit keeps it, and so does what only waste is added to. */
function unitOfChain(part: Part, kind: ChainKind): Unit | null {
  if (isMoney(part.of)) return null;
  const counted = termsOf(part, kind).filter(({ part: { of } }) => kind === "sum" || additionOf(of) === undefined);
  if (kind === "product" && counted.length !== 1) return null;
  const units = counted.map(({ part: { of, unit } }) => unit ?? (of.operation === "given" ? (of.unit ?? null) : null));
  const [unit = null] = units;
  return units.every((each) => each === unit) ? unit : null;
}

function resultLine(part: Part, kind: ChainKind, writing: Writing): TapeLine {
  const additions = termsOf(part, kind).flatMap(({ part: { of } }) => additionOf(of) ?? []);
  const hasWaste = kind === "product" && additions.some(({ of }) => of.measure !== "fraction");
  return {
    operator: "=",
    value: part.of.value,
    text: textOf(part.of),
    unit: shownUnit(part.unit ?? unitOfChain(part, kind)),
    label: part.label ?? (hasWaste ? "with waste" : ""),
    source: null,
    isResult: true,
    isInternal: hasInternal(part.of),
    depth: writing.depth,
    inner: [],
  };
}

function roundingWords({ operation, precision = 1, base }: Calculated, unit: Unit | null): string {
  const word = unitWord(unit ?? undefined, 1);
  if (operation === "ceil") return "Sold whole, so rounded up once, at the end";
  if (operation === "round") return precision === 2 ? "Rounded to cents" : "Rounded to three decimals";
  const step = stepWord(precision, base);
  const of = word === "" || step !== "third" ? "" : ` of a ${word}`;
  return operation === "ceilToStep" ? `Rounded up to the next ${step}${of}` : `Rounded to the nearest ${step}${of}`;
}

function writeRounding(part: Part, of: Calculated, writing: Writing): readonly TapeLine[] {
  const [operand] = of.operands;
  if (!operand) return [];
  const before = write(read(operand), writing);
  const last = before.at(-1);
  const rounded = {
    value: of.value,
    text: textOf(of),
    label: part.label ?? "",
    source: roundingWords(of, part.unit),
    isResult: true,
  };
  // An amount is written in cents from the start.
  if (of.operation === "round" && last?.operator === "=")
    return [...before.slice(0, -1), { ...last, ...rounded, label: rounded.label || last.label }];
  // The line stands above what counts: the rounded number.
  return [
    ...before.slice(0, -1),
    ...(last ? [{ ...last, isResult: false }] : []),
    {
      ...rounded,
      operator: of.operation === "ceil" || of.operation === "ceilToStep" ? "↑" : "≈",
      unit: shownUnit(part.unit),
      isInternal: hasInternal(of),
      depth: writing.depth,
      inner: [],
    },
  ];
}

function writeLarger(part: Part, of: Calculated, writing: Writing): readonly TapeLine[] {
  const lines = of.operands.map((operand, index) => lineOf(index === 0 ? "" : "or", read(operand), "sum", writing));
  return [...lines, { ...resultLine(part, "sum", writing), source: "The larger of the two" }];
}

const WORTH = "today's worth of 1.00 a month";
const RATE = new Intl.NumberFormat("en-US", { maximumFractionDigits: 8 });

/** "120 months at 0.8325 %" */
function loanText({ operands: [rate, months] }: Calculated): string | null {
  return rate && months ? `${textOf(months)} months at ${textOf(read(rate).of)}` : null;
}

/** Interest of a month and months, and how a dollar a month is worth less the later it comes. */
function writeAnnuity(part: Part, of: Calculated, writing: Writing): readonly TapeLine[] {
  const [rate, months] = of.operands;
  if (!rate || !months) return [];
  const growth = `(1 − ${RATE.format(1 + rate.value)} ^ −${textOf(months)}) ÷ ${RATE.format(rate.value)}`;
  return [
    ...write(read(rate), writing).map((line): TapeLine => ({ ...line, isResult: false })),
    lineOf("", read(months), "product", writing),
    { ...resultLine({ ...part, label: part.label ?? WORTH }, "product", writing), source: growth },
  ];
}

function write(part: Part, writing: Writing): readonly TapeLine[] {
  const { of } = part;
  if (of.operation === "given" || isLeaf(part)) {
    const line = lineOf("", { ...part, label: null, unit: null }, "product", writing);
    if (part.label === null || part.label === line.label) return [line];
    const result = { operator: "=", label: part.label, unit: shownUnit(part.unit) ?? line.unit } as const;
    return [line, { ...line, ...result, source: null, isResult: true }];
  }
  // Nothing to count, or nothing to divide by: its name says which.
  if (of.operands.length === 0) return [{ ...resultLine(part, "sum", writing), operator: "" }];
  const kind = chainKindOf(part);
  if (kind) return writeChain(part, kind, writing);
  if (of.operation === "annuity") return writeAnnuity(part, of, writing);
  return of.operation === "max" ? writeLarger(part, of, writing) : writeRounding(part, of, writing);
}

/** A figure as it is printed, a percent as the fraction that it is. */
function printedValue(text: string): number {
  const value = Number(text.replace("−", "-").replaceAll(/[^\d.-]/g, ""));
  return text.endsWith("%") ? value / 100 : value;
}

/** Half of the last decimal that is printed: so much may be cut off. */
const cutOff = (text: string): number => 0.5 * 10 ** -(/\.(\d+)/.exec(text)?.[1]?.length ?? 0) + NOISE;

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
  const part = read(explanation);
  const lines = withTrueResults(write(part, { depth: 0, answerUnit: part.unit }));
  const last = lines.at(-1);
  // Binary noise of the steps in between never reaches the number that was asked about.
  return last ? [...lines.slice(0, -1), { ...last, value: explanation.value }] : lines;
}

/** "81 BND", "$1,258.34": the number itself, as it is read. */
export function tapeAnswer(explanation: Explanation): string {
  const { of, unit } = read(explanation);
  const text = isMoney(of) ? textOf(of).replace(/^−?/, (minus) => `${minus}$`) : textOf(of);
  return [text, unitMark(shownUnit(unit) ?? "", of.value)].filter(Boolean).join(" ");
}

const LONGEST_SENTENCE = 7;

/** "(80 FT + 66 FT) ÷ 10, rounded up = 15 PC": the chain as one sentence; null where nothing was worked out, or far too much. */
export function tapeSentence(explanation: Explanation): string | null {
  const part = read(explanation);
  const { of } = part;
  if (isLeaf(part) || of.operation === "given") return null;
  const [operand] = isRounding(of.operation) ? of.operands : [];
  const chain = operand ? read(operand) : part;
  const kind = chainKindOf(chain);
  const text = sentenceText(chain, { left: LONGEST_SENTENCE }) ?? (kind && flatText(chain, kind));
  if (text === null) return null;
  return `${text}${roundedWord(of)} = ${tapeAnswer(explanation)}`;
}

/** What has to be said between a chain and its number, which it does not equal. Amounts are told in cents, as everybody expects. */
function roundedWord({ operation }: Calculated): string {
  if (operation === "ceil" || operation === "ceilToStep") return ", rounded up";
  return operation === "roundToStep" ? ", rounded" : "";
}

/** A chain with what is nested in brackets; `left` counts the figures that may still be told. */
function sentenceText(part: Part, room: { left: number }): string | null {
  const leaf = leafText(part);
  if (leaf !== null) {
    room.left -= 1;
    return room.left < 0 ? null : leaf;
  }
  if (part.of.operation === "annuity") {
    room.left -= 1;
    return room.left < 0 ? null : textOf(part.of);
  }
  const kind = chainKindOf(part);
  if (!kind) {
    const [operand] = part.of.operation === "given" || part.of.operation === "max" ? [] : part.of.operands;
    return operand ? sentenceText(read(operand), room) : null;
  }
  let text = "";
  for (const [index, { operator, part: each }] of termsOf(part, kind).entries()) {
    const inner = sentenceText(each, room);
    if (inner === null) return null;
    // Products in a sum need no brackets; a sum in a product does.
    const told = chainKindOf(unrounded(each)) === "sum" ? `(${inner})` : inner;
    text = index === 0 ? told : `${text} ${operator} ${told}`;
  }
  return text;
}
