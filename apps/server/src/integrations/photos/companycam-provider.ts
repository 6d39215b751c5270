import { sitesOf, type Provider, type ProviderParts, type Rehearsal } from "#integrations/connection/provider.ts";
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

export type CompanyCamRehearsal = CompanyCamSiteSettings & Rehearsal;

export const createCompanyCamProvider = (
  parts: ProviderParts<StorageClient | CompanyCamSiteSettings, CompanyCamRehearsal>,
): Provider => ({
  id: "companycam",
  name: "CompanyCam",
  // CompanyCam's limit is 240 read calls a minute per token. Pictures on its other host count too.
  limit: { atOnce: 80, perMinute: 150 },
  // Each lead's link shows whether it has photos.
  settings: { connected: {}, disconnected: {} },
  ...sitesOf(parts, (given, site) => {
    const settings = { ...COMPANYCAM_ADDRESSES, ...given, filesScope: SCOPE, lastsSeconds: 7_200 };
    return createOauthSite({ ...settings, redirectPath: REDIRECT_PATH, consent: { scope: SCOPE } }, site);
  }),
});
