import { createFileTree, type FileTree } from "#stand-ins/storage/file-tree.ts";
import { createStorageOauth, idToken, type StorageOauth } from "#stand-ins/storage/storage-oauth.ts";
import { startOauthTwin } from "#stand-ins/storage/oauth-twin.ts";
import { twinOptions, type TwinOptions, type TwinServer } from "#stand-ins/twin-server.ts";
import { answerMicrosoftPicker } from "./microsoft-picker.ts";
import { createGraphApi, TWIN_DRIVE_ID } from "./graph-api.ts";
import { MICROSOFT_CASES, type MicrosoftCaseName } from "./microsoft-cases.ts";

const ACCOUNT = "pat@contoso.test";
const ACCESS_SECONDS = 3_736;

export interface MicrosoftTwin extends TwinServer<MicrosoftCaseName> {
  /** Of the identity platform, with the tenant, without a trailing slash. */
  readonly authorityUrl: string;
  /** Of Graph, without a trailing slash. */
  readonly apiUrl: string;
  readonly oauth: StorageOauth;
  readonly tree: FileTree;
}

/** An id of the twin's only drive, in the product's format: drive and item. */
export const microsoftIdOf = (word: string): string => `${TWIN_DRIVE_ID}:01TWIN${word.toUpperCase()}`;

/** Starts a stand-in of Microsoft on this machine: consent page, tokens, and a drive with files. */
export async function startMicrosoftTwin({
  makeWorkbook,
  hashOf,
  ...given
}: TwinOptions & {
  /** The contents of its spreadsheets; called once, before the first answer. */
  makeWorkbook?: () => Promise<Uint8Array | undefined>;
  /** Microsoft's own hash of a file, in base64. */
  hashOf: (bytes: Uint8Array) => string;
}): Promise<MicrosoftTwin> {
  const options = twinOptions(given);
  const { now } = options;
  const idOf = (word: string): string => `01TWIN${word.toUpperCase()}`;
  const tree = createFileTree({ idOf, now });
  const oauth = createStorageOauth({
    ...options,
    accessSeconds: ACCESS_SECONDS,
    filesScope: "Files.ReadWrite.All",
    isRotating: true,
    prefixes: { access: "eyJ.twin_", refresh: "0.AX.twin_" },
    givesRefresh: (asked) => (asked.get("scope") ?? "").split(" ").includes("offline_access"),
    extra: () => ({
      ext_expires_in: ACCESS_SECONDS,
      id_token: idToken({ preferred_username: ACCOUNT, tid: "9188040d" }),
    }),
  });
  const api = createGraphApi(tree, { now, hashOf });
  const server = await startOauthTwin<MicrosoftCaseName>({
    ...options,
    cases: MICROSOFT_CASES,
    oauth,
    words: { name: "OneDrive", account: ACCOUNT, asks: "see, add and change", things: "files" },
    prepare: makeWorkbook && (() => tree.fillSpreadsheets(makeWorkbook)),
    usual: {
      endedGrant: "expiredGrant",
      endedAccess: "invalidAuthenticationToken",
      refused: "graphAccessDenied",
      tooManyCalls: "activityLimitReached",
    },
    consentPath: /^\/common\/oauth2\/v2\.0\/authorize$/,
    tokenPath: /^\/common\/oauth2\/v2\.0\/token$/,
    onFaults: (faults) =>
      tree.meddle({ isRenaming: faults.includes("renames"), isTrashing: faults.includes("trashes") }),
    answerOpen: (request) =>
      answerMicrosoftPicker(request, {
        tree,
        driveId: TWIN_DRIVE_ID,
        isAllowed: (token) => oauth.holds(token, `${request.url.origin}/.default`),
      }) ?? api.answerOpen(request),
    answerApi: (request) => api.answerApi(request),
  });
  const { baseUrl } = server;
  // A spread would read getters only once.
  return Object.assign(server, {
    oauth,
    tree,
    authorityUrl: `${baseUrl}/common`,
    apiUrl: `${baseUrl}/v1.0`,
  });
}
