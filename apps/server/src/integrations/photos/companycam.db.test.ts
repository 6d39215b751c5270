import type { CompanyCamPage, ConnectionFailure, LeadId } from "@ridgebook/contract";
import { COMPANYCAM_PROJECTS } from "@ridgebook/testing/stand-ins/companycam/companycam-api";
import { COMPANYCAM_CASES, type CompanyCamCaseName } from "@ridgebook/testing/stand-ins/companycam/companycam-cases";
import { SECRET_PLACE } from "@ridgebook/testing/stand-ins/companycam/draw-picture";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { consent } from "#integrations/hover/testing/hover-application.ts";
import type { SignedIn } from "#testing/test-application.ts";
import { pictureAddress } from "./read-companycam.ts";
import {
  connect,
  linkTo,
  startCompanyCamApplication,
  type CompanyCamApplication,
} from "./testing/companycam-application.ts";

let app: CompanyCamApplication;
beforeAll(async () => {
  app = await startCompanyCamApplication(inject("postgresUrl"));
});
afterEach(() => {
  app.twin.behave();
  app.clock.advance({ minutes: 2 });
});
afterAll(() => app.close());

const { house, large, broken } = COMPANYCAM_PROJECTS;
const list = (who: SignedIn, id: LeadId, query: { projectId?: string; cursor?: string } = {}) =>
  who.call("listCompanyCamPhotos", { params: { id }, query });
const failureOf = ({ status, body }: { status: number; body: unknown }): unknown => [
  status,
  (body as { errors?: { provider?: string[] } }).errors?.provider?.[0],
];
/** As an <img> requests it. */
const open = (who: SignedIn, url: string) => app.app.inject({ url, cookies: { ridgebook_session: who.cookie } });
const callsSince = (count: number): string[] => app.twin.requests.slice(count).map(({ path }) => path);
async function newLinked(projectId: string) {
  const admin = await app.newConnected();
  return { admin, leadId: await app.newLinked(admin, projectId) };
}

describe("photos of a lead's link", () => {
  test("[CONN-40] [OP-64] are those of the project: processed, not deleted, newest first, with pictures at our own address", async () => {
    const { admin, leadId } = await newLinked(house);
    const { status, body } = await list(admin, leadId);
    expect(status).toBe(200);
    // 14, of which one is deleted and one not processed yet.
    expect(body.photos).toHaveLength(12);
    expect(body).toMatchObject({ projectId: house, nextCursor: null });
    expect(body.photos[0]).toEqual({
      id: "2841196000",
      creatorName: "Pat Reyes",
      description: "North slope",
      // captured_at of the twin's first photo, in seconds.
      takenAt: new Date(1_793_640_109_000).toISOString(),
      url: expect.stringMatching(/^\/api\/leads\/\d+\/companycam-photos\/2841196000\?/) as string,
      thumbnailUrl: expect.stringContaining("size=thumbnail") as string,
    });
    const [one, other] = body.photos;
    expect(Date.parse(one?.takenAt ?? "")).toBeGreaterThan(Date.parse(other?.takenAt ?? ""));
  });

  test("[CONN-40] come 50 at a time: 500 photos are ten pages, none twice", async () => {
    const { admin, leadId } = await newLinked(large);
    const ids = new Set<string>();
    let pages = 0;
    let cursor: string | undefined;
    do {
      const { body }: { body: CompanyCamPage } = await list(admin, leadId, {
        projectId: large,
        ...(cursor !== undefined && { cursor }),
      });
      for (const { id } of body.photos) ids.add(id);
      pages += 1;
      cursor = body.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect([pages, ids.size]).toEqual([10, 500]);
  });

  test("[CONN-42] a picture comes without its metadata and without our token at the service", async () => {
    const { admin, leadId } = await newLinked(house);
    const [photo] = (await list(admin, leadId)).body.photos;
    const before = app.twin.requests.length;
    for (const url of [photo?.url ?? "", photo?.thumbnailUrl ?? ""]) {
      const reply = await open(admin, url);
      expect(reply.statusCode).toBe(200);
      expect(reply.headers["content-type"]).toBe("image/png");
      expect(reply.rawPayload.subarray(1, 4).toString()).toBe("PNG");
      expect(reply.rawPayload.includes(SECRET_PLACE)).toBe(false);
    }
    const calls = app.twin.requests.slice(before);
    expect(calls.map(({ path }) => path)).toEqual(["/img/2841196000/original", "/img/2841196000/thumbnail"]);
    expect(calls.map(({ authorization }) => authorization)).toEqual([undefined, undefined]);
  });

  test("[CONN-48] a WebP, HEIC and a picture of more than 10 MB come through: the device makes JPEGs of them", async () => {
    const { admin, leadId } = await newLinked(house);
    const { photos } = (await list(admin, leadId)).body;
    const heic = app.twin.projects[0]?.photos[0];
    if (!heic) throw new Error("The twin has no photo.");
    heic.content = "heic";
    const came = new Map<string, { type: unknown; bytes: Buffer }>();
    for (const id of ["2841196003", "2841196009", heic.id]) {
      const reply = await open(admin, photos.find((photo) => photo.id === id)?.url ?? "");
      came.set(id, { type: reply.headers["content-type"], bytes: reply.rawPayload });
    }
    heic.content = "picture";
    expect([...came.values()].map(({ type }) => type)).toEqual(["image/webp", "image/png", "image/heic"]);
    const [webp, large] = [...came.values()].map(({ bytes }) => bytes);
    expect([webp?.subarray(8, 12).toString(), webp?.includes(SECRET_PLACE)]).toEqual(["WEBP", false]);
    expect(large?.length).toBeGreaterThan(10_000_000);
    expect(large?.includes(SECRET_PLACE)).toBe(false);
  });

  test("[CONN-48] eight originals come at a time: a ninth waits, and one that fails makes room for it", async () => {
    const { admin, leadId } = await newLinked(large);
    const photos = (await list(admin, leadId)).body.photos.slice(0, 10);
    const held: (() => void)[] = [];
    const holds = () => new Promise<void>((resolve) => held.push(resolve));
    app.twin.program({ match: /\/original/, answer: "forbidden", holds });
    app.twin.program({ match: /\/original/, answer: "asUsual", holds, times: 9 });
    const opened = photos.map(({ url }) => open(admin, url));
    await expect.poll(() => held.length).toBe(8);
    // Thumbnails do not wait for them; when one has come, a ninth original would have been asked for.
    expect((await open(admin, photos[9]?.thumbnailUrl ?? "")).statusCode).toBe(200);
    expect(held.length).toBe(8);
    // The first that arrived is the one that fails.
    held[0]?.();
    await expect.poll(() => held.length).toBe(9);
    held[1]?.();
    await expect.poll(() => held.length).toBe(10);
    for (const release of held) release();
    const statuses = (await Promise.all(opened)).map(({ statusCode }) => statusCode);
    expect(statuses.sort()).toEqual([...Array.from({ length: 9 }, () => 200), 424]);
  });

  test("[CONN-43] a page, a PDF, 60 MB, and addresses elsewhere are named failures, and nothing of them is passed on", async () => {
    const { admin, leadId } = await newLinked(broken);
    const { photos } = (await list(admin, leadId)).body;
    const found: unknown[] = [];
    for (const { url } of photos) {
      const reply = await open(admin, url);
      found.push(failureOf({ status: reply.statusCode, body: reply.json() }));
      app.clock.advance({ minutes: 2 });
    }
    // In the order of the twin: page, pdf, huge, private address, foreign host, gone.
    expect(found).toEqual([
      [424, "unreadable"],
      [424, "unreadable"],
      [424, "tooLarge"],
      [424, "unreadable"],
      [424, "unreadable"],
      [424, "notFound"],
    ]);
  });

  test("[CONN-42] a picture whose address has ended is found by a new list", async () => {
    const { admin, leadId } = await newLinked(house);
    const [photo] = (await list(admin, leadId)).body.photos;
    app.clock.advance({ minutes: 5 });
    const before = app.twin.requests.length;
    app.twin.program({ match: /\/img\//, answer: "forbidden" });
    expect((await open(admin, photo?.url ?? "")).statusCode).toBe(200);
    expect(callsSince(before)).toEqual([
      "/img/2841196000/original",
      `/v2/projects/${house}/photos?per_page=50`,
      "/img/2841196000/original",
    ]);
  });

  test("[CONN-43] pictures are requested only from the service's hosts, and the configured site", () => {
    const base = "https://api.companycam.com/v2";
    expect(pictureAddress("https://img.companycam.com/a.jpg?x=1", base)).toBe("https://img.companycam.com/a.jpg?x=1");
    for (const address of [
      "https://companycam.com.example.test/a.jpg",
      "https://evilcompanycam.com/a.jpg",
      "not an address",
      "",
      "http://img.companycam.com/a.jpg",
      "https://img.companycam.com:22/a.jpg",
      "https://127.0.0.1/a.jpg",
      "file:///etc/passwd",
      "https://img.companycam.com@10.0.0.1/a.jpg",
    ])
      expect(() => pictureAddress(address, base), address).toThrow("unreadable");
  });

  test("[CONN-44] links that are no project of the service's are only links: nothing is called", async () => {
    const admin = await app.newConnected();
    const { id } = (await admin.call("createLead", { body: { lastName: "Whitlock" } })).body;
    const before = app.twin.requests.length;
    for (const cameraUrl of [
      "",
      "https://photos.example.test/album/7",
      "https://127.0.0.1/projects/1",
      "https://app.companycam.com.example.test/projects/1",
      "https://app.companycam.com/projects/12abc",
    ]) {
      expect((await admin.call("setCameraUrl", { params: { id }, body: { cameraUrl } })).status).toBe(200);
      expect((await list(admin, id)).body).toEqual({
        projectId: null,
        photos: [],
        nextCursor: null,
        fetchedTime: null,
      });
    }
    expect(callsSince(before)).toEqual([]);
    for (const cameraUrl of ["http://photos.test/1", "javascript:alert(1)", "no link", `https://${"a".repeat(600)}`])
      expect((await admin.callRaw("setCameraUrl", { params: { id }, body: { cameraUrl } })).status).toBe(400);
  });

  test("[CONN-45] the list and pictures of a link end when the link changes", async () => {
    const { admin, leadId } = await newLinked(large);
    const { photos, nextCursor } = (await list(admin, leadId)).body;
    await admin.call("setCameraUrl", { params: { id: leadId }, body: { cameraUrl: linkTo(house) } });
    expect((await list(admin, leadId, { projectId: large, cursor: nextCursor ?? "" })).status).toBe(404);
    expect((await open(admin, photos[0]?.url ?? "")).statusCode).toBe(404);
    // A photo of another project cannot be had by its number.
    const foreign = (photos[0]?.url ?? "").replace(`projectId=${large}`, `projectId=${house}`);
    expect((await open(admin, foreign)).statusCode).toBe(404);
    expect((await list(admin, leadId)).body.projectId).toBe(house);
  });

  test("[CONN-46] a missing project is not found, and a company without the connection gets an answer that says so", async () => {
    const { admin, leadId } = await newLinked("1");
    expect(failureOf(await list(admin, leadId))).toEqual([424, "notFound"]);
    const other = await app.newAdmin();
    expect(failureOf(await list(other, await app.newLinked(other, house)))).toEqual([424, "notConnected"]);
  });

  test("[CONN-47] a list is requested once a minute, and the former one is shown while the service is down", async () => {
    const { admin, leadId } = await newLinked(house);
    const before = app.twin.requests.length;
    const first = (await list(admin, leadId)).body;
    expect((await list(admin, leadId)).body).toEqual(first);
    expect(callsSince(before)).toEqual([`/v2/projects/${house}/photos?per_page=50`]);
    app.clock.advance({ minutes: 2 });
    app.twin.program({ answer: "unavailable", times: 4 });
    expect((await list(admin, leadId)).body).toEqual(first);
    app.clock.advance({ minutes: 2 });
    expect(Date.parse((await list(admin, leadId)).body.fetchedTime ?? "")).toBeGreaterThan(
      Date.parse(first.fetchedTime ?? ""),
    );
    expect((await admin.call("clearCompanyCamCache")).body).toBe(true);
    expect((await admin.call("getCompanyCamAccount")).body.cachedCount).toBe(0);
  });
});

interface Expected {
  readonly failure: ConnectionFailure;
  readonly tries: number;
}
const final = (failure: ConnectionFailure): Expected => ({ failure, tries: 1 });
const retried = (failure: ConnectionFailure): Expected => ({ failure, tries: 4 });

const OF_CALLS: Partial<Record<CompanyCamCaseName, Expected>> = {
  badRequest: final("unreadable"),
  paymentRequired: final("unreadable"),
  forbidden: final("refused"),
  notFound: final("notFound"),
  requestTimeout: retried("timedOut"),
  unprocessable: final("unreadable"),
  tooManyCalls: retried("tooManyCalls"),
  tooManyCallsWait: retried("tooManyCalls"),
  serverError: retried("unavailable"),
  badGateway: retried("unavailable"),
  unavailable: retried("unavailable"),
  gatewayTimeout: retried("unavailable"),
  htmlWithSuccess: final("unreadable"),
  errorWithSuccess: final("unreadable"),
  redirect: final("unreadable"),
};
/** For pictures, which are on another host and need no token: a 401 is no reason to renew it. */
const OF_PICTURES: Partial<Record<CompanyCamCaseName | "brokenOff" | "endless", Expected>> = {
  unauthorized: final("refused"),
  forbidden: final("refused"),
  notFound: final("notFound"),
  requestTimeout: retried("timedOut"),
  tooManyCallsWait: retried("tooManyCalls"),
  serverError: retried("unavailable"),
  unavailable: retried("unavailable"),
  redirect: final("unreadable"),
  brokenOff: retried("unavailable"),
  endless: final("tooLarge"),
};
const OF_TOKENS: Partial<Record<CompanyCamCaseName, ConnectionFailure>> = {
  invalidGrant: "reconnectNeeded",
  invalidClient: "notSetUp",
  invalidScope: "notSetUp",
  unsupportedGrantType: "unreadable",
};
const OTHERS: readonly CompanyCamCaseName[] = ["accessDenied", "unknownClient", "unauthorized"];

describe("possible answers of CompanyCam", () => {
  test.each(Object.entries(OF_CALLS) as [CompanyCamCaseName, Expected][])(
    "[CONN-10] %s of a list",
    async (answer, { failure, tries }) => {
      const { admin, leadId } = await newLinked(house);
      const before = app.twin.requests.length;
      app.twin.program({ match: /\/photos/, answer, times: 9 });
      expect(failureOf(await list(admin, leadId))).toEqual([424, failure]);
      expect(callsSince(before)).toHaveLength(tries);
      const account = (await admin.call("getCompanyCamAccount")).body;
      expect(account.state).toBe("connected");
    },
  );

  test.each(Object.entries(OF_PICTURES) as [CompanyCamCaseName, Expected][])(
    "[CONN-10] %s of a picture",
    async (answer, { failure, tries }) => {
      const { admin, leadId } = await newLinked(house);
      const [photo] = (await list(admin, leadId)).body.photos;
      const before = app.twin.requests.length;
      app.twin.program({ match: /\/img\//, answer, times: 9 });
      const reply = await open(admin, photo?.url ?? "");
      expect(failureOf({ status: reply.statusCode, body: reply.json() })).toEqual([424, failure]);
      expect(callsSince(before)).toHaveLength(tries);
      expect((await admin.call("getCompanyCamAccount")).body.state).toBe("connected");
    },
  );

  test.each(["brokenOff", "endless"] as const)("[CONN-06] %s of a list", async (answer) => {
    const { admin, leadId } = await newLinked(house);
    app.twin.program({ match: /\/photos/, answer, times: 9 });
    const failure = answer === "endless" ? "tooLarge" : "unavailable";
    expect(failureOf(await list(admin, leadId))).toEqual([424, failure]);
  });

  test("[CONN-05] waits for as long as Retry-After says", async () => {
    const { admin, leadId } = await newLinked(house);
    app.twin.program({ match: /\/photos/, answer: "tooManyCallsWait" });
    const began = app.clock.now().getTime();
    expect((await list(admin, leadId)).body.photos).toHaveLength(12);
    expect(app.clock.now().getTime() - began).toBeGreaterThanOrEqual(2_000);
  });

  test.each(Object.entries(OF_TOKENS) as [CompanyCamCaseName, ConnectionFailure][])(
    "[CONN-07] %s of a renewal",
    async (answer, failure) => {
      const admin = await app.newConnected();
      app.twin.program({ match: /\/oauth\/token/, answer });
      expect(failureOf(await admin.call("refreshCompanyCamAccount"))).toEqual([424, failure]);
      const { state } = (await admin.call("getCompanyCamAccount")).body;
      expect(state).toBe(failure === "reconnectNeeded" ? "reconnectNeeded" : "connected");
    },
  );

  test("[CONN-07] a token that ended is renewed once, and the call made again", async () => {
    const { admin, leadId } = await newLinked(house);
    app.twin.oauth.endAccess();
    expect((await list(admin, leadId)).body.photos).toHaveLength(12);
    expect(app.twin.answered).toContain("unauthorized");
  });

  test("[CONN-02] a permission that is denied changes nothing, and an unknown application is not asked for", async () => {
    const admin = await app.newAdmin();
    const { authorizeUrl } = (await admin.call("getCompanyCamAccount")).body;
    expect(await consent(authorizeUrl, "deny")).toMatchObject({
      error: "access_denied",
      code: "",
      pathname: "/config/photo-integration",
    });
    expect((await admin.call("getCompanyCamAccount")).body.state).toBe("notConnected");
    const unknown = await fetch((authorizeUrl ?? "").replace("ridgebook-demo", "somebody"));
    expect(unknown.status).toBe(401);
  });

  test("[CONN-03] the demo can be made slow, and made to refuse, to limit and to withdraw the permission", async () => {
    const admin = await app.newAdmin();
    expect((await connect(admin, { isRehearsal: true })).isRehearsal).toBe(true);
    const leadId = await app.newLinked(admin, house);
    const rehearse = async (faults: ("slow" | "refuses" | "expires" | "limits")[]) => {
      await admin.call("setCompanyCamRehearsal", { body: { faults } });
      app.clock.advance({ minutes: 2 });
      await admin.call("clearCompanyCamCache");
      return failureOf(await list(admin, leadId));
    };
    expect(await rehearse(["slow"])).toEqual([200, undefined]);
    expect(await rehearse(["refuses"])).toEqual([424, "refused"]);
    expect(await rehearse(["limits"])).toEqual([424, "tooManyCalls"]);
    expect(await rehearse(["expires"])).toEqual([424, "reconnectNeeded"]);
    expect((await admin.call("disconnectCompanyCam")).body).toBe(true);
    expect((await admin.call("disconnectCompanyCam")).body).toBe(false);
  });

  test("[CONN-10] every case of the stand-in has been answered, and has a row", () => {
    const rows = [...Object.keys(OF_CALLS), ...Object.keys(OF_TOKENS), ...OTHERS].sort();
    expect(rows).toEqual(Object.keys(COMPANYCAM_CASES).sort());
    expect([...app.twin.answered].sort()).toEqual(rows);
  });
});
