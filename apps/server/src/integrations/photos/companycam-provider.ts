import type { HttpCall } from "#egress/http-call.ts";
import { rehearsalAt, type Provider, type ProviderParts, type Rehearsal } from "#integrations/connection/provider.ts";
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

/** CompanyCam's limit is 240 read calls a minute per token. Pictures on its other host count too. */
const LIMIT = { atOnce: 80, perMinute: 150 };

export function createCompanyCamProvider({
  settings,
  rehearsal,
  calls,
  ...parts
}: ProviderParts<StorageClient | CompanyCamSiteSettings, CompanyCamRehearsal>): Provider {
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
    rehearsal: rehearsal && rehearsalAt(siteAt(rehearsal, { isRehearsal: true, call: calls.rehearsal }), rehearsal),
  };
}
