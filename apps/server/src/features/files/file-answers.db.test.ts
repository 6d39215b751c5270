import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import type { CompanyId, ProblemReply, StoredFile } from "@ridgebook/contract";
import { PDFDocument, PDFString } from "@cantoo/pdf-lib";
import { uploadForm } from "@ridgebook/testing/upload-form";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openFileStore } from "./file-store.ts";
import { startTestApplication, type SignedIn, type TestApplication } from "#testing/test-application.ts";

const picture = sharp({ create: { width: 40, height: 20, channels: 3, background: "#2ab0da" } });
const TYPES = "jpg, jpeg, png, gif, pdf, doc, xls, docx, xlsx, csv";

const fileOf = (bytes: Uint8Array, name: string): File => new File([Uint8Array.from(bytes)], name);

describe("calls of files", () => {
  let app: TestApplication;
  let folder: string;
  let own: CompanyId;
  let admin: SignedIn;
  let user: SignedIn;
  let foreignAdmin: SignedIn;
  let png: Buffer;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-files-"));
    app = await startTestApplication(inject("postgresUrl"), { fileStore: { kind: "folder", folder } });
    own = await app.createCompany({ name: "Own" });
    const foreign = await app.createCompany({ name: "Foreign" });
    admin = await app.signInNew({ companyId: own, role: "Admin" });
    user = await app.signInNew({ companyId: own });
    foreignAdmin = await app.signInNew({ companyId: foreign, role: "Admin" });
    png = await picture.clone().png().toBuffer();
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  const upload = async (
    file: File,
    { by = admin, field }: { by?: SignedIn; field?: string } = {},
  ): Promise<{ status: number; file: StoredFile; problem: ProblemReply }> => {
    const { payload, headers } = await uploadForm(file, field === undefined ? {} : { field });
    const reply = await app.app.inject({
      method: "POST",
      url: "/api/files",
      payload,
      headers: { ...headers, ...by.headers },
    });
    const body: unknown = reply.json();
    return { status: reply.statusCode, file: body as StoredFile, problem: body as ProblemReply };
  };
  const download = (url: string, headers: Record<string, string> = {}, cookie?: string) =>
    app.app.inject({ url, headers, ...(cookie === undefined ? {} : { cookies: { ridgebook_session: cookie } }) });
  const messages = async (file: File): Promise<string[]> => {
    const { status, problem } = await upload(file);
    expect(status).toBe(400);
    expect(problem.code).toBe("validation");
    expect(Object.keys(problem.errors ?? {})).toEqual(["formFile"]);
    return problem.errors?.["formFile"] ?? [];
  };

  test("[API-36] [API-37] [FILE-01] [FILE-09] an upload answers the file, and so does a call for it", async () => {
    const { status, file } = await upload(fileOf(png, "Cedar shake.PNG"));
    expect(status).toBe(200);
    expect(file).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      name: "Cedar shake.PNG",
      size: png.length,
      uploadTimestamp: expect.stringMatching(/Z$/) as string,
      url: `/api/Files/Download/${file.id}?companyId=${String(own)}`,
    });
    expect((await user.call("getFile", { params: { id: file.id } })).body).toEqual(file);
    expect((await user.call("getFile", { params: { id: "0".repeat(64) } })).status).toBe(404);
    expect((await user.callRaw("getFile", { params: { id: "../secret" } })).status).toBe(400);
  });

  test("[API-51] the company's logo is the file that its settings name, and no other company's", async () => {
    const logo = (by: SignedIn) => download("/api/settings/company-logo/", by.headers);
    const setLogo = (by: SignedIn, value: string) =>
      by.call("updateSettings", { body: [{ op: "replace", path: "/logoImage", value }] });
    expect((await logo(user)).statusCode).toBe(404);
    const { file } = await upload(fileOf(png, "Logo.png"));
    await setLogo(admin, file.id);
    const shown = await logo(user);
    expect(shown.statusCode).toBe(200);
    expect(shown.headers["content-type"]).toBe("image/png");
    expect(shown.rawPayload).toEqual(png);
    expect((await setLogo(foreignAdmin, file.id)).status).toBe(400);
    expect((await logo(foreignAdmin)).statusCode).toBe(404);
  });

  test("[API-37] the same upload sent twice is one file; another name or company makes another", async () => {
    const [first, again, renamed, foreign] = [
      await upload(fileOf(png, "one.png")),
      await upload(fileOf(png, "one.png")),
      await upload(fileOf(png, "two.png")),
      await upload(fileOf(png, "one.png"), { by: foreignAdmin }),
    ];
    expect(again.file).toEqual(first.file);
    expect(new Set([first, renamed, foreign].map(({ file }) => file.id)).size).toBe(3);
    const same = await Promise.all([1, 2, 3].map(() => upload(fileOf(png, "at once.png"))));
    expect(new Set(same.map(({ status, file }) => `${String(status)} ${file.id}`)).size).toBe(1);
  });

  test("[API-37] only admins upload, and a caller without a login is not listened to", async () => {
    expect((await upload(fileOf(png, "a.png"), { by: user })).status).toBe(403);
    const { payload, headers } = await uploadForm(fileOf(png, "a.png"));
    expect((await app.app.inject({ method: "POST", url: "/api/files", payload, headers })).statusCode).toBe(401);
  });

  test("[FILE-02] the form's field is formFile; nothing in it is an empty file", async () => {
    const { status, problem } = await upload(fileOf(png, "a.png"), { field: "file" });
    expect([status, problem.errors]).toEqual([400, { formFile: ["File is empty."] }]);
    const json = await app.app.inject({ method: "POST", url: "/api/files", payload: {}, headers: admin.headers });
    expect(json.json<ProblemReply>().errors).toEqual({ formFile: ["File is empty."] });
  });

  test("[FILE-02] forms of other programs are read, or refused with a message", async () => {
    const send = (...parts: string[]) =>
      app.app.inject({
        method: "POST",
        url: "/api/files",
        payload: [...parts.map((part) => `--x\r\nContent-Disposition: form-data; ${part}\r\n`), "--x--\r\n"].join(""),
        headers: { "content-type": "multipart/form-data; boundary=x", ...admin.headers },
      });
    const csv = 'name="formFile"; filename="a.csv"\r\nContent-Type: image/png\r\n\r\na,b';
    expect((await send('name="note"\r\n\r\nread over', csv)).json<StoredFile>().name).toBe("a.csv");
    const nameless = 'name="formFile"\r\nContent-Type: application/octet-stream\r\n\r\na,b';
    expect((await send(nameless)).json<ProblemReply>().errors).toEqual({
      formFile: [`Invalid file type. Only ${TYPES} files allowed.`],
    });
    expect((await send(csv, csv)).statusCode).toBe(413);
    expect((await send('name="__proto__"\r\n\r\nx', csv)).statusCode).toBe(400);
    const cutOff = await app.app.inject({
      method: "POST",
      url: "/api/files",
      payload: `--x\r\nContent-Disposition: form-data; ${csv}`,
      headers: { "content-type": "multipart/form-data; boundary=x", ...admin.headers },
    });
    expect(cutOff.statusCode).toBe(400);
  });

  test("a form is refused where a call takes JSON", async () => {
    const { payload, headers } = await uploadForm(fileOf(png, "a.png"));
    const reply = await app.app.inject({
      method: "POST",
      url: "/api/leads/",
      payload,
      headers: { ...headers, ...admin.headers },
    });
    expect(reply.statusCode).toBe(415);
  });

  test("[VAL-23] [VAL-26] empty files, other types and disguised ones are refused in the rules' words", async () => {
    expect(await messages(new File([], "a.png"))).toEqual(["File is empty."]);
    expect(await messages(new File(["hello"], "a.txt"))).toEqual([`Invalid file type. Only ${TYPES} files allowed.`]);
    expect(await messages(new File(["hello"], "a.png", { type: "image/png" }))).toEqual([
      `Invalid file type. Only ${TYPES} files allowed.`,
    ]);
    expect(await messages(fileOf(png, "a.pdf"))).toEqual([`Invalid file type. Only ${TYPES} files allowed.`]);
  });

  test("[FILE-04] [VAL-25] 10,000,000 bytes are taken, one more is refused", async () => {
    const csv = Buffer.alloc(10_000_001, "a,b\n");
    const taken = await upload(fileOf(csv.subarray(0, 10_000_000), "most.csv"));
    expect([taken.status, taken.file.size]).toEqual([200, 10_000_000]);
    expect(await messages(fileOf(csv, "more.csv"))).toEqual(["File exceeds limit of 9.5 MB."]);
  });

  test("[VAL-25] a sender of far too much gets the reason, over a real connection", async () => {
    await app.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.app.server.address() as AddressInfo;
    const { payload, headers } = await uploadForm(fileOf(Buffer.alloc(30_000_000, "a,b\n"), "huge.csv"));
    const send = (authorization: Record<string, string>) =>
      fetch(`http://127.0.0.1:${String(port)}/api/files`, {
        method: "POST",
        body: Uint8Array.from(payload),
        headers: { ...headers, ...authorization },
      });
    expect((await send({})).status).toBe(401);
    const reply = await send(admin.headers);
    expect(reply.status).toBe(413);
    expect(((await reply.json()) as ProblemReply).errors).toEqual({ formFile: ["File exceeds limit of 9.5 MB."] });
  });

  test("[ERR-13] [ERR-14] a picture that breaks off is no picture", async () => {
    const jpeg = await sharp({
      create: {
        width: 600,
        height: 600,
        channels: 3,
        background: "#fff",
        noise: { type: "gaussian", mean: 128, sigma: 60 },
      },
    })
      .jpeg()
      .toBuffer();
    expect(await messages(fileOf(jpeg.subarray(0, jpeg.length / 2), "half.jpg"))).toEqual([
      "Error processing image file: Invalid image",
    ]);
  });

  test("[FILE-14] a picture that asks for more pixels than it may is refused by its header", async () => {
    const plain = sharp({ create: { width: 8_000, height: 5_000, channels: 3, background: "#fff" } });
    expect((await upload(fileOf(await plain.png().toBuffer(), "most.png"))).status).toBe(200);
    // The header alone asks: nothing stands behind it that could be decoded.
    const bomb = Buffer.from(png.subarray(0, 33));
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    expect(await messages(fileOf(bomb, "bomb.png"))).toEqual([
      "The picture has 3600 megapixels. At most 40 are allowed.",
    ]);
  });

  const withPosition = (): Promise<Buffer> =>
    picture
      .clone()
      .jpeg()
      .withExif({ IFD0: { Make: "Apple" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "41/1 52/1 41/1" } })
      .toBuffer();

  test("[FILE-12] a picture is stored without its position, and is the same file as one that came without", async () => {
    const taken = await withPosition();
    const { status, file } = await upload(fileOf(taken, "roof.jpg"));
    const shown = await download(file.url, user.headers);
    expect([status, shown.rawPayload.length]).toEqual([200, file.size]);
    expect(taken.includes("Exif")).toBe(true);
    expect(shown.rawPayload.includes("Exif")).toBe(false);
    expect((await upload(fileOf(shown.rawPayload, "roof.jpg"))).file).toEqual(file);
  });

  test("[FILE-13] pictures from before are stripped step by step, each once, under the ids that they have", async () => {
    const bytes = await withPosition();
    const before = await app.createCompany();
    const person = await app.signInNew({ companyId: before });
    const ids = Array.from({ length: 22 }, (_, index) => index.toString(16).padStart(64, "a"));
    const store = await openFileStore({ kind: "folder", folder });
    const { superuserPool } = app.testDatabase;
    const add = async (id: string, stored: Uint8Array): Promise<void> => {
      await store.write({ companyId: before, id }, stored);
      await superuserPool.query(
        "insert into file (company_id, id, name, size, content_type) values ($1, $2, 'a.jpg', $3, 'image/jpeg')",
        [before, id, stored.length],
      );
    };
    for (const id of ids) await add(id, bytes);
    const broken = "b".repeat(64);
    await add(broken, bytes.subarray(0, 100));

    await app.tasks.housekeeping({});
    await app.runJobs();
    for (const id of ids) {
      const kept = await download(`/api/files/download/${id}`, { ...person.headers, "if-none-match": `"${id}"` });
      expect([kept.statusCode, kept.rawPayload.includes("Exif")]).toEqual([200, false]);
      expect((await person.call("getFile", { params: { id } })).body.size).toBe(kept.rawPayload.length);
    }
    const { rows } = await superuserPool.query(
      "select from file_usage where company_id = $1 and bytes = (select sum(size) from file where company_id = $1)",
      [before],
    );
    expect(rows).toHaveLength(1);
    // A file that cannot be stripped is left alone, logged once, and not retried.
    expect((await store.read({ companyId: before, id: broken }))?.length).toBe(100);
    const left = () => app.logLines.filter((line) => line.includes("could not be stripped")).length;
    expect(left()).toBe(1);
    await app.tasks.housekeeping({});
    await app.runJobs();
    await app.tasks["strip-pictures"]({ companyId: before });
    expect(left()).toBe(1);
  });

  test("[FILE-15] a PDF with scripts is refused with a message; one with links is accepted", async () => {
    const brochure = await PDFDocument.create();
    const page = brochure.addPage();
    const link = { Type: "Annot", Subtype: "Link", A: { S: "URI", URI: PDFString.of("https://x.test") } };
    page.node.addAnnot(brochure.context.register(brochure.context.obj(link)));
    expect((await upload(fileOf(await brochure.save(), "links.pdf"))).status).toBe(200);
    brochure.addJavaScript("a", "app.alert(1)");
    expect(await messages(fileOf(await brochure.save(), "script.pdf"))).toEqual([
      "This PDF cannot be used, because it runs JavaScript. Print it to a new PDF, and upload that.",
    ]);
  });

  test("names lose folders and tricks and keep their language", async () => {
    expect((await upload(fileOf(png, "../../etc/D\u00e4cher \u202egpj.png"))).file.name).toBe("D\u00e4cher gpj.png");
    const { name } = (await upload(fileOf(png, `${"long ".repeat(60)}.png`))).file;
    expect([name.length, name.slice(-4)]).toEqual([200, ".png"]);
  });

  test("[API-38] a download gives the bytes as they came; pictures are shown, tables saved, nothing is guessed", async () => {
    const { file } = await upload(fileOf(png, 'D\u00e4cher "1".png'));
    const shown = await download(file.url, user.headers);
    expect(shown.rawPayload.equals(png)).toBe(true);
    expect(shown.headers).toMatchObject({
      "content-type": "image/png",
      "content-disposition": `inline; filename="D_cher _1_.png"; filename*=UTF-8''D%C3%A4cher%20%221%22.png`,
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-cache",
      etag: `"${createHash("sha256").update(png).digest("hex")}"`,
    });
    const table = await upload(new File(["<script>alert(1)</script>,2\n"], "a.csv"));
    const saved = await download(table.file.url, user.headers);
    expect(saved.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(saved.headers["content-disposition"]).toMatch(/^attachment;/);
  });

  test("[API-38] answers that the caller has the bytes already, if they still may see them", async () => {
    const { file } = await upload(fileOf(png, "known.png"));
    const { headers } = await download(file.url, user.headers);
    const known = { "if-none-match": `W/"other", ${String(headers.etag)}` };
    const reply = await download(file.url, { ...user.headers, ...known });
    expect([reply.statusCode, reply.rawPayload.length]).toEqual([304, 0]);
    expect((await download(file.url, known)).statusCode).toBe(401);
  });

  test("[API-38] an image's address works with the login cookie, and with nothing less", async () => {
    const person = await app.signInNew({ companyId: own });
    const { file } = await upload(fileOf(png, "image.png"));
    expect((await download(file.url)).statusCode).toBe(401);
    expect((await download(file.url, {}, "made.up")).statusCode).toBe(401);
    expect((await download(file.url, {}, `${person.cookie}x`)).statusCode).toBe(401);
    expect((await download(file.url, {}, person.cookie)).statusCode).toBe(200);
    // The cookie opens what a browser opens by itself, and no other call.
    expect((await download(`/api/files/${file.id}`, {}, person.cookie)).statusCode).toBe(401);

    const renewed = await app.call("refresh", { cookie: person.cookie });
    expect((await download(file.url, {}, person.cookie)).statusCode).toBe(200);
    app.clock.advance({ minutes: 2 });
    expect((await download(file.url, {}, person.cookie)).statusCode).toBe(401);
    expect((await download(file.url, {}, renewed.cookie)).statusCode).toBe(200);
    await app.call("logout", { cookie: renewed.cookie });
    expect((await download(file.url, {}, renewed.cookie)).statusCode).toBe(401);
  });

  test("[API-38] downloads stay within the company", async () => {
    const { file } = await upload(fileOf(png, "private.png"));
    const address = `/api/Files/Download/${file.id}`;
    expect((await download(address, foreignAdmin.headers)).statusCode).toBe(404);
    expect((await download(address, {}, foreignAdmin.cookie)).statusCode).toBe(404);
    expect((await download(`${address}?companyId=${String(own)}`, {}, foreignAdmin.cookie)).statusCode).toBe(403);
    // Addresses are found in any case of letters.
    expect((await download(address.toLowerCase(), user.headers)).statusCode).toBe(200);
  });

  test("[FILE-16] files of a company take no more than its quota, also when they arrive at once", async () => {
    const smallFolder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-quota-"));
    const small = await startTestApplication(inject("postgresUrl"), {
      fileStore: { kind: "folder", folder: smallFolder },
      fileQuotaBytes: 3_000_000,
    });
    try {
      const companyId = await small.createCompany();
      const person = await small.signInNew({ companyId, role: "Admin" });
      const send = async (letter: string) => {
        const { payload, headers } = await uploadForm(fileOf(Buffer.alloc(1_000_000, letter), `${letter}.csv`));
        const url = "/api/files";
        const reply = await small.app.inject({
          method: "POST",
          url,
          payload,
          headers: { ...headers, ...person.headers },
        });
        return { status: reply.statusCode, errors: reply.json<ProblemReply>().errors };
      };
      const usage = async (): Promise<unknown> =>
        (
          await small.testDatabase.superuserPool.query("select bytes from file_usage where company_id = $1", [
            companyId,
          ])
        ).rows[0];
      const sent = await Promise.all(["a", "b", "c", "d", "e"].map(send));
      expect(sent.filter(({ status }) => status === 200)).toHaveLength(3);
      expect(await usage()).toEqual({ bytes: "3000000" });
      const full = {
        formFile: [
          "There is no room for this file of 1 MB: the company's files take 2.9 MB of 2.9 MB. Ask the operator of this installation for more room.",
        ],
      };
      expect(await send("f")).toEqual({ status: 400, errors: full });
      expect(
        (await readdir(path.join(smallFolder, String(companyId)), { recursive: true })).length,
      ).toBeLessThanOrEqual(10);
      // An existing file takes no space.
      const known = ["a", "b", "c", "d", "e"][sent.findIndex(({ status }) => status === 200)] ?? "";
      expect((await send(known)).status).toBe(200);
      const other = await small.signInNew({ companyId: await small.createCompany(), role: "Admin" });
      const { payload, headers } = await uploadForm(fileOf(png, "a.png"));
      const reply = await small.app.inject({
        method: "POST",
        url: "/api/files",
        payload,
        headers: { ...headers, ...other.headers },
      });
      expect(reply.statusCode).toBe(200);
    } finally {
      await small.close();
      await rm(smallFolder, { recursive: true });
    }
  });

  test("a file whose bytes could not be stored is never listed", async () => {
    const blocked = await mkdtemp(path.join(os.tmpdir(), "ridgebook-blocked-"));
    const broken = await startTestApplication(inject("postgresUrl"), {
      fileStore: { kind: "folder", folder: path.join(blocked, "file") },
    });
    try {
      await writeFile(path.join(blocked, "file"), "not a folder");
      const companyId = await broken.createCompany();
      const person = await broken.signInNew({ companyId, role: "Admin" });
      const { payload, headers } = await uploadForm(fileOf(png, "a.png"));
      const reply = await broken.app.inject({
        method: "POST",
        url: "/api/files",
        payload,
        headers: { ...headers, ...person.headers },
      });
      expect(reply.statusCode).toBe(500);
      const { rows } = await broken.testDatabase.superuserPool.query("select from file");
      expect(rows).toEqual([]);
    } finally {
      await broken.close();
      await rm(blocked, { recursive: true });
    }
  });

  test("bytes lie by company, and nothing half written stays", async () => {
    const companies = await readdir(folder);
    expect(companies).toContain(String(own));
    const all = await readdir(folder, { recursive: true });
    expect(all.filter((name) => name.endsWith(".part"))).toEqual([]);
  });
});
