import { PROVIDERS } from "@ridgebook/contract";
import type { HttpCallReply } from "#egress/http-call.ts";
import {
  ProviderFailure,
  sitesOf,
  type Provider,
  type ProviderParts,
  type Rehearsal,
} from "#integrations/connection/provider.ts";
import { createOauthSite, type StorageClient } from "#integrations/storage/oauth-site.ts";

/** Microsoft's addresses, and our client there. */
export interface MicrosoftSiteSettings extends StorageClient {
  /** The identity platform with the tenant, without a trailing slash. */
  readonly authorityUrl: string;
  /** Graph with its version, without a trailing slash. */
  readonly apiUrl: string;
}

const MICROSOFT_ADDRESSES = {
  authorityUrl: "https://login.microsoftonline.com/common",
  apiUrl: "https://graph.microsoft.com/v1.0",
} as const;

/** Addresses of another Microsoft, such as a stand-in, all under one base. */
export const microsoftAddressesAt = (url: string): Record<keyof typeof MICROSOFT_ADDRESSES, string> => ({
  authorityUrl: `${url}/common`,
  apiUrl: `${url}/v1.0`,
});

const FILES_SCOPE = "Files.ReadWrite.All";

export type MicrosoftRehearsal = MicrosoftSiteSettings & Rehearsal;

const LIMIT = { atOnce: 40, perMinute: 600 };

/** Graph uses statuses that normally mean an outage for a full drive and unsupported requests (reference 4.2). */
function failureOfMicrosoft({ status }: HttpCallReply): ProviderFailure | undefined {
  if (status === 507) return new ProviderFailure("storageFull");
  return status === 501 || status === 405 ? new ProviderFailure("refused") : undefined;
}

export const createMicrosoftProvider = (
  parts: ProviderParts<StorageClient | MicrosoftSiteSettings, MicrosoftRehearsal>,
): Provider => ({
  id: "microsoft",
  name: "OneDrive",
  limit: LIMIT,
  settings: {
    connected: { fileStorageService: PROVIDERS.microsoft },
    disconnected: { fileStorageService: PROVIDERS.none },
  },
  replaces: [{ id: "google", name: "Google Drive" }],
  ...sitesOf(parts, (given, site) => {
    const settings = { ...MICROSOFT_ADDRESSES, ...given };
    return createOauthSite(
      {
        ...settings,
        filesScope: FILES_SCOPE,
        lastsSeconds: 3_600,
        failureOf: failureOfMicrosoft,
        consentUrl: `${settings.authorityUrl}/oauth2/v2.0/authorize`,
        tokenUrl: `${settings.authorityUrl}/oauth2/v2.0/token`,
        consent: {
          scope: `offline_access openid profile User.Read ${FILES_SCOPE} Sites.Read.All`,
          response_mode: "query",
          prompt: "select_account",
        },
      },
      site,
    );
  }),
});
