import { rehearsalAt, type Provider, type ProviderParts, type Rehearsal } from "#integrations/connection/provider.ts";
import { createZohoSite, type ZohoSiteSettings } from "./zoho-site.ts";

/** `baseUrl` is the address of all its data centers. */
export type ZohoRehearsal = ZohoSiteSettings & Rehearsal & { readonly baseUrl: string };

/** Zoho counts credits per day, 50,000 and more; its concurrency limit is not documented for each edition. */
const LIMIT = { atOnce: 20, perMinute: 100 };

export function createZohoProvider({
  settings,
  rehearsal,
  calls,
  ...parts
}: ProviderParts<ZohoSiteSettings, ZohoRehearsal>): Provider {
  return {
    id: "zoho",
    name: "Zoho CRM",
    limit: LIMIT,
    endsOneAlone: true,
    settings: {
      connected: { zohoIntegrationEnabled: true },
      disconnected: { zohoIntegrationEnabled: false },
    },
    site: settings && createZohoSite({ ...settings, ...parts, isRehearsal: false, call: calls.site }),
    rehearsal:
      rehearsal &&
      rehearsalAt(createZohoSite({ ...rehearsal, ...parts, isRehearsal: true, call: calls.rehearsal }), rehearsal),
  };
}
