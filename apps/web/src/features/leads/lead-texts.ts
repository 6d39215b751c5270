import { leadName, LOCALE, type LeadFields } from "@ridgebook/contract";

/** A lead's display name; never empty, so that a CRM's nameless lead can be opened. */
export const leadTitle = (lead: Pick<LeadFields, "firstName" | "lastName" | "company">): string =>
  leadName(lead) || "Lead without a name";

/** "1847 Maple Ridge Dr, Portage": enough to identify the house in a list. */
export const shortAddress = ({ street, city }: Pick<LeadFields, "street" | "city">): string =>
  [street, city].filter(Boolean).join(", ");

/** The company, if the title is a person's name. */
export const companyBeside = (lead: Pick<LeadFields, "firstName" | "lastName" | "company">): string =>
  leadTitle(lead) === lead.company ? "" : lead.company;

/** "Roofing, Siding"; a CRM's single type if no workflow was chosen. */
export const projectText = ({ projectTypes, projectType }: Pick<LeadFields, "projectTypes" | "projectType">): string =>
  projectTypes.length > 0 ? projectTypes.join(", ") : projectType;

const amounts = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** "33,364.52" */
export const totalText = (dollars: number): string => amounts.format(dollars);
