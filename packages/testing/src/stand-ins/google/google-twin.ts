import { createFileTree, type FileTree } from "#stand-ins/storage/file-tree.ts";
import { createStorageOauth, idToken, type StorageOauth } from "#stand-ins/storage/storage-oauth.ts";
import { startOauthTwin } from "#stand-ins/storage/oauth-twin.ts";
import { twinOptions, type TwinOptions, type TwinServer } from "#stand-ins/twin-server.ts";
import { createGoogleApi, GOOGLE_SHEET } from "./google-api.ts";
import { answerGooglePicker } from "./google-picker.ts";
import { GOOGLE_CASES, type GoogleCaseName } from "./google-cases.ts";

const DRIVE_SCOPE = "https://www.googleapis.com/auth/drive";
const ACCOUNT = "office@summit-demo.test";

export interface GoogleTwin extends TwinServer<GoogleCaseName> {
  readonly consentUrl: string;
  readonly tokenUrl: string;
  readonly revokeUrl: string;
  /** The base address for files, without a trailing slash. */
  readonly apiUrl: string;
  /** The script of the picker. */
  readonly pickerUrl: string;
  readonly oauth: StorageOauth;
  readonly tree: FileTree;
}

/** In the format of Drive's ids. */
export const googleIdOf = (word: string): string => `1twin_${word}`;

/** Starts a stand-in of Google on this machine: consent page, tokens, and an account with files. */
export async function startGoogleTwin({
  makeWorkbook,
  ...given
}: TwinOptions & {
  /** The contents of its spreadsheets; called once, before the first answer. */
  makeWorkbook?: () => Promise<Uint8Array | undefined>;
} = {}): Promise<GoogleTwin> {
  const options = twinOptions(given);
  const { now } = options;
  const tree = createFileTree({ idOf: googleIdOf, now, sheetType: GOOGLE_SHEET });
  const oauth = createStorageOauth({
    ...options,
    accessSeconds: 3_599,
    filesScope: DRIVE_SCOPE,
    isRotating: false,
    prefixes: { access: "ya29.twin_", refresh: "1//twin_" },
    // Only the first consent gives one, unless consent is forced again.
    givesRefresh: (asked, isFirst) =>
      asked.get("access_type") === "offline" && (isFirst || asked.get("prompt") === "consent"),
    extra: () => ({ id_token: idToken({ sub: "1094", email: ACCOUNT, email_verified: true }) }),
  });
  const server = await startOauthTwin<GoogleCaseName>({
    ...options,
    cases: GOOGLE_CASES,
    oauth,
    words: { name: "Google Drive", account: ACCOUNT, asks: "see, add and change", things: "files" },
    prepare: makeWorkbook && (() => tree.fillSpreadsheets(makeWorkbook)),
    usual: {
      endedGrant: "invalidGrant",
      endedAccess: "authError",
      refused: "insufficientFilePermissions",
      tooManyCalls: "userRateLimitExceeded",
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
    oauth,
    tree,
    apiUrl: baseUrl,
    consentUrl: `${baseUrl}/o/oauth2/v2/auth`,
    tokenUrl: `${baseUrl}/token`,
    revokeUrl: `${baseUrl}/revoke`,
    pickerUrl: `${baseUrl}/js/api.js`,
  });
}
