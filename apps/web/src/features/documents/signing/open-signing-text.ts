import type { SignatureSlot } from "@ridgebook/documents";
import { signedNames, type TakenSignatures } from "#features/documents/signing/taken-signature.ts";
import { listText } from "#ui/counted-text.ts";

/** "Contract 2026-0514-K7QDMA: 1 of 3 signed. Karen Whitfield has signed; Tom Whitfield and Dana Mercer sign later." */
export function openSigningText({
  paper,
  slots,
  taken,
}: {
  paper: string;
  slots: readonly Pick<SignatureSlot, "key" | "name" | "role">[];
  taken: TakenSignatures;
}): string {
  const open = slots.filter(({ key }) => !taken[key]).map(({ name, role }) => name || role);
  const count = `${paper}: ${String(slots.length - open.length)} of ${String(slots.length)} signed.`;
  if (open.length === 0) return `${count} It is not finished yet.`;
  const names = listText(open);
  return `${count} ${signedNames(slots, taken)} signed; ${names} ${open.length === 1 ? "signs" : "sign"} later.`;
}
