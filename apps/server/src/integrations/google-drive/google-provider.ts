import { PROVIDERS, type RehearsalFault } from "@ridgebook/contract";
import { z } from "zod";
import type { HttpCall, HttpCallReply } from "#egress/http-call.ts";
import { ProviderFailure, type Provider } from "#integrations/connection/provider.ts";
import { readRetryAfter } from "#integrations/connection/read-reply.ts";
import { createOauthSite, type StorageClient } from "#integrations/storage/oauth-site.ts";

/** Where Google is reached, and as which application. */
export interface GoogleSiteSettings extends StorageClient {
  readonly consentUrl: string;
  readonly tokenUrl: string;
  readonly revokeUrl: string;
  /** Without a slash at the end. */
  readonly apiUrl: string;
  /** The script of the picker. */
  readonly pickerUrl: string;
}

export const GOOGLE_ADDRESSES = {
  consentUrl: "https://accounts.google.com/o/oauth2/v2/auth",
  tokenUrl: "https://oauth2.googleapis.com/token",
  revokeUrl: "https://oauth2.googleapis.com/revoke",
  apiUrl: "https://www.googleapis.com",
  pickerUrl: "https://apis.google.com/js/api.js",
} as const;

/** Where another Google is, such as a stand-in, which has everything at one address. */
export const googleAddressesAt = (url: string): Record<keyof typeof GOOGLE_ADDRESSES, string> => ({
  consentUrl: `${url}/o/oauth2/v2/auth`,
  tokenUrl: `${url}/token`,
  revokeUrl: `${url}/revoke`,
  apiUrl: url,
  pickerUrl: `${url}/js/api.js`,
});

/** Templates and folders that people name by a link are out of reach of the smaller `drive.file`. */
const GOOGLE_SCOPE = "https://www.googleapis.com/auth/drive";

/** What the picker gets: it opens nothing but the files that people choose there. */
export const GOOGLE_PICKER_SCOPE = `${GOOGLE_SCOPE}.file`;

/** The demo stand-in of Google, which only the program that starts the server knows. */
export interface GoogleRehearsal extends GoogleSiteSettings {
  readonly faults: readonly RehearsalFault[];
  setFaults(faults: readonly RehearsalFault[]): void;
}

/** Far below the 12,000 calls a minute that Google takes of one account. */
const LIMIT = { atOnce: 40, perMinute: 600 };

const errorBody = z.looseObject({
  error: z.looseObject({ errors: z.array(z.looseObject({ reason: z.string() })).min(1) }),
});
const RATE_REASONS = ["dailyLimitExceeded", "userRateLimitExceeded", "rateLimitExceeded", "sharingRateLimitExceeded"];
const FULL_REASONS = ["storageQuotaExceeded", "numChildrenInNonRootLimitExceeded", "activeItemCreationLimitExceeded"];

/** Google says limits and a full storage with 403, as it says what is not allowed (reference 3.5). */
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

export function createGoogleProvider({
  settings,
  rehearsal,
  calls,
  ...parts
}: {
  /** Undefined where the operator has set none. */
  settings: StorageClient | GoogleSiteSettings | undefined;
  /** Undefined where there is no demo. */
  rehearsal: GoogleRehearsal | undefined;
  /** How each is reached: only the demo may be on this machine. */
  calls: { site: HttpCall; rehearsal: HttpCall };
  publicUrl: string;
  now: () => Date;
}): Provider {
  const siteAt = (given: GoogleSiteSettings, { isRehearsal, call }: { isRehearsal: boolean; call: HttpCall }) =>
    createOauthSite({
      ...{ ...given, ...parts, isRehearsal, call, filesScope: GOOGLE_SCOPE, lastsSeconds: 3_599 },
      // Asked again on purpose: without, a second consent brings no refresh token.
      consent: {
        scope: `openid email ${GOOGLE_SCOPE} ${GOOGLE_PICKER_SCOPE}`,
        access_type: "offline",
        prompt: "consent",
      },
      failureOf: (reply) => failureOfGoogle(reply, parts.now()),
    });
  return {
    id: "google",
    name: "Google Drive",
    limit: LIMIT,
    settings: {
      connected: { fileStorageService: PROVIDERS.google },
      disconnected: { fileStorageService: PROVIDERS.none },
    },
    replaces: [{ id: "microsoft", name: "OneDrive" }],
    site: settings && siteAt({ ...GOOGLE_ADDRESSES, ...settings }, { isRehearsal: false, call: calls.site }),
    rehearsal: rehearsal && {
      ...siteAt(rehearsal, { isRehearsal: true, call: calls.rehearsal }),
      get faults() {
        return rehearsal.faults;
      },
      setFaults: (faults) => rehearsal.setFaults(faults),
    },
  };
}
