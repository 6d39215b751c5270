import type { Company, CompanyId } from "@ridgebook/contract";

/** What the page for choosing a company does: ask, continue with the chosen one, or choose the only one. */
type CompanyChoice = { kind: "ask" } | { kind: "goOn" } | { kind: "choose"; companyId: CompanyId };

/**
 * `select=true` always asks, and so does an invitation. Otherwise nothing is asked of a user who has chosen already, or has only one company to
 * choose from (1.§2, OP-61).
 */
export function companyChoice({
  select,
  companyId,
  companies,
  isInvited,
}: {
  select: string | undefined;
  companyId: CompanyId | null;
  companies: readonly Company[];
  /** Whether an invitation waits for an answer. */
  isInvited: boolean;
}): CompanyChoice {
  if (select === "true" || isInvited) return { kind: "ask" };
  if (companyId !== null) return { kind: "goOn" };
  const [only, ...others] = companies;
  return only && others.length === 0 ? { kind: "choose", companyId: only.id } : { kind: "ask" };
}
