import { isMoney, unitMark, type Explanation } from "@ridgebook/estimating";
import {
  chainKindOf,
  isLeaf,
  isRounding,
  skipNoOps,
  termsOf,
  unrounded,
  type ExplanationStep,
  type Part,
} from "#features/estimate/why/explanation-chains.ts";
import { flatText, leafText, shownUnit, textOf } from "#features/estimate/why/tape-words.ts";

/** The explained number: "81 BND", "$1,258.34". */
export function tapeAnswer(explanation: Explanation): string {
  const { node, unit } = skipNoOps(explanation);
  const text = isMoney(node) ? textOf(node).replace(/^−?/, (minus) => `${minus}$`) : textOf(node);
  return [text, unitMark(shownUnit(unit) ?? "", node.value)].filter(Boolean).join(" ");
}

const LONGEST_SENTENCE = 7;

/** The chain as one sentence: "(80 FT + 66 FT) ÷ 10, rounded up = 15 PC"; null if nothing was calculated, or far too much. */
export function tapeSentence(explanation: Explanation): string | null {
  const part = skipNoOps(explanation);
  const { node } = part;
  if (isLeaf(part) || node.operation === "given") return null;
  const [operand] = isRounding(node.operation) ? node.operands : [];
  const chain = operand ? skipNoOps(operand) : part;
  const kind = chainKindOf(chain);
  const text = sentenceText(chain, { left: LONGEST_SENTENCE }) ?? (kind && flatText(chain, kind));
  if (text === null) return null;
  return `${text}${roundedWord(node)} = ${tapeAnswer(explanation)}`;
}

/** The words between a chain and a number that it does not exactly equal. Rounding to cents needs none. */
function roundedWord({ operation }: ExplanationStep): string {
  if (operation === "ceil" || operation === "ceilToStep") return ", rounded up";
  return operation === "roundToStep" ? ", rounded" : "";
}

/** A chain with nested ones in parentheses; `left` is the number of figures that may follow. */
function sentenceText(part: Part, room: { left: number }): string | null {
  const leaf = leafText(part);
  if (leaf !== null) {
    room.left -= 1;
    return room.left < 0 ? null : leaf;
  }
  if (part.node.operation === "annuity") {
    room.left -= 1;
    return room.left < 0 ? null : textOf(part.node);
  }
  const kind = chainKindOf(part);
  if (!kind) {
    const [operand] = part.node.operation === "given" || part.node.operation === "max" ? [] : part.node.operands;
    return operand ? sentenceText(skipNoOps(operand), room) : null;
  }
  let text = "";
  for (const [index, { operator, part: each }] of termsOf(part, kind).entries()) {
    const inner = sentenceText(each, room);
    if (inner === null) return null;
    // Only sums need parentheses.
    const told = chainKindOf(unrounded(each)) === "sum" ? `(${inner})` : inner;
    text = index === 0 ? told : `${text} ${operator} ${told}`;
  }
  return text;
}
