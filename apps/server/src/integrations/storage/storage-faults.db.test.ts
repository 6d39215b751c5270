import type { ConnectionFailure } from "@ridgebook/contract";
import { GOOGLE_CASES, type GoogleCaseName } from "@ridgebook/testing/stand-ins/google/google-cases";
import { MICROSOFT_CASES, type MicrosoftCaseName } from "@ridgebook/testing/stand-ins/microsoft/microsoft-cases";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { consent } from "#integrations/hover/testing/hover-application.ts";
import type { SignedIn } from "#testing/test-application.ts";
import { makeFolder } from "./make-folder.ts";
import { putFile } from "./put-file.ts";
import {
  accountOf,
  idOf,
  startStorageApplication,
  STORAGES,
  type StorageApplication,
} from "./testing/storage-application.ts";

let app: StorageApplication;
beforeAll(async () => {
  app = await startStorageApplication(inject("postgresUrl"));
});
afterEach(() => {
  app.google.behave();
  app.microsoft.behave();
  app.clock.advance({ minutes: 2 });
});
afterAll(() => app.close());

interface Expected {
  readonly failure: ConnectionFailure;
  /** Calls that are made: those that are worth it are tried again. */
  readonly tries: number;
}
const final = (failure: ConnectionFailure): Expected => ({ failure, tries: 1 });
const retried = (failure: ConnectionFailure): Expected => ({ failure, tries: 4 });

/** The meaning of each answer to a call of files, returned every time. */
const GOOGLE_API: Partial<Record<GoogleCaseName, Expected>> = {
  badRequest: final("unreadable"),
  invalidSharingRequest: final("unreadable"),
  dailyLimitExceeded: retried("tooManyCalls"),
  userRateLimitExceeded: retried("tooManyCalls"),
  rateLimitExceeded: retried("tooManyCalls"),
  sharingRateLimitExceeded: retried("tooManyCalls"),
  storageQuotaExceeded: final("storageFull"),
  numChildrenInNonRootLimitExceeded: final("storageFull"),
  activeItemCreationLimitExceeded: final("storageFull"),
  insufficientFilePermissions: final("refused"),
  appNotAuthorizedToFile: final("refused"),
  domainPolicy: final("refused"),
  cannotCopyFile: final("refused"),
  exportSizeLimitExceeded: final("tooLarge"),
  tooManyCalls: retried("tooManyCalls"),
  tooManyCallsWait: retried("tooManyCalls"),
  backendError: retried("unavailable"),
  badGateway: retried("unavailable"),
  unavailable: retried("unavailable"),
  gatewayTimeout: retried("unavailable"),
  requestTimeout: retried("timedOut"),
  htmlWithSuccess: final("unreadable"),
  errorWithSuccess: final("unreadable"),
  redirect: final("unreadable"),
};
const MICROSOFT_API: Partial<Record<MicrosoftCaseName, Expected>> = {
  invalidRequest: final("unreadable"),
  graphAccessDenied: final("refused"),
  notAllowedHere: final("refused"),
  notAllowed: final("refused"),
  nameAlreadyExists: final("unreadable"),
  resourceModified: final("unreadable"),
  invalidRange: final("unreadable"),
  activityLimitReached: retried("tooManyCalls"),
  activityLimitWait: retried("tooManyCalls"),
  generalException: retried("unavailable"),
  notSupported: final("refused"),
  badGateway: retried("unavailable"),
  serviceNotAvailable: retried("unavailable"),
  gatewayTimeout: retried("unavailable"),
  quotaLimitReached: final("storageFull"),
  bandwidthLimit: retried("tooManyCalls"),
  requestTimeout: retried("timedOut"),
  htmlWithSuccess: final("unreadable"),
  errorWithSuccess: final("unreadable"),
  redirect: final("unreadable"),
};
/** The meaning of each answer to a renewal. */
const GOOGLE_TOKEN: Partial<Record<GoogleCaseName, ConnectionFailure>> = {
  invalidGrant: "reconnectNeeded",
  invalidClient: "notSetUp",
  invalidScope: "notSetUp",
  unsupportedGrantType: "unreadable",
};
const MICROSOFT_TOKEN: Partial<Record<MicrosoftCaseName, ConnectionFailure>> = {
  invalidGrant: "reconnectNeeded",
  expiredGrant: "reconnectNeeded",
  endedGrant: "reconnectNeeded",
  spaGrant: "reconnectNeeded",
  revokedGrant: "reconnectNeeded",
  interactionRequired: "reconnectNeeded",
  consentRequired: "reconnectNeeded",
  invalidScope: "notSetUp",
  malformedRequest: "unreadable",
  invalidClient: "notSetUp",
  expiredSecret: "notSetUp",
  unsupportedGrantType: "unreadable",
  temporarilyUnavailable: "unavailable",
};
/** Cases with separate tests, here and in storage.db.test.ts. */
const GOOGLE_OTHERS: readonly GoogleCaseName[] = [
  "accessDenied",
  "unknownClient",
  "invalidToken",
  "authError",
  "notFound",
  "uploadGone",
  "fileIdInUse",
];
const MICROSOFT_OTHERS: readonly MicrosoftCaseName[] = [
  "accessDenied",
  "unknownClient",
  "unauthenticated",
  "invalidAuthenticationToken",
  "itemNotFound",
  "gone",
  "copyFailed",
];

/** A look at one file, which is one call. */
const look = (who: SignedIn, provider: "google" | "microsoft") =>
  who.call("getStorageFile", { params: { id: idOf(provider, "projects") } });
const FILE = { google: /GET .*\/files\//, microsoft: /GET .*\/items\// };

describe.each(STORAGES)("answers of %s", (provider) => {
  const twin = () => app.twinOf(provider);
  const program = (fault: { match: RegExp; answer: string; times?: number; after?: number }): void =>
    twin().program(fault as never);
  const looks = () => twin().requests.filter(({ method, path }) => FILE[provider].test(`${method} ${path}`)).length;
  const apiCases = Object.entries(provider === "google" ? GOOGLE_API : MICROSOFT_API);
  const tokenCases = Object.entries(provider === "google" ? GOOGLE_TOKEN : MICROSOFT_TOKEN);

  test("[INT-29] [API-04] each answer of the storage is reported as what it means", async () => {
    let admin = await app.newConnected(provider);
    for (const [index, [answer, { failure, tries }]] of apiCases.entries()) {
      // Waiting moves the clock, and logins end.
      if (index % 8 === 7) admin = await app.newConnected(provider);
      const before = looks();
      program({ match: FILE[provider], answer, times: 4 });
      const { problem } = await look(admin, provider);
      expect([problem.status, problem.errors], answer).toEqual([424, { provider: [failure] }]);
      expect(looks() - before, answer).toBe(tries);
      const account = await accountOf(admin, provider);
      expect(account, answer).toMatchObject({ state: "connected", lastFailure: { failure } });
      twin().behave();
      app.clock.advance({ seconds: 40 });
      expect((await look(admin, provider)).status, answer).toBe(200);
    }
  });

  test("[CONN-07] only a refresh token that is refused needs a new permission", async () => {
    for (const [answer, failure] of tokenCases) {
      const admin = await app.newConnected(provider);
      program({ match: /token/, answer });
      const name = provider === "google" ? "refreshGoogleAccount" : "refreshMicrosoftAccount";
      expect((await admin.call(name)).problem.errors, answer).toEqual({ provider: [failure] });
      const state = failure === "reconnectNeeded" ? "reconnectNeeded" : "connected";
      expect((await accountOf(admin, provider)).state, answer).toBe(state);
    }
  });

  test("[INT-03] an access token that is refused is renewed once", async () => {
    const admin = await app.newConnected(provider);
    const before = twin().oauth.renewals;
    twin().oauth.endAccess();
    expect((await look(admin, provider)).status).toBe(200);
    expect(twin().oauth.renewals - before).toBe(1);
  });

  test("[STORE-07] a folder whose answer was lost is not made twice", async () => {
    const admin = await app.newConnected(provider);
    const storage = app.openStorage(admin, provider);
    program({ match: /POST .*(files|children)/, answer: "done" });
    const place = { parentId: idOf(provider, "projects"), name: `Lost ${provider}` };
    const { item } = await makeFolder(storage, place);
    const same = (await storage.children(place.parentId)).filter(({ name }) => name === place.name);
    expect(same.map(({ id }) => id)).toEqual([item.id]);
  });

  test.each([
    ["an answer that was lost", "done", 2],
    ["a chunk that was lost", "brokenOff", 2],
    ["an error in the middle", provider === "google" ? "backendError" : "generalException", 2],
    ["an upload that is over in the middle", provider === "google" ? "uploadGone" : "gone", 2],
    ["an upload that is over behind the last chunk", "done", 3],
  ])("[STORE-08] continues an upload of 6 MB after %s", async (_what, answer, after) => {
    const admin = await app.newConnected(provider);
    const storage = app.openStorage(admin, provider);
    const parentId = (await makeFolder(storage, { parentId: idOf(provider, "projects"), name: `${provider} ${_what}` }))
      .item.id;
    program({ match: /^PUT /, answer, after: after - 1 });
    const bytes = Buffer.alloc(6_000_000, "paper ");
    const { item } = await putFile(storage, { parentId, name: "Large.pdf", bytes, contentType: "application/pdf" });
    expect((await storage.download(item, 20_000_000)).equals(bytes)).toBe(true);
    expect(await storage.children(parentId)).toHaveLength(1);
  });

  test("[STORE-09] a permission that ends in the middle of an upload of 40 MB, and a full storage, are named", async () => {
    const admin = await app.newConnected(provider);
    const storage = app.openStorage(admin, provider);
    const parentId = idOf(provider, "fallback");
    const file = { parentId, name: "Huge.pdf", bytes: Buffer.alloc(40_000_000), contentType: "application/pdf" };
    if (provider === "google") {
      // Microsoft's chunks go to an address that needs no permission.
      program({ match: /^PUT /, answer: "authError", after: 5 });
      program({ match: /token/, answer: "invalidGrant" });
      await expect(putFile(storage, file)).rejects.toMatchObject({ failure: "reconnectNeeded" });
    }
    const other = await app.newConnected(provider);
    const room = twin().tree.roomBytes;
    twin().tree.roomBytes = 1_000_000;
    await expect(putFile(app.openStorage(other, provider), file)).rejects.toMatchObject({ failure: "storageFull" });
    twin().tree.roomBytes = room;
    expect(await app.openStorage(other, provider).child(file)).toBeUndefined();
  });
});

test("[STORE-10] a copy that Microsoft cannot finish is reported", async () => {
  const admin = await app.newConnected("microsoft");
  const storage = app.openStorage(admin, "microsoft");
  const file = await storage.find(idOf("microsoft", "spreadsheet"));
  if (!file) throw new Error("The demo has no spreadsheet.");
  const place = { parentId: idOf("microsoft", "projects"), name: "Copy.xlsx" };
  app.microsoft.program({ match: /monitor/, answer: "copyFailed" });
  await expect(storage.copyFile(file, place, undefined)).rejects.toMatchObject({ failure: "refused" });
});

test("[CONN-10] every status and code that Google and Microsoft document is a case of the stand-ins", () => {
  const documented = {
    google: {
      400: "badRequest invalidSharingRequest invalid_grant invalid_token",
      401: "authError",
      403:
        "activeItemCreationLimitExceeded appNotAuthorizedToFile cannotCopyFile dailyLimitExceeded domainPolicy " +
        "insufficientFilePermissions numChildrenInNonRootLimitExceeded rateLimitExceeded sharingRateLimitExceeded " +
        "storageQuotaExceeded userRateLimitExceeded",
      404: "notFound",
      410: "notFound",
      429: "rateLimitExceeded",
      500: "backendError",
      503: "backendError",
    },
    microsoft: {
      400: "consent_required interaction_required invalid_grant invalid_request invalid_scope 700082 70008 700084 50173 50076 70011 9002313",
      401: "InvalidAuthenticationToken invalid_client unauthenticated 7000215 7000222",
      403: "accessDenied notAllowed",
      404: "itemNotFound",
      405: "notAllowed",
      409: "nameAlreadyExists",
      410: "itemNotFound",
      412: "resourceModified",
      416: "invalidRange",
      429: "activityLimitReached",
      500: "generalException",
      501: "notSupported",
      503: "serviceNotAvailable temporarily_unavailable",
      507: "quotaLimitReached",
      509: "activityLimitReached",
    },
  };
  for (const provider of STORAGES) {
    const all = Object.values(provider === "google" ? GOOGLE_CASES : MICROSOFT_CASES);
    const cases = all.map(({ status, body }) => `${String(status)} ${JSON.stringify(body)}`);
    for (const [status, codes] of Object.entries(documented[provider]))
      for (const code of codes.split(" "))
        expect(
          cases.filter((each) => each.startsWith(status) && new RegExp(`["\\[]${code}["\\]]`).test(each)),
          `${provider} ${status} ${code}`,
        ).not.toEqual([]);
  }
});

test("[CONN-10] every case of the reference is one of the stand-ins and of this suite", async () => {
  const named = [
    [GOOGLE_CASES, [GOOGLE_API, GOOGLE_TOKEN], GOOGLE_OTHERS],
    [MICROSOFT_CASES, [MICROSOFT_API, MICROSOFT_TOKEN], MICROSOFT_OTHERS],
  ] as const;
  for (const [cases, tables, others] of named)
    expect([...tables.flatMap((table) => Object.keys(table)), ...others].sort()).toEqual(Object.keys(cases).sort());
  // Those that no test above has met.
  for (const provider of STORAGES) {
    const admin = await app.newAdmin();
    const url = (await accountOf(admin, provider)).authorizeUrl ?? "";
    await consent(url, "deny");
    await fetch(url.replace("client_id=", "client_id=else"));
    const connected = await app.newConnected(provider);
    await connected.call("getStorageFile", {
      params: { id: provider === "google" ? "1missing" : "b!twinDrive:missing" },
    });
  }
  const drive = app.openStorage(await app.newConnected("google"), "google");
  const newId = await drive.newId();
  // Named twice, an id makes one folder.
  for (const _time of [1, 2]) await drive.addFolder({ parentId: idOf("google", "projects"), name: "Once" }, newId);
  app.google.program({ match: /revoke/, answer: "invalidToken" });
  await (await app.newConnected("google")).call("disconnectGoogle");
  const session = await app.openStorage(await app.newConnected("microsoft"), "microsoft").beginUpload({
    parentId: idOf("microsoft", "projects"),
    name: "x",
    contentType: "",
    size: 1,
    former: undefined,
    newId: undefined,
  });
  expect((await fetch(session ?? "", { method: "PUT", headers: { authorization: "Bearer x" } })).status).toBe(401);
  expect([...app.google.answered].sort()).toEqual(Object.keys(GOOGLE_CASES).sort());
  expect([...app.microsoft.answered].sort()).toEqual(Object.keys(MICROSOFT_CASES).sort());
});
