import { isolatedText } from "@ridgebook/contract";
import { unitMark, type PackageAttribute, type PackageCell } from "@ridgebook/estimating";
import { formatQuantity, NOTHING } from "#features/estimate/format.ts";

/** A package's value in a row: "Synthetic, 10 SQ roll · 3 RL", "22 SQ", "6 to choose from"; an en dash if empty. */
export function attributeText(
  { choice, quantity, offered }: PackageCell,
  { unit }: Pick<PackageAttribute, "unit">,
): string {
  const measured =
    quantity === null ? null : `${formatQuantity(quantity)}${unit === "EA" ? "" : ` ${unitMark(unit, quantity)}`}`;
  if (choice !== null) return measured === null ? choice : isolatedText(`${choice} · ${measured}`);
  if (offered !== null) return `${formatQuantity(offered)} to choose from`;
  return measured ?? NOTHING;
}
