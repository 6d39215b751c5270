import { createFileTree, type FileTree } from "#stand-ins/storage/file-tree.ts";
import { createStorageOauth, type StorageOauth } from "#stand-ins/storage/storage-oauth.ts";
import { startTwinServer, type TwinServer } from "#stand-ins/storage/twin-server.ts";
import { createGoogleApi, GOOGLE_SHEET } from "./google-api.ts";
import { answerGooglePicker } from "./google-picker.ts";
import { GOOGLE_CASES, type GoogleCaseName } from "./google-cases.ts";

const DRIVE_SCOPE = "https://www.googleapis.com/auth/drive";
const ACCOUNT = "office@summit-demo.test";

export interface GoogleTwin extends TwinServer<GoogleCaseName> {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly consentUrl: string;
  readonly tokenUrl: string;
  readonly revokeUrl: string;
  /** The base address for files, without a trailing slash. */
  readonly apiUrl: string;
  /** The script of the picker. */
  readonly pickerUrl: string;
  readonly oauth: StorageOauth<GoogleCaseName>;
  readonly tree: FileTree;
}

/** An unsigned id token: it comes with the reply of the token call itself. */
const idToken = (claims: object): string =>
  [{ alg: "none" }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".") + ".";

/** In the format of Drive's ids. */
export const googleIdOf = (word: string): string => `1twin_${word}`;

/** Starts a stand-in of Google on this machine: consent page, tokens, and an account with files. */
export async function startGoogleTwin({
  clientId = "ridgebook-demo",
  clientSecret = "demo-secret-of-nobody",
  accessSeconds = 3_599,
  slowMs = 6_000,
  acceptsFormer = false,
  port = 0,
  now = Date.now,
  makeWorkbook,
}: {
  clientId?: string;
  clientSecret?: string;
  accessSeconds?: number;
  slowMs?: number;
  acceptsFormer?: boolean;
  port?: number;
  now?: () => number;
  /** The contents of its spreadsheets; called once, before the first answer. */
  makeWorkbook?: () => Promise<Uint8Array | undefined>;
} = {}): Promise<GoogleTwin> {
  const tree = createFileTree({ idOf: googleIdOf, now, sheetType: GOOGLE_SHEET });
  const oauth = createStorageOauth<GoogleCaseName>({
    ...{ clientId, clientSecret, accessSeconds, acceptsFormer, now, filesScope: DRIVE_SCOPE, isRotating: false },
    prefixes: { access: "ya29.twin_", refresh: "1//twin_" },
    // Only the first consent gives one, unless consent is forced again.
    givesRefresh: (asked, isFirst) =>
      asked.get("access_type") === "offline" && (isFirst || asked.get("prompt") === "consent"),
    named: {
      ...{ invalidClient: "invalidClient", invalidGrant: "invalidGrant", invalidScope: "invalidScope" },
      unsupportedGrant: "unsupportedGrantType",
    },
    extra: () => ({ id_token: idToken({ sub: "1094", email: ACCOUNT, email_verified: true }) }),
  });
  const server = await startTwinServer<GoogleCaseName>({
    ...{ name: "Google Drive", account: ACCOUNT, cases: GOOGLE_CASES, oauth, slowMs, port },
    prepare: makeWorkbook && (() => tree.fillSpreadsheets(makeWorkbook)),
    usual: {
      ...{ accessDenied: "accessDenied", unknownClient: "unknownClient", endedGrant: "invalidGrant" },
      ...{ endedAccess: "authError", refused: "insufficientFilePermissions", tooManyCalls: "userRateLimitExceeded" },
    },
    consentPath: /^\/o\/oauth2\/v2\/auth$/,
    tokenPath: /^\/token$/,
    onFaults: (faults) =>
      tree.meddle({ isRenaming: faults.includes("renames"), isTrashing: faults.includes("trashes") }),
    answerOpen: ({ url, body }) => {
      if (url.pathname !== "/revoke")
        return answerGooglePicker(url, { tree, isAllowed: (token) => oauth.holds(token, `${DRIVE_SCOPE}.file`) });
      const token = new URLSearchParams(body.toString("utf8")).get("token") ?? "";
      return oauth.revoke(token) ? { json: {} } : { named: "invalidToken" };
    },
    answerApi: createGoogleApi(tree, now),
  });
  const { baseUrl } = server;
  // A spread would read getters only once.
  return Object.assign(server, {
    ...{ clientId, clientSecret, oauth, tree, apiUrl: baseUrl },
    ...{ consentUrl: `${baseUrl}/o/oauth2/v2/auth`, tokenUrl: `${baseUrl}/token`, revokeUrl: `${baseUrl}/revoke` },
    pickerUrl: `${baseUrl}/js/api.js`,
  });
}
