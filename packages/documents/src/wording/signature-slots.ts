import { fullName, type SignatureKey } from "@ridgebook/contract";
import type { SignatureSlot } from "#model/document-model.ts";
import type { DocumentSource } from "#model/document-source.ts";
import { companyName } from "./document-frame.ts";

const OWNER_KEYS: readonly SignatureKey[] = ["customer", "customer2"];

const ELECTRONIC = "My electronic signature has the same force as one on paper.";

/**
 * The signers of a homeowner's paper: up to two owners, then the salesperson for the company. All of them must sign.
 *
 * @param agreed what they agree to, after "I have read this contract"
 */
export function signatureSlots(
  { settings, salesperson }: Pick<DocumentSource, "settings" | "salesperson">,
  { names, paper, owner, company }: { names: readonly string[]; paper: string; owner: string; company: string },
): SignatureSlot[] {
  const named = names.filter((name) => name.trim() !== "").slice(0, OWNER_KEYS.length);
  const owners = (named.length > 0 ? named : [""]).flatMap((name, index): SignatureSlot[] => {
    const key = OWNER_KEYS[index];
    if (!key) return [];
    return [{ key, name, role: "Owner", consent: `I have read this ${paper}. ${owner} ${ELECTRONIC}`, required: true }];
  });
  const name = companyName(settings);
  return [
    ...owners,
    {
      key: "salesperson",
      name: fullName(salesperson),
      role: name === "" ? "For the contractor" : `For ${name}`,
      consent: `${company} ${ELECTRONIC}`,
      required: true,
    },
  ];
}
