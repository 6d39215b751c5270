import { z } from "zod";
import { companyId } from "#ids.ts";
import { requiredText } from "#rules/text.ts";

/** A contractor's company: one tenant of the installation (1.§3). */
export const company = z.object({ id: companyId, name: z.string(), active: z.boolean() });
export type Company = z.infer<typeof company>;

export const companyInput = z.strictObject({
  name: requiredText({ field: "Company name", max: 200 }),
  active: z.boolean("Active must be true or false.").default(true),
});
export type CompanyInput = z.infer<typeof companyInput>;

/** How much a company uses, for super admins. */
export const companyFigures = z.object({
  companyId,
  /** Active users, invited ones among them. */
  users: z.number().int(),
  leads: z.number().int(),
  /** When a lead was last changed, or somebody signed in; null for never. */
  lastActivityTime: z.iso.datetime().nullable(),
  /** What its files take. */
  fileBytes: z.number().int(),
});
export type CompanyFigures = z.infer<typeof companyFigures>;
