import { isMoney, type Explanation, type Given, type Unit } from "@ridgebook/estimating";

/*
 * An explanation's tree, read as chains: one run of sums or of products at a time, without the steps that change nothing.
 */

/** Differences below this are noise of binary fractions, not rounding. */
export const NOISE = 1e-9;

export type Operation = Exclude<Explanation, Given>["operation"];
export type Calculated = Exclude<Explanation, Given>;

export const isRounding = (operation: Operation): boolean =>
  operation === "ceil" || operation === "round" || operation === "roundToStep" || operation === "ceilToStep";

/** Whether it is a cost or a margin, or made of one. */
export const hasInternal = (explanation: Explanation): boolean =>
  explanation.internal === true || (explanation.operation !== "given" && explanation.operands.some(hasInternal));

/** A part of the tree without the steps that change nothing, under the name that they gave it. */
export interface Part {
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

/** What an explanation comes to once the steps that hand their number on are left out. */
export function read(explanation: Explanation): Part {
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
export function additionOf(explanation: Explanation): Addition | undefined {
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

export const isLeaf = ({ of }: Part): boolean => of.operation === "given" || additionOf(of) !== undefined;

export interface Term {
  readonly operator: "+" | "−" | "×" | "÷";
  readonly part: Part;
}

export type ChainKind = "sum" | "product";

/** Whether a part is worked out by sums or by products; null of single figures and of roundings. */
export function chainKindOf({ of }: Part): ChainKind | null {
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
export function termsOf(part: Part, kind: ChainKind): readonly Term[] {
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

export const isEntered = (explanation: Explanation): boolean =>
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

/** The chain that a rounded amount comes from: cents are no step worth a name. */
export function unrounded(part: Part): Part {
  const { of, label, unit } = part;
  const operand = of.operation === "round" ? of.operands[0] : undefined;
  if (!operand) return part;
  const inner = read(operand);
  return { of: inner.of, label: label ?? inner.label, unit: unit ?? inner.unit };
}
