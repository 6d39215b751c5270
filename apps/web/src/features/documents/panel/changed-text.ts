import { formatMoney } from "@ridgebook/documents";

/** "Contract 2026-0514-K7QD was signed at another price: the estimate is $241.12 higher now." `change` in dollars, not 0. */
export const changedText = ({ number, change }: { number: string; change: number }): string => {
  const contract = ["Contract", number].filter((part) => part !== "").join(" ");
  const way = change > 0 ? "higher" : "lower";
  return `${contract} was signed at another price: the estimate is ${formatMoney(Math.abs(change))} ${way} now.`;
};
