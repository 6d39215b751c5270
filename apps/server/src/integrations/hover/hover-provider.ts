import { rehearsalAt, type Provider, type ProviderParts, type Rehearsal } from "#integrations/connection/provider.ts";
import { createHoverSite, type HoverSiteSettings } from "./hover-site.ts";

export type HoverRehearsal = HoverSiteSettings & Rehearsal;

/** Hover's limit is 120 calls a minute and 7,200 an hour per application. */
const LIMIT = { atOnce: 30, perMinute: 90 };

export function createHoverProvider({
  settings,
  rehearsal,
  calls,
  ...parts
}: ProviderParts<HoverSiteSettings, HoverRehearsal>): Provider {
  return {
    id: "hover",
    name: "Hover",
    limit: LIMIT,
    settings: { connected: { hoverIntegrationEnabled: true }, disconnected: { hoverIntegrationEnabled: false } },
    site: settings && createHoverSite({ ...settings, ...parts, isRehearsal: false, call: calls.site }),
    rehearsal:
      rehearsal &&
      rehearsalAt(createHoverSite({ ...rehearsal, ...parts, isRehearsal: true, call: calls.rehearsal }), rehearsal),
  };
}
