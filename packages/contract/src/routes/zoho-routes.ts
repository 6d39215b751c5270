import { z } from "zod";
import { REHEARSAL_FAULTS } from "#entities/connection.ts";
import { externalCrmUser, zohoConsent, zohoLeadState, zohoMapping, zohoSync } from "#entities/zoho.ts";
import { companyIdInText, leadIdInText } from "#ids.ts";
import { connectionRoutes } from "./connection-routes.ts";
import { defineRoutes } from "./define-routes.ts";
import { activeQuery } from "./queries.ts";

const PATH = "/api/zohointegration";
const zoho = connectionRoutes(PATH, { name: "Zoho CRM", faults: REHEARSAL_FAULTS.length });

/** The routes of the CRM (3.§7), and our own. */
export const zohoRoutes = defineRoutes({
  enableZoho: {
    ...zoho.account,
    path: `${PATH}/oauth-enable`,
    summary: "Where to give the permission for Zoho CRM; of a connected company, its connection.",
  },
  getZohoAccount: zoho.account,
  connectZoho: {
    ...zoho.connect,
    summary: "Ends what the consent page began, and begins to read the leads.",
    body: zohoConsent,
  },
  refreshZohoAccount: zoho.refresh,
  keepZohoDomain: {
    method: "POST",
    path: `${PATH}/org-domain-name`,
    summary: "Reads the organization's domain name from Zoho and keeps it with the settings, with the market.",
    access: "companyAdmin",
    reply: z.object({ zohoOrganizationDomainName: z.string(), zohoMarketLocation: z.string() }),
    problems: ["providerFailed"],
  },
  resetZohoWebhookToken: {
    method: "POST",
    path: `${PATH}/reset-webhook-token`,
    summary: "Makes a new token for what Zoho posts; the former one ends at once.",
    access: "companyAdmin",
    reply: z.object({ token: z.string() }),
    problems: [],
  },
  refreshZohoUsers: {
    method: "POST",
    path: `${PATH}/refresh-users`,
    summary: "Reads the users of Zoho again. False where Zoho does not answer.",
    access: "companyAdmin",
    reply: z.boolean(),
    problems: [],
  },
  refreshZohoLeads: {
    method: "POST",
    path: `${PATH}/refresh-leads`,
    summary: "Begins to read all leads of Zoho again. False where the company is not connected.",
    access: "companyAdmin",
    reply: z.boolean(),
    problems: [],
  },
  clearZohoCache: zoho.clearCache,
  disconnectZoho: zoho.disconnect,
  setZohoRehearsal: zoho.rehearse,
  getZohoSync: {
    method: "GET",
    path: `${PATH}/sync`,
    summary: "How far the leads of Zoho are, which fields are mapped, and what was not passed on.",
    access: "companyAdmin",
    reply: zohoSync,
    problems: [],
  },
  getZohoLead: {
    method: "GET",
    path: `${PATH}/leads/:id`,
    summary: "Where Zoho shows a lead, and what of it was not passed on (ours).",
    access: "companyUser",
    params: z.object({ id: leadIdInText }),
    reply: zohoLeadState,
    problems: ["notFound"],
  },
  saveZohoMapping: {
    method: "POST",
    path: `${PATH}/mapping`,
    summary: "Chooses the fields of Zoho that hold what it has no usual field for, and reads the leads again.",
    access: "companyAdmin",
    body: zohoMapping,
    reply: zohoSync,
    problems: [],
  },
  settleZohoFinding: {
    method: "POST",
    path: `${PATH}/settle`,
    summary: "Decides about a field that both sides changed, or lets go of a lead that was deleted in Zoho.",
    access: "companyAdmin",
    body: z.strictObject({
      zohoId: z.string().regex(/^\d{1,30}$/, "Name a record of Zoho."),
      field: z.string().max(50),
      keep: z.enum(["here", "there"], "Keep what is here or there."),
    }),
    reply: zohoSync,
    problems: ["notFound"],
  },
  receiveZohoEvent: {
    method: "POST",
    path: `${PATH}/events/:companyId`,
    summary:
      "Takes in what Zoho posts when leads change. The records are read again; nothing of the event is believed, and one that is too long is found by the list of changes.",
    access: "anyone",
    params: z.object({ companyId: companyIdInText }),
    body: z.looseObject({
      token: z.string().max(200),
      ids: z.array(z.string().max(20).regex(/^\d+$/)).max(200).default([]),
    }),
    reply: z.void(),
    problems: ["notFound"],
  },
  listZohoUsers: {
    method: "GET",
    path: "/api/zohousers",
    summary: "The users of Zoho, with who of them works here. Empty where Zoho does not answer.",
    access: "companyAdmin",
    query: z.object({ active: activeQuery }),
    reply: z.array(externalCrmUser),
    problems: [],
  },
});
