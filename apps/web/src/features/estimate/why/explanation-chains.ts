import { isMoney, type Explanation, type Given, type Unit } from "@ridgebook/estimating";

/* Reads an explanation's tree as chains: one run of sums or products at a time, without steps that change nothing. */

/** Smaller differences are floating-point errors, not rounding. */
export const EPSILON = 1e-9;

export type Operation = Exclude<Explanation, Given>["operation"];
export type ExplanationStep = Exclude<Explanation, Given>;

export const isRounding = (operation: Operation): boolean =>
  operation === "ceil" || operation === "round" || operation === "roundToStep" || operation === "ceilToStep";

/** Whether the explanation contains a cost or a margin. */
export const hasInternal = (explanation: Explanation): boolean =>
  explanation.internal === true || (explanation.operation !== "given" && explanation.operands.some(hasInternal));

/** A part of the tree without steps that change nothing, with the label they gave it. */
export interface Part {
  readonly node: Explanation;
  readonly label: string | null;
  readonly unit: Unit | null;
}

const isZero = (explanation: Explanation): boolean => Math.abs(explanation.value) < EPSILON;
const isOne = (explanation: Explanation): boolean =>
  explanation.operation === "given" && explanation.value === 1 && explanation.unit === "EA" && !isMoney(explanation);
const isZeroConstant = (explanation: Explanation): boolean =>
  explanation.operation === "given" && explanation.source === undefined && explanation.value === 0;

/** The operand that a step returns unchanged: times 1, plus nothing, or a rounding without effect. */
function passThroughOperand({ operation, value, operands }: ExplanationStep): Explanation | undefined {
  const [first, second] = operands;
  if (!first) return undefined;
  if (operation === "figure") return first;
  if (isRounding(operation)) return Math.abs(first.value - value) < EPSILON ? first : undefined;
  if (operation === "sum" || operation === "add") {
    const nonZero = operands.filter((operand) => !isZero(operand));
    return nonZero.length > 1 ? undefined : (nonZero[0] ?? first);
  }
  if (!second) return undefined;
  if (operation === "subtract") return isZero(second) ? first : undefined;
  if (operation === "multiply") return isOne(second) ? first : isOne(first) ? second : undefined;
  if (operation === "max" && isZeroConstant(first)) return second.value >= 0 ? second : undefined;
  // At 0 % interest the annuity factor is the number of months.
  if (operation === "annuity") return isZero(first) ? second : undefined;
  return undefined;
}

/** Skips steps that change nothing. */
export function skipNoOps(explanation: Explanation): Part {
  let node = explanation;
  let label: string | null = null;
  let unit: Unit | null = null;
  while (node.operation !== "given" && !increaseOf(node)) {
    label ??= node.label ?? null;
    unit ??= node.unit ?? null;
    const next = passThroughOperand(node);
    if (!next) break;
    // A quantity of 1 is left out, but its label says what the price is for.
    if (node.operation === "multiply") label ??= node.operands.find((operand) => operand !== next)?.label ?? null;
    node = next;
  }
  return { node, label, unit };
}

/** An added percentage: "with 10 % waste", "with 15 % margin". */
interface PercentIncrease {
  readonly percent: number;
  readonly node: Given;
}

/** Recognizes both forms: 1 + percent / 100 in formulas, and 1 + fraction in totals. */
export function increaseOf(explanation: Explanation): PercentIncrease | undefined {
  if (explanation.operation !== "add") return undefined;
  const [one, share] = explanation.operands;
  if (one?.operation !== "given" || one.value !== 1 || one.source || !share) return undefined;
  if (share.operation === "given")
    return share.measure === "fraction" ? { percent: share.value * 100, node: share } : undefined;
  const [percent, hundred] = share.operation === "divide" ? share.operands : [];
  return percent?.operation === "given" && percent.unit === "%" && hundred?.value === 100
    ? { percent: percent.value, node: percent }
    : undefined;
}

export const isLeaf = ({ node }: Part): boolean => node.operation === "given" || increaseOf(node) !== undefined;

export interface Term {
  readonly operator: "+" | "−" | "×" | "÷";
  readonly part: Part;
}

export type ChainKind = "sum" | "product";

/** Whether a part is a chain of sums or of products; null for single figures, roundings and increases. */
export function chainKindOf({ node }: Part): ChainKind | null {
  if (increaseOf(node)) return null;
  switch (node.operation) {
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

/** The terms of a chain, with unnamed nested chains of the same kind flattened. */
export function termsOf(part: Part, kind: ChainKind): readonly Term[] {
  const { node } = part;
  if (node.operation === "given") return [];
  const sign = SIGNS[node.operation] ?? "+";
  const terms = node.operands.flatMap((operand, index): readonly Term[] => {
    const inner = skipNoOps(operand);
    const operator = index > 0 ? sign : kind === "sum" ? "+" : "×";
    // The lines of a "sum" stay separate items.
    const isFlattened = inner.label === null && chainKindOf(inner) === kind && node.operation !== "sum";
    if (!isFlattened) return [{ operator, part: inner }];
    const isInverted = operator === "−" || operator === "÷";
    return termsOf(inner, kind).map((term) => (isInverted ? { ...term, operator: OPPOSITE[term.operator] } : term));
  });
  if (kind === "sum") {
    const nonZero = terms.filter((term) => !isZero(term.part.node));
    return startWith(nonZero, (term) => term.operator === "+");
  }
  // Measured quantities come before their factors.
  return startWith(
    terms,
    ({ operator, part: each }) => operator === "×" && isEntered(each.node) && !isMoney(node),
    ({ operator, part: each }) => operator === "×" && each.node.operation !== "given" && !isLeaf(each),
    ({ operator, part: each }) => operator === "×" && !increaseOf(each.node),
  );
}

export const isEntered = (explanation: Explanation): boolean =>
  explanation.operation === "given" && explanation.source?.kind === "entered";

/** Moves the first term that matches the earliest preference to the front. */
function startWith(terms: readonly Term[], ...preferences: readonly ((term: Term) => boolean)[]): readonly Term[] {
  for (const isPreferred of preferences) {
    const index = terms.findIndex(isPreferred);
    const start = terms[index];
    if (start) return [start, ...terms.toSpliced(index, 1)];
  }
  return terms;
}

/** The chain below a rounding to cents, which is not shown as a step. */
export function unrounded(part: Part): Part {
  const { node, label, unit } = part;
  const operand = node.operation === "round" ? node.operands[0] : undefined;
  if (!operand) return part;
  const inner = skipNoOps(operand);
  return { node: inner.node, label: label ?? inner.label, unit: unit ?? inner.unit };
}
