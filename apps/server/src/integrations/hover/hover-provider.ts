import type { RehearsalFault } from "@ridgebook/contract";
import type { HttpCall } from "#egress/http-call.ts";
import type { Provider } from "#integrations/connection/provider.ts";
import { createHoverSite, type HoverSiteSettings } from "./hover-site.ts";

/** The demo stand-in of Hover, known only to the program that starts the server. */
export interface HoverRehearsal extends HoverSiteSettings {
  readonly faults: readonly RehearsalFault[];
  setFaults(faults: readonly RehearsalFault[]): void;
}

/** Hover's limit is 120 calls a minute and 7,200 an hour per application. */
const LIMIT = { atOnce: 30, perMinute: 90 };

export function createHoverProvider({
  settings,
  rehearsal,
  calls,
  ...parts
}: {
  /** Undefined if not configured. */
  settings: HoverSiteSettings | undefined;
  /** Undefined without a demo. */
  rehearsal: HoverRehearsal | undefined;
  /** Only the demo may be on this machine. */
  calls: { site: HttpCall; rehearsal: HttpCall };
  publicUrl: string;
  now: () => Date;
}): Provider {
  return {
    id: "hover",
    name: "Hover",
    limit: LIMIT,
    settings: { connected: { hoverIntegrationEnabled: true }, disconnected: { hoverIntegrationEnabled: false } },
    site: settings && createHoverSite({ ...settings, ...parts, isRehearsal: false, call: calls.site }),
    rehearsal: rehearsal && {
      ...createHoverSite({ ...rehearsal, ...parts, isRehearsal: true, call: calls.rehearsal }),
      get faults() {
        return rehearsal.faults;
      },
      setFaults: (faults) => rehearsal.setFaults(faults),
    },
  };
}
