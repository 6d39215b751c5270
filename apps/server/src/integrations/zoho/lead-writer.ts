import type { Lead, LeadFields, LeadId } from "@ridgebook/contract";
import type { CompanyScope } from "#database/company-scope.ts";

/** What Zoho knows a lead and its owner by. */
export interface LeadReferences {
  readonly externalId: string | null;
  readonly userExternalId: string | null;
}

/** How leads are written: as a change of a device is, with revision, author and the company's webhooks. */
export interface LeadWriter {
  /** In the order they were given. `createdTime` is when the CRM got them, where it says so; never later than now. */
  create(
    scope: CompanyScope,
    leads: readonly (LeadFields & LeadReferences & { readonly createdTime: Date | undefined })[],
  ): Promise<Lead[]>;
  /** Held until the transaction ends. */
  hold(scope: CompanyScope, ids: readonly LeadId[]): Promise<Lead[]>;
  /** Of a lead that is held. */
  change(
    scope: CompanyScope,
    lead: Lead,
    change: { values: Partial<LeadFields>; references: Partial<LeadReferences> },
  ): Promise<Lead>;
  findByExternalId(scope: CompanyScope, externalIds: readonly string[]): Promise<Map<string, LeadId>>;
}
