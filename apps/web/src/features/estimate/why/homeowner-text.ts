import type { Explanation, Given } from "@ridgebook/estimating";
import { isMoney, unitWord } from "@ridgebook/estimating";
import { formatMoney, formatQuantity, formatSquareFeet } from "#features/estimate/format.ts";
import { tapeLines, type TapeLine } from "#features/estimate/why/tape-lines.ts";
import { fullLabelOfGiven } from "#features/estimate/why/tape-words.ts";

/** More figures would be too many for a sentence. */
const MOST_FIGURES = 4;

/**
 * An explanation for homeowners as a sentence: what was measured, what is added for cuts, and the result. Uses the same chain as the tape,
 * reduced to what homeowners may see (`homeownerView`).
 */
export const homeownerText = (seen: Explanation): string => (isMoney(seen) ? priceText(seen) : quantityText(seen));

type Calculated = Exclude<Explanation, Given>;

const lower = (label: string): string =>
  /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
const upper = (label: string): string => label.charAt(0).toUpperCase() + label.slice(1);

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1) ?? ""}`;

const givensOf = (explanation: Explanation): readonly Given[] =>
  explanation.operation === "given" ? [explanation] : explanation.operands.flatMap(givensOf);

function quantityText(seen: Explanation): string {
  const lines = tapeLines(seen);
  const entered = givensOf(seen).filter(({ source, value }) => source?.kind === "entered" && value !== 0);
  const measured = measuresOf(entered.filter(({ unit }) => unit !== "%"));
  const waste = entered.find(({ unit }) => unit === "%" && entered.length > 1);
  const result = `${roundedText(lines)}${countText(lines.at(-1), seen.value)}`;
  const tail = waste
    ? `With ${formatQuantity(waste.value)} % for cuts and edges, that makes ${result}.`
    : `That makes ${result}.`;
  return measured === null ? upper(`${result}.`) : `${measured} ${tail}`;
}

/** "2,695, rounded up to ", which precedes the result; "" without a final rounding. */
function roundedText(lines: readonly TapeLine[]): string {
  const [before, last] = lines.slice(-2);
  if (!before || !last || (last.operator !== "↑" && last.operator !== "≈") || before.text === last.text) return "";
  const text = last.unit === "SQ" ? formatSquareFeet(before.value) : before.text;
  return `${text}, rounded ${last.value > before.value ? "up " : ""}to `;
}

function measuresOf(givens: readonly Given[]): string | null {
  const byLabel = new Map<string, { total: number; unit: Given["unit"] }>();
  for (const given of givens) {
    const label = fullLabelOfGiven(given);
    byLabel.set(label, { total: (byLabel.get(label)?.total ?? 0) + given.value, unit: given.unit });
  }
  if (byLabel.size === 0 || byLabel.size > MOST_FIGURES) return null;
  const told = [...byLabel].map(([label, { total, unit }]) => {
    const amount = [formatQuantity(total), unitWord(unit, total)].filter(Boolean).join(" ");
    return `${lower(label)} is ${unit === "SQ" ? `${formatSquareFeet(total)} square feet` : amount}`;
  });
  return `${upper(listed(told))}.`;
}

function countText(line: TapeLine | undefined, value: number): string {
  if (!line) return formatQuantity(value);
  if (line.unit === "SQ") {
    const area = `${formatSquareFeet(value)} square feet`;
    return line.label === "" || /\bsquares?\b/i.test(line.label) ? area : `${area} of ${lower(line.label)}`;
  }
  const word = unitWord(line.unit ?? undefined, value);
  const label = lower(line.label);
  if (label === "" || (word !== "" && label.includes(word))) return [line.text, word].filter(Boolean).join(" ");
  return word === "" ? `${line.text} for ${label}` : `${line.text} ${word} of ${label}`;
}

/** "120 payments of $241.05 a month pay $18,250.75, at 9.99 % a year." Null without a loan. */
function loanText(seen: Explanation): string | null {
  const divided = firstOf(seen, ({ operation, operands: [, by] }) => operation === "divide" && isAnnuity(by));
  const [principal, worth] = divided?.operands ?? [];
  if (!principal || !worth || !isAnnuity(worth)) return null;
  const [rate, months] = worth.operands;
  const year = rate && givensOf(rate).find(({ measure }) => measure === "fraction");
  if (!year || !months) return null;
  const count = `${formatQuantity(months.value)} ${months.value === 1 ? "payment" : "payments"}`;
  return `${count} of ${formatMoney(seen.value)} a month pay ${formatMoney(principal.value)}, at ${formatQuantity(year.value * 100)} % a year.`;
}

const isAnnuity = (of: Explanation | undefined): of is Calculated => of?.operation === "annuity";

function firstOf(seen: Explanation, isWanted: (of: Calculated) => boolean): Calculated | undefined {
  if (seen.operation === "given") return undefined;
  return isWanted(seen)
    ? seen
    : seen.operands.map((each) => firstOf(each, isWanted)).find((each) => each !== undefined);
}

function priceText(seen: Explanation): string {
  const loan = loanText(seen);
  if (loan !== null) return loan;
  const lines = tapeLines(seen);
  const last = lines.at(-1);
  const total = formatMoney(seen.value);
  const quantities = givensOf(seen).filter(
    ({ source, measure, value, unit }) => source?.kind === "entered" && !measure && !(value === 1 && unit === "EA"),
  );
  const [quantity] = quantities;
  const isOneThing = new Set(quantities.map(({ value, label }) => `${label} ${String(value)}`)).size === 1;
  if (quantity && isOneThing) {
    const count = [formatQuantity(quantity.value), unitWord(quantity.unit, quantity.value)].filter(Boolean).join(" ");
    return `${upper(quantity.label)}: ${count} for ${total}.`;
  }
  const parts = lines.slice(0, -1).filter(({ operator }) => operator === "" || operator === "+" || operator === "−");
  const told = parts.map(({ operator, label, value }) =>
    `${operator === "−" ? "less " : ""}${lower(label)} ${formatMoney(Math.abs(value))}`.trim(),
  );
  const isProduct = lines.some(({ operator }) => operator === "×" || operator === "÷");
  if (isProduct || parts.length < 2 || parts.length > MOST_FIGURES || parts.some(({ label }) => label === ""))
    return `${last?.label || "Everything together"} comes to ${total}.`;
  return `${upper(told.join(", "))}: that makes ${total}.`;
}
