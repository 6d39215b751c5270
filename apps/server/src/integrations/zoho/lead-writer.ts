import type { Lead, LeadFields, LeadId } from "@ridgebook/contract";
import type { CompanyScope } from "#database/company-scope.ts";

/** Zoho's ids of a lead and its owner. */
export interface LeadReferences {
  readonly externalId: string | null;
  readonly userExternalId: string | null;
}

/** Writes leads like a device's change, with revision, author and the company's webhooks. */
export interface LeadWriter {
  /** In the given order. `createdTime` is the CRM's, if known; never later than now. */
  create(
    scope: CompanyScope,
    leads: readonly (LeadFields & LeadReferences & { readonly createdTime: Date | undefined })[],
  ): Promise<Lead[]>;
  /** Locked until the transaction ends. */
  hold(scope: CompanyScope, ids: readonly LeadId[]): Promise<Lead[]>;
  change(
    scope: CompanyScope,
    lead: Lead,
    change: { values: Partial<LeadFields>; references: Partial<LeadReferences> },
  ): Promise<Lead>;
  findByExternalId(scope: CompanyScope, externalIds: readonly string[]): Promise<Map<string, LeadId>>;
}
