import { sitesOf, type Provider, type ProviderParts, type Rehearsal } from "#integrations/connection/provider.ts";
import { createZohoSite, type ZohoSiteSettings } from "./zoho-site.ts";

/** `baseUrl` is the address of all its data centers. */
export type ZohoRehearsal = ZohoSiteSettings & Rehearsal & { readonly baseUrl: string };

export const createZohoProvider = (parts: ProviderParts<ZohoSiteSettings, ZohoRehearsal>): Provider => ({
  id: "zoho",
  name: "Zoho CRM",
  // Zoho counts credits per day, 50,000 and more; its concurrency limit is not documented for each edition.
  limit: { atOnce: 20, perMinute: 100 },
  endsOneAlone: true,
  settings: { connected: { zohoIntegrationEnabled: true }, disconnected: { zohoIntegrationEnabled: false } },
  ...sitesOf(parts, createZohoSite),
});
