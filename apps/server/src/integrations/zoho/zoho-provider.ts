import type { RehearsalFault } from "@ridgebook/contract";
import type { HttpCall } from "#egress/http-call.ts";
import type { Provider } from "#integrations/connection/provider.ts";
import { createZohoSite, type ZohoSiteSettings } from "./zoho-site.ts";

/** The demo stand-in of Zoho, known only to the program that starts the server. */
export interface ZohoRehearsal extends ZohoSiteSettings {
  /** One address for all data centers. */
  readonly baseUrl: string;
  readonly faults: readonly RehearsalFault[];
  setFaults(faults: readonly RehearsalFault[]): void;
}

/** Zoho counts credits per day, 50,000 and more; its concurrency limit is not documented for each edition. */
const LIMIT = { atOnce: 20, perMinute: 100 };

export function createZohoProvider({
  settings,
  rehearsal,
  calls,
  ...parts
}: {
  /** Undefined if not configured. */
  settings: ZohoSiteSettings | undefined;
  /** Undefined without a demo. */
  rehearsal: ZohoRehearsal | undefined;
  /** Only the demo may be on this machine. */
  calls: { site: HttpCall; rehearsal: HttpCall };
  publicUrl: string;
  now: () => Date;
}): Provider {
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
    rehearsal: rehearsal && {
      ...createZohoSite({ ...rehearsal, ...parts, isRehearsal: true, call: calls.rehearsal }),
      get faults() {
        return rehearsal.faults;
      },
      setFaults: (faults) => rehearsal.setFaults(faults),
    },
  };
}
