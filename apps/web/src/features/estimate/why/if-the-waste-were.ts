import { findField, replay, type Explanation, type FieldId, type Given } from "@ridgebook/estimating";
import { tapeAnswer } from "#features/estimate/why/tape-sentence.ts";

/** What cuts and edges usually take, in percent; what is entered stands among them. */
const USUAL_PERCENTS = [5, 10, 15, 20];
const WASTE_PROPERTY = "wasteFactorForMaterial";

interface WasteChoice {
  readonly percent: number;
  /** What the number would be: "23 SQ". */
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

/** The field of the waste that a number begins with; null where there is none, or where it is that of several rows. */
export function wasteFieldOf(explanation: Explanation): FieldId | null {
  const wastes = wastesIn(explanation);
  const [first] = wastes;
  if (first?.source?.kind !== "entered" || wastes.some(({ value }) => value !== first.value)) return null;
  return first.source.fieldId;
}

/**
 * What a number would be with more or less waste (look.md, "Why"): the same chain, replayed by the engine.
 *
 * @param allows whether a percent can be entered
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
