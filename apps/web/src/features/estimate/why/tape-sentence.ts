import { isMoney, unitMark, type Explanation } from "@ridgebook/estimating";
import {
  chainKindOf,
  isLeaf,
  isRounding,
  read,
  termsOf,
  unrounded,
  type Calculated,
  type Part,
} from "#features/estimate/why/explanation-chains.ts";
import { flatText, leafText, shownUnit, textOf } from "#features/estimate/why/tape-words.ts";

/* A number and its chain in one line of text. */

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
