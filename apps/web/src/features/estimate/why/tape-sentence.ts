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

/* A number and its chain in one line of text. */

/** "81 BND", "$1,258.34": the number itself, as it is read. */
export function tapeAnswer(explanation: Explanation): string {
  const { node, unit } = skipNoOps(explanation);
  const text = isMoney(node) ? textOf(node).replace(/^−?/, (minus) => `${minus}$`) : textOf(node);
  return [text, unitMark(shownUnit(unit) ?? "", node.value)].filter(Boolean).join(" ");
}

const LONGEST_SENTENCE = 7;

/** "(80 FT + 66 FT) ÷ 10, rounded up = 15 PC": the chain as one sentence; null where nothing was worked out, or far too much. */
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

/** What has to be said between a chain and its number, which it does not equal. Amounts are told in cents, as everybody expects. */
function roundedWord({ operation }: ExplanationStep): string {
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
    // Products in a sum need no brackets; a sum in a product does.
    const told = chainKindOf(unrounded(each)) === "sum" ? `(${inner})` : inner;
    text = index === 0 ? told : `${text} ${operator} ${told}`;
  }
  return text;
}
