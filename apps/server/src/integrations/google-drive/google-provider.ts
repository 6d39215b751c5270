import { PROVIDERS } from "@ridgebook/contract";
import { z } from "zod";
import type { HttpCallReply } from "#egress/http-call.ts";
import {
  ProviderFailure,
  sitesOf,
  type Provider,
  type ProviderParts,
  type Rehearsal,
} from "#integrations/connection/provider.ts";
import { readRetryAfter } from "#integrations/connection/read-reply.ts";
import { createOauthSite, type StorageClient } from "#integrations/storage/oauth-site.ts";

/** Google's addresses, and our client there. */
export interface GoogleSiteSettings extends StorageClient {
  readonly consentUrl: string;
  readonly tokenUrl: string;
  readonly revokeUrl: string;
  /** Without a trailing slash. */
  readonly apiUrl: string;
  readonly pickerUrl: string;
}

export const GOOGLE_ADDRESSES = {
  consentUrl: "https://accounts.google.com/o/oauth2/v2/auth",
  tokenUrl: "https://oauth2.googleapis.com/token",
  revokeUrl: "https://oauth2.googleapis.com/revoke",
  apiUrl: "https://www.googleapis.com",
  pickerUrl: "https://apis.google.com/js/api.js",
} as const;

/** Addresses of another Google, such as a stand-in, all under one base. */
export const googleAddressesAt = (url: string): Record<keyof typeof GOOGLE_ADDRESSES, string> => ({
  consentUrl: `${url}/o/oauth2/v2/auth`,
  tokenUrl: `${url}/token`,
  revokeUrl: `${url}/revoke`,
  apiUrl: url,
  pickerUrl: `${url}/js/api.js`,
});

/** The smaller `drive.file` does not cover templates and folders that people enter as a link. */
const GOOGLE_SCOPE = "https://www.googleapis.com/auth/drive";

/** The picker's scope, limited to files that people choose in it. */
export const GOOGLE_PICKER_SCOPE = `${GOOGLE_SCOPE}.file`;

export type GoogleRehearsal = GoogleSiteSettings & Rehearsal;

/** Far below Google's 12,000 calls a minute per account. */
const LIMIT = { atOnce: 40, perMinute: 600 };

const errorBody = z.looseObject({
  error: z.looseObject({ errors: z.array(z.looseObject({ reason: z.string() })).min(1) }),
});
const RATE_REASONS = ["dailyLimitExceeded", "userRateLimitExceeded", "rateLimitExceeded", "sharingRateLimitExceeded"];
const FULL_REASONS = ["storageQuotaExceeded", "numChildrenInNonRootLimitExceeded", "activeItemCreationLimitExceeded"];

/** Google uses 403 for rate limits and a full storage as well as for missing permissions (reference 3.5). */
function failureOfGoogle({ status, headers, body }: HttpCallReply, now: Date): ProviderFailure | undefined {
  if (status !== 403) return undefined;
  try {
    const [first] = errorBody.parse(JSON.parse(body.toString("utf8"))).error.errors;
    const reason = first?.reason ?? "";
    if (RATE_REASONS.includes(reason))
      return new ProviderFailure("tooManyCalls", { waitMs: readRetryAfter(headers["retry-after"], now) });
    if (reason === "exportSizeLimitExceeded") return new ProviderFailure("tooLarge");
    return FULL_REASONS.includes(reason) ? new ProviderFailure("storageFull") : undefined;
  } catch {
    return undefined;
  }
}

export const createGoogleProvider = (
  parts: ProviderParts<StorageClient | GoogleSiteSettings, GoogleRehearsal>,
): Provider => ({
  id: "google",
  name: "Google Drive",
  limit: LIMIT,
  settings: {
    connected: { fileStorageService: PROVIDERS.google },
    disconnected: { fileStorageService: PROVIDERS.none },
  },
  replaces: [{ id: "microsoft", name: "OneDrive" }],
  ...sitesOf(parts, (given, site) => {
    const settings = { ...GOOGLE_ADDRESSES, ...given, filesScope: GOOGLE_SCOPE, lastsSeconds: 3_599 };
    // Without these, a second consent brings no refresh token.
    const consent = { access_type: "offline", prompt: "consent" };
    const scope = `openid email ${GOOGLE_SCOPE} ${GOOGLE_PICKER_SCOPE}`;
    const failureOf = (reply: HttpCallReply) => failureOfGoogle(reply, site.now());
    return createOauthSite({ ...settings, consent: { scope, ...consent }, failureOf }, site);
  }),
});
