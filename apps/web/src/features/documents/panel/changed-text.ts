import { formatMoney } from "@ridgebook/documents";

/**
 * "Contract 2026-0514-K7QD was signed at another price: the estimate is $241.12 higher now." `change` in dollars; 0 if only lines differ.
 */
export const changedText = ({ number, change }: { number: string; change: number }): string => {
  const contract = ["Contract", number].filter((part) => part !== "").join(" ");
  if (change === 0) return `${contract} was signed with other lines, at the same price.`;
  const way = change > 0 ? "higher" : "lower";
  return `${contract} was signed at another price: the estimate is ${formatMoney(Math.abs(change))} ${way} now.`;
};
