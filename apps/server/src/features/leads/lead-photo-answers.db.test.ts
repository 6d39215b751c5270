import { randomUUID } from "node:crypto";
import {
  fileIdPrefix,
  IDEMPOTENCY_KEY_HEADER,
  leadPhotoToForm,
  type CompanyId,
  type LeadId,
  type LeadPhoto,
  type ProblemReply,
} from "@ridgebook/contract";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { startTestApplication, type SignedIn, type TestApplication } from "#testing/test-application.ts";

const TAKEN = "2026-05-14T14:24:08.000Z";

async function idOf(companyId: CompanyId, name: string, bytes: Uint8Array): Promise<string> {
  const prefix = new TextEncoder().encode(fileIdPrefix({ companyId, name }));
  const digest = await crypto.subtle.digest("SHA-256", Buffer.concat([prefix, bytes]));
  return Buffer.from(digest).toString("hex");
}

const picture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 20, channels: 3, background } })
    .jpeg()
    .toBuffer();

describe("photos of a lead", () => {
  let app: TestApplication;
  let own: CompanyId;
  let user: SignedIn;
  let colleague: SignedIn;
  let leadId: LeadId;
  let jpeg: Buffer;

  beforeAll(async () => {
    app = await startTestApplication(inject("postgresUrl"));
    own = await app.createCompany();
    user = await app.signInNew({ companyId: own });
    colleague = await app.signInNew({ companyId: own, firstName: "Marcus", lastName: "Bell" });
    jpeg = await picture("#2ab0da");
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    leadId = (await user.call("createLead", { body: { lastName: "Kowalski" } })).body.id;
  });

  const send = async (
    given: Partial<Record<"leadId" | "fileId" | "name" | "caption" | "takenAt" | "color", unknown>>,
    { bytes = jpeg, key, by = user }: { bytes?: Uint8Array; key?: string; by?: SignedIn } = {},
  ): Promise<{ status: number; photo: LeadPhoto; problem: ProblemReply }> => {
    const { name = "photo.jpg" } = given;
    const fields = { leadId, name, takenAt: TAKEN, fileId: await idOf(own, String(name), bytes), ...given };
    const form = new FormData();
    for (const [field, value] of leadPhotoToForm(fields)) form.append(field, value);
    if (given.color !== undefined) form.append("color", "red");
    // Whatever the sender's file is called: the photo's name is what counts.
    form.append("formFile", new File([Uint8Array.from(bytes)], String(name)));
    const written = new Response(form);
    const reply = await app.app.inject({
      method: "POST",
      url: "/api/leads/photos/",
      payload: Buffer.from(await written.arrayBuffer()),
      headers: {
        "content-type": written.headers.get("content-type") ?? "",
        ...(key !== undefined && { [IDEMPOTENCY_KEY_HEADER]: key }),
        ...by.headers,
      },
    });
    const body: unknown = reply.json();
    return { status: reply.statusCode, photo: body as LeadPhoto, problem: body as ProblemReply };
  };
  const list = async (id: LeadId = leadId) => (await user.call("listLeadPhotos", { query: { id: String(id) } })).body;

  test("[API-48] [LEAD-18] [OP-64] [PHOTO-01] a salesperson adds a photo, and the lead's list shows it to everyone", async () => {
    const { status, photo } = await send({ caption: "North slope" });
    expect(status).toBe(200);
    const url = `/api/Files/Download/${photo.fileId}?companyId=${String(own)}`;
    expect(photo).toEqual({
      id: photo.id,
      revision: 1,
      leadId,
      fileId: await idOf(own, "photo.jpg", jpeg),
      name: "photo.jpg",
      caption: "North slope",
      takenAt: TAKEN,
      url,
      thumbnailUrl: url,
      createdTime: expect.stringMatching(/Z$/) as string,
      createdByUserId: expect.any(Number) as number,
    });
    const seen = await colleague.call("listLeadPhotos", { query: { id: String(leadId) } });
    expect(seen.body).toEqual([photo]);
    const picture = await app.app.inject({ url, headers: colleague.headers });
    expect(picture.rawPayload.equals(jpeg)).toBe(true);
    expect((await user.call("listLeadPhotos", { query: { id: "999999" } })).status).toBe(404);
  });

  test("[API-48] photos are in the order in which they were taken", async () => {
    const [red, blue] = [await picture("#f00"), await picture("#00f")];
    await send({ takenAt: "2026-05-14T15:00:00.000Z", caption: "second" }, { bytes: red });
    await send({ takenAt: "2026-05-14T14:00:00.000Z", caption: "first" }, { bytes: blue });
    expect((await list()).map(({ caption }) => caption)).toEqual(["first", "second"]);
  });

  test("[FILE-12] a photo that an older app sends with its position keeps its id and loses the position", async () => {
    const taken = await sharp(jpeg)
      .withExif({ IFD0: { Make: "Apple" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "41/1 52/1 41/1" } })
      .toBuffer();
    const { status, photo } = await send({}, { bytes: taken });
    expect([status, photo.fileId]).toEqual([200, await idOf(own, "photo.jpg", taken)]);
    const kept = await app.app.inject({ url: photo.url, headers: user.headers });
    expect((await sharp(kept.rawPayload).metadata()).exif).toBeUndefined();
    const { body: file } = await user.call("getFile", { params: { id: photo.fileId } });
    expect(file.size).toBe(kept.rawPayload.length);
    expect((await send({ leadId }, { bytes: taken })).photo.id).toBe(photo.id);
  });

  test("[PHOTO-02] a repeated transfer is one photo: by its key, and by what it shows", async () => {
    const key = randomUUID();
    const [first, again] = [await send({}, { key }), await send({}, { key })];
    expect(again.photo).toEqual(first.photo);
    expect((await send({}, { key: randomUUID() })).photo.id).toBe(first.photo.id);
    expect((await send({}, { by: colleague })).photo.id).toBe(first.photo.id);
    expect(await list()).toHaveLength(1);
    // The key is this photo's and nothing else's.
    expect((await send({}, { key, bytes: await picture("#123456") })).status).toBe(422);

    const other = (await user.call("createLead", { body: { lastName: "Other" } })).body.id;
    expect((await send({ leadId: other })).photo.id).not.toBe(first.photo.id);
  });

  test("[PHOTO-02] photos that are sent at once are one photo as well", async () => {
    const sent = await Promise.all([1, 2, 3].map(() => send({}, { key: randomUUID() })));
    expect(new Set(sent.map(({ status, photo }) => `${String(status)} ${String(photo.id)}`)).size).toBe(1);
  });

  test("[PHOTO-03] a photo that was changed on its way, or is not one, is refused with a message", async () => {
    const changed = await send({ fileId: "0".repeat(64) });
    expect([changed.status, changed.problem.errors]).toEqual([
      400,
      { fileId: ["The photo is not the one that was sent off. Please add it again."] },
    ]);
    const grain = { type: "gaussian", mean: 128, sigma: 60 } as const;
    const grainy = sharp({ create: { width: 300, height: 300, channels: 3, background: "#fff", noise: grain } });
    const whole = await grainy.jpeg().toBuffer();
    const half = await send({}, { bytes: whole.subarray(0, whole.length / 2) });
    expect([half.status, half.problem.errors]).toEqual([
      400,
      { formFile: ["Error processing image file: Invalid image"] },
    ]);
    const script = await send({ name: "photo.png" }, { bytes: Buffer.from("<svg><script>alert(1)</script></svg>") });
    expect(script.problem.errors).toEqual({
      formFile: ["Invalid file type. Only jpg, jpeg, png, gif files allowed."],
    });
    const disguised = await send({ name: "photo.png" });
    expect(disguised.problem.errors).toEqual({
      formFile: ["Invalid file type. Only jpg, jpeg, png, gif files allowed."],
    });
    const huge = await send({}, { bytes: Buffer.concat([jpeg, Buffer.alloc(10_000_001 - jpeg.length)]) });
    expect(huge.problem.errors).toEqual({ formFile: ["File exceeds limit of 9.5 MB."] });
    expect(await list()).toEqual([]);
  });

  test("[PHOTO-03] every field that is wrong is named at once", async () => {
    const { status, problem } = await send({
      leadId: "x",
      name: "IMG_1.jpg",
      takenAt: "today",
      caption: "c".repeat(201),
      color: "red",
    });
    expect(status).toBe(400);
    expect(Object.keys(problem.errors ?? {}).sort()).toEqual(["caption", "color", "leadId", "name", "takenAt"]);
    expect((await send({ leadId: 999_999 })).problem.errors).toEqual({
      leadId: ["The lead must be one of the company's leads."],
    });
  });

  test("[PHOTO-04] a caption is changed unless another user changed it too; else both are shown side by side", async () => {
    const { photo } = await send({});
    const change = (by: SignedIn, caption: string, former: string) =>
      by.callRaw("updateLeadPhoto", {
        params: { id: photo.id },
        body: { revision: 1, caption, former: { caption: former } },
      });
    expect((await change(colleague, "South", "")).body).toMatchObject({ caption: "South", revision: 2 });
    expect((await change(user, "South", "")).body).toMatchObject({ caption: "South", revision: 2 });
    const met = await change(user, "North", "");
    expect(met.status).toBe(409);
    expect(met.problem).toMatchObject({
      code: "conflict",
      changedBy: "Marcus Bell",
      conflicts: [{ field: "caption", former: "", mine: "North", theirs: "South" }],
    });
    expect((await change(user, "North", "South")).body).toMatchObject({ caption: "North", revision: 3 });
  });

  test("[PHOTO-05] a deleted photo is gone from the lead; its file stays for the papers that show it", async () => {
    const { photo } = await send({});
    expect((await user.call("deleteLeadPhoto", { params: { id: String(photo.id) } })).status).toBe(204);
    expect((await user.call("deleteLeadPhoto", { params: { id: String(photo.id) } })).status).toBe(404);
    expect(await list()).toEqual([]);
    expect((await app.app.inject({ url: photo.url, headers: user.headers })).statusCode).toBe(200);
  });

  test("[PHOTO-05] photos go with their lead", async () => {
    await send({});
    expect((await user.call("deleteLead", { params: { id: String(leadId) } })).status).toBe(204);
    const { rows } = await app.testDatabase.superuserPool.query("select from lead_photo where lead_id = $1", [leadId]);
    expect(rows).toEqual([]);
  });
});
