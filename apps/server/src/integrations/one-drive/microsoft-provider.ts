import { PROVIDERS, type RehearsalFault } from "@ridgebook/contract";
import type { HttpCall, HttpCallReply } from "#egress/http-call.ts";
import { ProviderFailure, type Provider } from "#integrations/connection/provider.ts";
import { createOauthSite, type StorageClient } from "#integrations/storage/oauth-site.ts";

/** Where Microsoft is reached, and as which application. */
export interface MicrosoftSiteSettings extends StorageClient {
  /** Of the identity platform, with the tenant, without a slash at the end. */
  readonly authorityUrl: string;
  /** Of Graph with its version, without a slash at the end. */
  readonly apiUrl: string;
}

const MICROSOFT_ADDRESSES = {
  authorityUrl: "https://login.microsoftonline.com/common",
  apiUrl: "https://graph.microsoft.com/v1.0",
} as const;

/** Where another Microsoft is, such as a stand-in, which has everything at one address. */
export const microsoftAddressesAt = (url: string): Record<keyof typeof MICROSOFT_ADDRESSES, string> => ({
  authorityUrl: `${url}/common`,
  apiUrl: `${url}/v1.0`,
});

const FILES_SCOPE = "Files.ReadWrite.All";

/** The demo stand-in of Microsoft, which only the program that starts the server knows. */
export interface MicrosoftRehearsal extends MicrosoftSiteSettings {
  readonly faults: readonly RehearsalFault[];
  setFaults(faults: readonly RehearsalFault[]): void;
}

const LIMIT = { atOnce: 40, perMinute: 600 };

/** A full drive, and what Graph never does, come with statuses that otherwise mean an outage (reference 4.2). */
function failureOfMicrosoft({ status }: HttpCallReply): ProviderFailure | undefined {
  if (status === 507) return new ProviderFailure("storageFull");
  return status === 501 || status === 405 ? new ProviderFailure("refused") : undefined;
}

export function createMicrosoftProvider({
  settings,
  rehearsal,
  calls,
  ...parts
}: {
  /** Undefined where the operator has set none. */
  settings: StorageClient | MicrosoftSiteSettings | undefined;
  /** Undefined where there is no demo. */
  rehearsal: MicrosoftRehearsal | undefined;
  /** How each is reached: only the demo may be on this machine. */
  calls: { site: HttpCall; rehearsal: HttpCall };
  publicUrl: string;
  now: () => Date;
}): Provider {
  const siteAt = (given: MicrosoftSiteSettings, { isRehearsal, call }: { isRehearsal: boolean; call: HttpCall }) =>
    createOauthSite({
      ...{ ...given, ...parts, isRehearsal, call, filesScope: FILES_SCOPE, lastsSeconds: 3_600 },
      consentUrl: `${given.authorityUrl}/oauth2/v2.0/authorize`,
      tokenUrl: `${given.authorityUrl}/oauth2/v2.0/token`,
      consent: {
        scope: `offline_access openid profile User.Read ${FILES_SCOPE} Sites.Read.All`,
        ...{ response_mode: "query", prompt: "select_account" },
      },
      failureOf: failureOfMicrosoft,
    });
  return {
    id: "microsoft",
    name: "OneDrive",
    limit: LIMIT,
    settings: {
      connected: { fileStorageService: PROVIDERS.microsoft },
      disconnected: { fileStorageService: PROVIDERS.none },
    },
    replaces: [{ id: "google", name: "Google Drive" }],
    site: settings && siteAt({ ...MICROSOFT_ADDRESSES, ...settings }, { isRehearsal: false, call: calls.site }),
    rehearsal: rehearsal && {
      ...siteAt(rehearsal, { isRehearsal: true, call: calls.rehearsal }),
      get faults() {
        return rehearsal.faults;
      },
      setFaults: (faults) => rehearsal.setFaults(faults),
    },
  };
}
