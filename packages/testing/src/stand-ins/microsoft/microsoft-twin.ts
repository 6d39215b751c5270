import { createFileTree, type FileTree } from "#stand-ins/storage/file-tree.ts";
import { createStorageOauth, type StorageOauth } from "#stand-ins/storage/storage-oauth.ts";
import { startTwinServer, type TwinServer } from "#stand-ins/storage/twin-server.ts";
import { answerMicrosoftPicker } from "./microsoft-picker.ts";
import { createGraphApi, TWIN_DRIVE_ID } from "./graph-api.ts";
import { MICROSOFT_CASES, type MicrosoftCaseName } from "./microsoft-cases.ts";

const ACCOUNT = "pat@contoso.test";

export interface MicrosoftTwin extends TwinServer<MicrosoftCaseName> {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Of the identity platform, with the tenant, without a trailing slash. */
  readonly authorityUrl: string;
  /** Of Graph, without a trailing slash. */
  readonly apiUrl: string;
  readonly oauth: StorageOauth<MicrosoftCaseName>;
  readonly tree: FileTree;
}

/** An id of the twin's only drive, in the product's format: drive and item. */
export const microsoftIdOf = (word: string): string => `${TWIN_DRIVE_ID}:01TWIN${word.toUpperCase()}`;

/** An unsigned id token: it comes with the reply of the token call itself. */
const idToken = (claims: object): string =>
  [{ alg: "none" }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".") + ".";

/** Starts a stand-in of Microsoft on this machine: consent page, tokens, and a drive with files. */
export async function startMicrosoftTwin({
  clientId = "ridgebook-demo",
  clientSecret = "demo-secret-of-nobody",
  accessSeconds = 3_736,
  slowMs = 6_000,
  acceptsFormer = false,
  port = 0,
  now = Date.now,
  makeWorkbook,
  hashOf,
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
  /** Microsoft's own hash of a file, in base64. */
  hashOf: (bytes: Uint8Array) => string;
}): Promise<MicrosoftTwin> {
  const idOf = (word: string): string => `01TWIN${word.toUpperCase()}`;
  const tree = createFileTree({ idOf, now });
  const oauth = createStorageOauth<MicrosoftCaseName>({
    ...{
      clientId,
      clientSecret,
      accessSeconds,
      acceptsFormer,
      now,
      filesScope: "Files.ReadWrite.All",
      isRotating: true,
    },
    prefixes: { access: "eyJ.twin_", refresh: "0.AX.twin_" },
    givesRefresh: (asked) => (asked.get("scope") ?? "").split(" ").includes("offline_access"),
    named: {
      ...{ invalidClient: "invalidClient", invalidGrant: "invalidGrant", invalidScope: "invalidScope" },
      unsupportedGrant: "unsupportedGrantType",
    },
    extra: () => ({
      ext_expires_in: accessSeconds,
      id_token: idToken({ preferred_username: ACCOUNT, tid: "9188040d" }),
    }),
  });
  const api = createGraphApi(tree, { now, hashOf });
  const server = await startTwinServer<MicrosoftCaseName>({
    ...{ name: "OneDrive", account: ACCOUNT, cases: MICROSOFT_CASES, oauth, slowMs, port },
    prepare: makeWorkbook && (() => tree.fillSpreadsheets(makeWorkbook)),
    usual: {
      ...{ accessDenied: "accessDenied", unknownClient: "unknownClient", endedGrant: "expiredGrant" },
      ...{ endedAccess: "invalidAuthenticationToken", refused: "graphAccessDenied" },
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
    ...{ clientId, clientSecret, oauth, tree },
    ...{ authorityUrl: `${baseUrl}/common`, apiUrl: `${baseUrl}/v1.0` },
  });
}
