import { findField, replay, type Explanation, type FieldId, type Given } from "@ridgebook/estimating";
import { tapeAnswer } from "#features/estimate/why/tape-sentence.ts";

/** Usual waste percentages; the entered one is added. */
const USUAL_PERCENTS = [5, 10, 15, 20];
const WASTE_PROPERTY = "wasteFactorForMaterial";

interface WasteChoice {
  readonly percent: number;
  /** The resulting number: "23 SQ". */
  readonly answer: string;
  readonly isEntered: boolean;
}

const isWaste = (explanation: Explanation): explanation is Given =>
  explanation.operation === "given" &&
  explanation.source?.kind === "entered" &&
  findField(explanation.source.fieldId)?.property === WASTE_PROPERTY;

const wastesIn = (explanation: Explanation): readonly Given[] =>
  explanation.operation === "given"
    ? [explanation].filter(isWaste)
    : explanation.operands.flatMap((operand) => wastesIn(operand));

function withWaste(explanation: Explanation, percent: number): Explanation {
  if (explanation.operation === "given") return isWaste(explanation) ? { ...explanation, value: percent } : explanation;
  const changed = { ...explanation, operands: explanation.operands.map((operand) => withWaste(operand, percent)) };
  return { ...changed, value: replay(changed) };
}

/** The waste field that a number depends on; null without one, or if several rows have their own. */
export function wasteFieldOf(explanation: Explanation): FieldId | null {
  const wastes = wastesIn(explanation);
  const [first] = wastes;
  if (first?.source?.kind !== "entered" || wastes.some(({ value }) => value !== first.value)) return null;
  return first.source.fieldId;
}

/**
 * What a number would be with other waste percentages (look.md, "Why"); the engine recalculates its explanation.
 *
 * @param allows whether a percentage may be entered
 */
export function ifTheWasteWere(explanation: Explanation, allows: (percent: number) => boolean): readonly WasteChoice[] {
  const [entered] = wastesIn(explanation);
  if (!entered) return [];
  return [...new Set([...USUAL_PERCENTS.filter(allows), entered.value])]
    .sort((one, other) => one - other)
    .map((percent) => ({
      percent,
      answer: tapeAnswer(withWaste(explanation, percent)),
      isEntered: percent === entered.value,
    }));
}
