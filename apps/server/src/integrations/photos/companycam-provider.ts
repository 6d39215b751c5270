import type { RehearsalFault } from "@ridgebook/contract";
import type { HttpCall } from "#egress/http-call.ts";
import type { Provider } from "#integrations/connection/provider.ts";
import { createOauthSite, type StorageClient } from "#integrations/storage/oauth-site.ts";

/** Where CompanyCam is reached, and as which application. */
export interface CompanyCamSiteSettings extends StorageClient {
  readonly consentUrl: string;
  readonly tokenUrl: string;
  readonly revokeUrl: string;
  /** Without a slash at the end. */
  readonly apiUrl: string;
}

const COMPANYCAM_ADDRESSES = {
  consentUrl: "https://app.companycam.com/oauth/authorize",
  tokenUrl: "https://app.companycam.com/oauth/token",
  revokeUrl: "https://app.companycam.com/oauth/revoke",
  apiUrl: "https://api.companycam.com/v2",
} as const;

/** The path of the page on which a person comes back from the consent page. It is registered there, and never changes. */
const REDIRECT_PATH = "/config/photo-integration";
/** Nothing is ever written there. */
const SCOPE = "read";

/** The demo stand-in, which only the program that starts the server knows. */
export interface CompanyCamRehearsal extends CompanyCamSiteSettings {
  readonly faults: readonly RehearsalFault[];
  setFaults(faults: readonly RehearsalFault[]): void;
}

/** CompanyCam takes 240 reading calls a minute of one token. Pictures, which lie on another host, are counted with them. */
const LIMIT = { atOnce: 80, perMinute: 150 };

export function createCompanyCamProvider({
  settings,
  rehearsal,
  calls,
  ...parts
}: {
  /** Undefined where the operator has set none. */
  settings: StorageClient | CompanyCamSiteSettings | undefined;
  /** Undefined where there is no demo. */
  rehearsal: CompanyCamRehearsal | undefined;
  /** How each is reached: only the demo may be on this machine. */
  calls: { site: HttpCall; rehearsal: HttpCall };
  publicUrl: string;
  now: () => Date;
}): Provider {
  const siteAt = (given: CompanyCamSiteSettings, { isRehearsal, call }: { isRehearsal: boolean; call: HttpCall }) =>
    createOauthSite({
      ...{ ...given, ...parts, isRehearsal, call, filesScope: SCOPE, lastsSeconds: 7_200, redirectPath: REDIRECT_PATH },
      consent: { scope: SCOPE },
      failureOf: () => undefined,
    });
  return {
    id: "companycam",
    name: "CompanyCam",
    limit: LIMIT,
    // Each lead's link says for itself whether there is anything to ask for.
    settings: { connected: {}, disconnected: {} },
    site: settings && siteAt({ ...COMPANYCAM_ADDRESSES, ...settings }, { isRehearsal: false, call: calls.site }),
    rehearsal: rehearsal && {
      ...siteAt(rehearsal, { isRehearsal: true, call: calls.rehearsal }),
      get faults() {
        return rehearsal.faults;
      },
      setFaults: (faults) => rehearsal.setFaults(faults),
    },
  };
}
