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

/** A company's usage, for super admins. */
export const companyFigures = z.object({
  companyId,
  /** Active users, including invited ones. */
  users: z.number().int(),
  leads: z.number().int(),
  /** When a lead was last changed, or someone signed in; null for never. */
  lastActivityTime: z.iso.datetime().nullable(),
  /** The size of its files. */
  fileBytes: z.number().int(),
});
export type CompanyFigures = z.infer<typeof companyFigures>;
