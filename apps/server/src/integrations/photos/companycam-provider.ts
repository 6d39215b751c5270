import type { RehearsalFault } from "@ridgebook/contract";
import type { HttpCall } from "#egress/http-call.ts";
import type { Provider } from "#integrations/connection/provider.ts";
import { createOauthSite, type StorageClient } from "#integrations/storage/oauth-site.ts";

/** CompanyCam's addresses, and our client there. */
export interface CompanyCamSiteSettings extends StorageClient {
  readonly consentUrl: string;
  readonly tokenUrl: string;
  readonly revokeUrl: string;
  /** Without a trailing slash. */
  readonly apiUrl: string;
}

const COMPANYCAM_ADDRESSES = {
  consentUrl: "https://app.companycam.com/oauth/authorize",
  tokenUrl: "https://app.companycam.com/oauth/token",
  revokeUrl: "https://app.companycam.com/oauth/revoke",
  apiUrl: "https://api.companycam.com/v2",
} as const;

/** The path of the redirect from the consent page. Registered there; never changes. */
const REDIRECT_PATH = "/config/photo-integration";
const SCOPE = "read";

/** The demo stand-in, known only to the program that starts the server. */
export interface CompanyCamRehearsal extends CompanyCamSiteSettings {
  readonly faults: readonly RehearsalFault[];
  setFaults(faults: readonly RehearsalFault[]): void;
}

/** CompanyCam's limit is 240 read calls a minute per token. Pictures on its other host count too. */
const LIMIT = { atOnce: 80, perMinute: 150 };

export function createCompanyCamProvider({
  settings,
  rehearsal,
  calls,
  ...parts
}: {
  /** Undefined if not configured. */
  settings: StorageClient | CompanyCamSiteSettings | undefined;
  /** Undefined without a demo. */
  rehearsal: CompanyCamRehearsal | undefined;
  /** Only the demo may be on this machine. */
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
    // Each lead's link shows whether it has photos.
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
