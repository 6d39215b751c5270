import type { RehearsalFault } from "@ridgebook/contract";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { consent } from "#integrations/hover/testing/hover-application.ts";
import { startTestApplication } from "#testing/test-application.ts";
import { makeFolder } from "./make-folder.ts";
import { putFile } from "./put-file.ts";
import { describeFileStorage } from "./testing/describe-file-storage.ts";
import { createMemoryStorage } from "./testing/memory-storage.ts";
import {
  accountOf,
  connectStorage,
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

describe("[STORE-01] [STORE-02] [STORE-03] [STORE-04] every storage keeps the same promises", () => {
  describeFileStorage("in a test's memory", () => Promise.resolve(createMemoryStorage()));
  for (const provider of STORAGES)
    describeFileStorage(provider, async () => {
      const admin = await app.newConnected(provider);
      return { storage: app.openStorage(admin, provider), rootId: idOf(provider, "projects") };
    });
});

describe.each(STORAGES)("connecting with %s", (provider) => {
  const isGoogle = provider === "google";
  const [label, code] = isGoogle ? ["office@summit-demo.test", 1] : ["pat@contoso.test", 2];

  test("[INT-02] [INT-06] [AUTH-20] says where to give the permission, with PKCE", async () => {
    const account = await accountOf(await app.newAdmin(), provider);
    expect(account).toMatchObject({ provider, state: "notConnected", accountLabel: "" });
    const asked = Object.fromEntries(new URL(account.authorizeUrl ?? "").searchParams);
    expect(asked).toMatchObject({
      response_type: "code",
      redirect_uri: "http://localhost:3000/config/file-settings",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      ...(isGoogle ? { access_type: "offline", prompt: "consent" } : { response_mode: "query" }),
    });
  });

  test("[SET-05] [OP-77] [INT-05] [INT-10] the setting follows the connection, which nothing outlives", async () => {
    const admin = await app.newAdmin();
    const service = async () => (await admin.call("getSettings")).body.fileStorageService;
    expect(await service()).toBe(0);
    expect(await connectStorage(admin, provider)).toMatchObject({ provider, state: "connected", accountLabel: label });
    expect(await service()).toBe(code);
    const name = isGoogle ? "disconnectGoogle" : "disconnectMicrosoft";
    expect((await admin.call(isGoogle ? "disconnectMicrosoft" : "disconnectGoogle")).body).toBe(false);
    expect(await service()).toBe(code);
    expect([(await admin.call(name)).body, (await admin.call(name)).body]).toEqual([true, false]);
    expect([await service(), (await accountOf(admin, provider)).state]).toEqual([0, "notConnected"]);
  });

  test("[STORE-05] connecting the other one ends this connection", async () => {
    const admin = await app.newConnected(provider);
    const other = isGoogle ? "microsoft" : "google";
    expect(await connectStorage(admin, other)).toMatchObject({ provider: other, state: "connected" });
    expect((await accountOf(admin, provider)).state).toBe("notConnected");
    expect((await admin.call("disconnectFileStorage")).body).toBe(true);
    expect((await admin.call("disconnectFileStorage")).body).toBe(false);
  });

  test("[CONN-02] a code counts only with the verifier and for who began; a permission without the files is refused", async () => {
    const admin = await app.newAdmin();
    const url = (await accountOf(admin, provider)).authorizeUrl ?? "";
    const { state } = await consent(url);
    const stolen = new URL(url);
    stolen.searchParams.set("code_challenge", "x".repeat(43));
    const { code: foreign } = await consent(stolen.href);
    expect((await admin.call("connectFileStorage", { body: { code: foreign, state } })).problem.code).toBe(
      "connectionStale",
    );
    const partly = await fetch((await accountOf(admin, provider)).authorizeUrl ?? "", {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ decision: "partly" }),
    });
    const back = new URL(partly.headers.get("location") ?? "").searchParams;
    const body = { code: back.get("code") ?? "", state: back.get("state") ?? "" };
    expect((await admin.call("connectFileStorage", { body })).problem.errors).toEqual({ provider: ["refused"] });
    expect((await accountOf(admin, provider)).state).toBe("notConnected");
  });

  test("[INT-03] [INT-07] renews at once; [CONN-01] no token is answered", async () => {
    const admin = await app.newConnected(provider);
    const before = app.twinOf(provider).oauth.renewals;
    const reply = await admin.call(isGoogle ? "refreshGoogleAccount" : "refreshMicrosoftAccount");
    expect([reply.status, reply.body.state]).toEqual([200, "connected"]);
    expect(app.twinOf(provider).oauth.renewals - before).toBe(1);
    expect(JSON.stringify([reply.body, app.logLines])).not.toMatch(/twin_[0-9a-f]{20}|sealed:/);
  });

  test("[INT-12] [FILE-10] tells a file by id and by link, null for one that is gone", async () => {
    const admin = await app.newConnected(provider);
    const find = async (id: string) => (await admin.call("getStorageFile", { params: { id } })).body;
    const folder = await find(idOf(provider, "projects"));
    expect(folder).toMatchObject({ name: "Projects", isFolder: true, parents: [expect.any(String)] });
    expect(await find(folder?.url ?? "")).toEqual(folder);
    expect(await find(idOf(provider, "protectedFile"))).toMatchObject({ name: "Protected.xlsx", canDownload: false });
    expect(await find(idOf(provider, "shared"))).toMatchObject({ name: "Shared projects" });
    for (const id of [idOf(provider, "trashed"), "missing", "https://elsewhere.test/folders/1234567890ab"])
      expect(await find(id)).toBeNull();
    await admin.call("disconnectFileStorage");
    const reply = await admin.call("getStorageFile", { params: { id: "x" } });
    expect(reply.problem.errors).toEqual({ provider: ["notConnected"] });
  });

  test("[CONN-03] the demo stand-in is offered, with faults", async () => {
    const admin = await app.newAdmin();
    const { rehearsalUrl } = await accountOf(admin, provider);
    await admin.call("connectFileStorage", { body: await answerOf(rehearsalUrl) });
    const name = isGoogle ? "setGoogleRehearsal" : "setMicrosoftRehearsal";
    const { body } = await admin.call(name, { body: { faults: ["limits"] } });
    expect(body).toMatchObject({ isRehearsal: true, rehearsalFaults: ["limits"] });
  });

  test("[CONN-59] the demo renames the created folders, or puts them into the trash, until that is switched off", async () => {
    const admin = await app.newConnected(provider);
    const storage = app.openStorage(admin, provider);
    const name = isGoogle ? "setGoogleRehearsal" : "setMicrosoftRehearsal";
    const rehearse = async (...faults: RehearsalFault[]) => {
      expect((await admin.call(name, { body: { faults } })).body.rehearsalFaults).toEqual(faults);
    };
    const place = { parentId: idOf(provider, "projects"), name: `Whitlock ${provider}` };
    const { item: made } = await makeFolder(storage, place);
    const file = { parentId: made.id, name: "Paper.pdf", bytes: Buffer.from("paper"), contentType: "application/pdf" };
    const { item: paper } = await putFile(storage, file);
    await rehearse("renames");
    expect((await storage.find(made.id))?.name).toBe(`Whitlock ${provider} (renamed)`);
    await rehearse("trashes");
    for (const { id } of [made, paper]) expect(await storage.find(id)).toBeUndefined();
    // The account's own files stay.
    expect(await storage.find(place.parentId)).toBeDefined();
    const again = await makeFolder(storage, place);
    expect(again.isMade).toBe(true);
    await rehearse();
    expect(await storage.find(paper.id)).toBeDefined();
    expect((await storage.find(made.id))?.name).toBe(`Whitlock ${provider} (restored)`);
    expect((await storage.find(again.item.id))?.name).toBe(place.name);
  });
});

const answerOf = async (url: string | null) => {
  const { code, state } = await consent(url);
  return { code, state };
};

describe("features of only one of them", () => {
  test("[STORE-06] a disconnect ends the permission at Google, and works while Google is down", async () => {
    const admin = await app.newConnected("google");
    const revoked = () => app.google.requests.filter(({ path }) => path === "/revoke").length;
    const before = revoked();
    await admin.call("disconnectGoogle");
    expect(revoked() - before).toBe(1);
    const other = await app.newConnected("google");
    app.google.program({ match: /revoke/, answer: "invalidToken" });
    expect((await other.call("disconnectGoogle")).body).toBe(true);
  });

  test("[INT-04] [INT-08] the pickers get a separate token that opens no file by itself, Microsoft's for its host alone", async () => {
    const admin = await app.newConnected("google");
    const { body: info } = await admin.call("getGooglePicker");
    expect(info).toEqual({
      accessToken: expect.stringMatching(/^ya29\./) as string,
      developerKey: "key",
      appId: "1094",
      clientId: app.google.clientId,
      scope: "https://www.googleapis.com/auth/drive.file",
      scriptUrl: app.google.pickerUrl,
    });
    expect(app.google.oauth.isGood(info?.accessToken)).toBe(false);
    app.google.program({ match: /token/, answer: "invalidScope" });
    // An older permission does not have the scope: it is requested again, and keeps working for papers.
    expect((await admin.call("getGooglePicker")).problem.errors).toEqual({ provider: ["reconnectNeeded"] });
    expect((await accountOf(admin, "google")).state).toBe("connected");
    const user = await app.signInNew({ companyId: admin.companyId });
    expect((await user.call("getGooglePicker")).status).toBe(403);
    const other = await app.newConnected("microsoft");
    const { body } = await other.call("getMicrosoftPicker");
    expect(body).toMatchObject({ baseUrl: app.microsoft.baseUrl, resource: app.microsoft.baseUrl });
    // Graph does not take it.
    expect(app.microsoft.oauth.isGood(body?.accessToken)).toBe(false);
    const bare = await startTestApplication(inject("postgresUrl"));
    try {
      const plain = await bare.signInNew({ companyId: await bare.createCompany(), role: "Admin" });
      expect((await plain.call("getGooglePicker")).body).toBeNull();
    } finally {
      await bare.close();
    }
  });

  test("[CONN-56] [INT-08] the picker of a site's library opens there; a token is only for hosts of the organization", async () => {
    const admin = await app.newConnected("microsoft");
    const [chosen] = (await admin.call("listMicrosoftDrives")).body.slice(-1);
    const body = [{ op: "replace" as const, path: "/microsoftOneDriveInfo", value: chosen }];
    expect((await admin.call("updateSettings", { body })).status).toBe(200);
    const { baseUrl } = app.microsoft;
    expect((await admin.call("getMicrosoftPicker")).body).toMatchObject({
      baseUrl,
      resource: baseUrl,
      library: { siteUrl: `${baseUrl}/sites/operations`, url: `${baseUrl}/sites/operations/Shared%20Documents` },
    });
    for (const resource of ["https://fabrikam.sharepoint.com", "https://graph.microsoft.com", "https://evil.test"]) {
      const { problem } = await admin.call("getMicrosoftPicker", { query: { resource } });
      expect(problem.errors, resource).toEqual({ provider: ["refused"] });
    }
  });

  test("[INT-09] lists all drives of a Microsoft account and its sites, and none where they cannot be read", async () => {
    const admin = await app.newConnected("microsoft");
    const { body } = await admin.call("listMicrosoftDrives");
    expect(body.map(({ name }) => name)).toEqual(["Documents", "Shared papers", "Operations: Documents"]);
    // A personal account has no sites.
    app.microsoft.program({ match: /sites/, answer: "invalidRequest" });
    expect((await admin.call("listMicrosoftDrives")).body).toHaveLength(2);
    app.microsoft.program({ match: /drives/, answer: "generalException", times: 4 });
    expect((await admin.call("listMicrosoftDrives")).body).toEqual([]);
    expect((await (await app.newAdmin()).call("listMicrosoftDrives")).body).toEqual([]);
  });
});
