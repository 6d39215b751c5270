import { isSigned, paperTitle } from "@ridgebook/contract";
import { listText } from "#ui/counted-text.ts";

type Paper = Parameters<typeof paperTitle>[0] & Parameters<typeof isSigned>[0];

/**
 * Why a lead cannot be deleted: its signed papers by kind and number, else its estimates by name. Undefined if nothing on this device
 * prevents it.
 */
export function whyLeadIsKept(
  name: string,
  { papers, estimates }: { papers: readonly Paper[]; estimates: readonly { readonly name: string }[] },
): string | undefined {
  const signed = papers.filter(isSigned).map(paperTitle);
  if (signed.length > 0)
    return `${name} cannot be deleted: ${listText(signed)} ${signed.length > 1 ? "are" : "is"} signed.`;
  if (estimates.length === 0) return undefined;
  const isOne = estimates.length === 1;
  const named = listText(estimates.map((estimate) => `“${estimate.name}”`));
  return `${name} cannot be deleted: it has the estimate${isOne ? "" : "s"} ${named}. Delete ${isOne ? "that" : "them"} first.`;
}
