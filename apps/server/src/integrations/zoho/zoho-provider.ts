import type { RehearsalFault } from "@ridgebook/contract";
import type { HttpCall } from "#egress/http-call.ts";
import type { Provider } from "#integrations/connection/provider.ts";
import { createZohoSite, type ZohoSiteSettings } from "./zoho-site.ts";

/** The demo stand-in of Zoho, which only the program that starts the server knows. */
export interface ZohoRehearsal extends ZohoSiteSettings {
  /** One address holds all its data centers. */
  readonly baseUrl: string;
  readonly faults: readonly RehearsalFault[];
  setFaults(faults: readonly RehearsalFault[]): void;
}

/** Zoho counts credits by the day, 50,000 and more; the limit of calls at once is not documented for each edition. */
const LIMIT = { atOnce: 20, perMinute: 100 };

export function createZohoProvider({
  settings,
  rehearsal,
  calls,
  ...parts
}: {
  /** Undefined where the operator has set none. */
  settings: ZohoSiteSettings | undefined;
  /** Undefined where there is no demo. */
  rehearsal: ZohoRehearsal | undefined;
  /** How each is reached: only the demo may be on this machine. */
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
