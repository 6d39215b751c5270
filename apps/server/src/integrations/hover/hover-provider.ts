import { sitesOf, type Provider, type ProviderParts, type Rehearsal } from "#integrations/connection/provider.ts";
import { createHoverSite, type HoverSiteSettings } from "./hover-site.ts";

export type HoverRehearsal = HoverSiteSettings & Rehearsal;

export const createHoverProvider = (parts: ProviderParts<HoverSiteSettings, HoverRehearsal>): Provider => ({
  id: "hover",
  name: "Hover",
  // Hover's limit is 120 calls a minute and 7,200 an hour per application.
  limit: { atOnce: 30, perMinute: 90 },
  settings: { connected: { hoverIntegrationEnabled: true }, disconnected: { hoverIntegrationEnabled: false } },
  ...sitesOf(parts, createHoverSite),
});
