import { randomBytes } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { documentViewUrl, isObject, routes, type CompanyId, type RouteName } from "@ridgebook/contract";
import { uploadForm } from "@ridgebook/testing/upload-form";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { checkLog } from "#features/documents/evidence-log.ts";
import { verifyPdf } from "#features/documents/verify-pdf.ts";
import { openFileStore } from "#features/files/file-store.ts";
import { fillEveryTable } from "#testing/fill-every-table.ts";
import type { SignedIn, TestUser } from "#testing/test-application.ts";
import { ARCHIVED_TABLES, EVIDENCE_TABLES, LEFT_OUT } from "./archived-tables.ts";
import { deleteCompany } from "./delete-company.ts";
import type { ImportedCompany } from "./import-company.ts";
import { findDifference, packArchive, rowsOf, unpackArchive, type Entries, type Row } from "./testing/archives.ts";
import { COMPARED_CALLS } from "./testing/compared-calls.ts";
import { prepareInstallations, type Installation } from "./testing/installations.ts";

/* A company goes from one installation to another, and back. `COMPANY_LEADS=400` makes it as large as a small company is after a year. */

const LEADS = Number(process.env["COMPANY_LEADS"] ?? 20);
const COMPANY = 1 as CompanyId;
/** Tests read and compare every record, so a large company takes longer than the gate gives a test. */
const LIMIT = { timeout: 20_000 + 500 * LEADS };

let installations: Awaited<ReturnType<typeof prepareInstallations>>;
let source: Installation;
let target: Installation;
let superAdmin: SignedIn;
let archive: string;
let entries: Entries;
let imported: ImportedCompany;

/** People and the company are called otherwise there. */
const isSameId = (here: number, there: number): boolean =>
  imported.personIds.get(here) === there || (here === COMPANY && there === imported.id);

const query = async ({ app }: Installation, text: string, values: unknown[] = []): Promise<Row[]> =>
  (await app.testDatabase.superuserPool.query<Row>(text, values)).rows;

beforeAll(async () => {
  installations = await prepareInstallations(inject("postgresUrl"));
  source = await installations.start();
  const { app } = source;
  await fillEveryTable(app);
  // The other installation would draw one whose drawing had ended in the middle.
  await query(source, "update document set pdf_status = 1 where pdf_status = 4");
  superAdmin = await app.signInNew({ isSuperAdmin: true });
  const inCompany = await app.signIn({ email: "admin@release.test" }, { companyId: COMPANY });
  for (let index = 0; index < LEADS; index += 1) {
    const fields = { lastName: `Lead ${String(index)}`, city: "Portage" };
    const { id: leadId } = (await inCompany.call("createLead", { body: fields })).body;
    await source.addPhoto({ companyId: COMPANY, leadId, content: randomBytes(2_000) });
  }
  archive = path.join(installations.folder, "company.tar.gz");
  await writeFile(archive, await source.exportCompany(superAdmin, COMPANY));
  entries = await unpackArchive(await readFile(archive));
  target = await installations.start();
  // In the other installation the ids of accounts and records belong to others.
  await target.app.signInNew({ companyId: await target.app.createCompany() });
  imported = await target.importFrom(archive);
});
afterAll(() => installations.close());

describe("the archive of a company", LIMIT, () => {
  test("[ADMIN-10] holds every table of the company but those that it names with a reason", async () => {
    const rows = await query(
      source,
      "select distinct table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'company_id'",
    );
    const views = await query(
      source,
      "select table_name as name from information_schema.views where table_schema = 'public'",
    );
    const isView = new Set(views.map(({ name }) => name));
    const archived = [...ARCHIVED_TABLES, ...EVIDENCE_TABLES].map(({ name }) => name);
    expect([...archived, "membership", ...Object.keys(LEFT_OUT)].sort()).toEqual(
      rows
        .map(({ name }) => name)
        .filter((name) => !isView.has(name))
        .sort(),
    );
    for (const name of archived)
      expect({ name, rows: rowsOf(entries, name).length > 0 || name === "imported_event" }).toEqual({
        name,
        rows: true,
      });
  });

  test("[ADMIN-10] says of every number of its rows whether it is a person", async () => {
    const rows = await query(
      source,
      `select table_name as table, column_name as column from information_schema.columns
       where table_schema = 'public' and data_type = 'bigint' and column_name ~ '(_by|user_id|actor|salesman|owner)'`,
    );
    for (const table of ARCHIVED_TABLES)
      expect({ table: table.name, people: [...table.people].sort() }).toEqual({
        table: table.name,
        people: rows
          .filter(({ table: name, column }) => name === table.name && column !== "superseded_by_id")
          .map(({ column }) => column)
          .sort(),
      });
  });

  test("[ADMIN-11] holds no password, code, token or secret", async () => {
    const rows = await query(
      source,
      `select password_hash as secret from account where password_hash is not null
       union select secret from credential union select secret from webhook union select secret from two_step
       union select token_hash from api_access where token_hash is not null union select code_hash from account_code
       union select refresh_token from connection_grant union select secret_hash from login_session`,
    );
    expect(rows.length).toBeGreaterThan(5);
    const all = Buffer.concat(
      [...entries].filter(([name]) => !name.startsWith("files/")).map(([, bytes]) => bytes),
    ).toString();
    for (const { secret } of rows) expect(all.includes(String(secret))).toBe(false);
    expect(all).not.toContain('smtpPassword":');
  });

  test("[ADMIN-12] is downloaded by super admins for 7 days, which Activity says", async () => {
    const exports = (await superAdmin.call("listCompanyExports", { params: { id: COMPANY } })).body;
    const id = exports[0]?.id;
    const admin = await source.app.signIn({ email: "admin@release.test" }, { companyId: COMPANY });
    const params = { id: COMPANY, exportId: id };
    expect((await admin.callRaw("downloadCompanyExport", { params })).status).toBe(403);
    expect((await admin.call("listActivity")).body.data[0]).toMatchObject({
      kind: "company",
      action: "read",
      member: "export",
    });
    source.app.clock.advance({ days: 8 });
    try {
      await source.app.tasks.housekeeping({});
      expect((await superAdmin.call("listCompanyExports", { params: { id: COMPANY } })).status).toBe(401);
      const later = await source.app.signInNew({ isSuperAdmin: true });
      expect((await later.call("listCompanyExports", { params: { id: COMPANY } })).body).toEqual([]);
      expect((await later.callRaw("downloadCompanyExport", { params })).status).toBe(404);
      expect(await readdir(path.join(source.filesFolder, String(COMPANY), "archives"))).toEqual([]);
    } finally {
      source.app.clock.advance({ days: -8 });
    }
  });
});

describe("an imported company", LIMIT, () => {
  let there: SignedIn;
  let here: SignedIn;
  beforeAll(async () => {
    const admin = await target.app.signInNew({ isSuperAdmin: true });
    await admin.call("updateCompany", { params: { id: imported.id }, body: { name: imported.name, active: true } });
    there = await target.app.signIn(await target.app.createUser({ isSuperAdmin: true, email: "in@company.test" }), {
      companyId: imported.id,
    });
    here = await source.app.signIn(await source.app.createUser({ isSuperAdmin: true, email: "in@company.test" }), {
      companyId: COMPANY,
    });
  });

  /** A call that answers with the server's time answers differently each time. */
  const withoutClock = (body: unknown): unknown =>
    isObject(body) && "serverTime" in body ? { ...body, serverTime: "" } : body;
  const compare = async (
    name: RouteName,
    input: { readonly params?: Readonly<Record<string, unknown>>; readonly query?: Readonly<Record<string, unknown>> },
  ) => {
    const [left, right] = [await here.callRaw(name, input), await there.callRaw(name, input)];
    const about = `${name} ${JSON.stringify(input)}`;
    expect({ about, status: [left.status, right.status] }).toEqual({ about, status: [200, 200] });
    const [ofLeft, ofRight] = [left.body, right.body].map(withoutClock);
    expect(findDifference(ofLeft, ofRight, isSameId, about)).toBe("");
  };

  test("[ADMIN-13] is compared in every reading call, or the reason is next to the call", () => {
    const reading = Object.entries(routes).flatMap(([name, { method }]) => (method === "GET" ? [name] : []));
    expect(Object.keys(COMPARED_CALLS).sort()).toEqual(reading.sort());
    expect(rowsOf(entries, "price_book_version").length).toBeGreaterThanOrEqual(3);
  });

  // At full size of every lead; in the gate of those that have estimates and papers, and some more.
  test.each(
    Object.entries(COMPARED_CALLS).flatMap(([name, calls]) => (typeof calls === "string" ? [] : [{ name, calls }])),
  )(
    "[ADMIN-13] answers $name as the former installation does, but for ids of people and company",
    async ({ name, calls }) => {
      const leads = rowsOf(entries, "lead").map(({ id }) => id);
      const inputs = calls({
        rows: (table) => rowsOf(entries, table),
        someLeads: LEADS > 20 ? leads : leads.slice(0, 6),
      });
      expect(inputs.length).toBeGreaterThan(0);
      for (const input of inputs) await compare(name as RouteName, input);
    },
  );

  test("[ADMIN-13] shows every file, picture, signature and paper byte for byte", async () => {
    const fetchBoth = async (url: string) => {
      const get = async ({ app }: Installation, { headers }: SignedIn, companyId: CompanyId) => {
        const reply = await app.app.inject({
          url: `${url}${url.includes("?") ? "&" : "?"}companyId=${String(companyId)}`,
          headers,
        });
        return { url, status: reply.statusCode, bytes: reply.rawPayload.toString("base64") };
      };
      const left = await get(source, here, COMPANY);
      expect(left.status).toBe(200);
      expect(await get(target, there, imported.id)).toEqual(left);
    };
    for (const { id } of rowsOf(entries, "file")) await fetchBoth(`/api/Files/Download/${String(id)}`);
    for (const { document_id: id, key } of rowsOf(entries, "document_signature"))
      await fetchBoth(`/api/Documents/${String(id)}/DownloadSignature?key=${String(key)}`);
    for (const { id, type, pdf_hash: hash } of rowsOf(entries, "document"))
      if (hash !== null)
        await fetchBoth(
          documentViewUrl({ id: Number(id), type: Number(type), pdfUrl: null, companyId: 0 })?.split("?")[0] ?? "",
        );
    await fetchBoth("/api/settings/company-logo/");
    expect([...entries.keys()].filter((name) => name.startsWith("files/"))).toHaveLength(imported.files);
  });

  test("[SIGN-62] has both logs of its evidence whole, the former one as it was and its own beginning with its head", async () => {
    const former = rowsOf(entries, "document_event");
    expect(former.length).toBeGreaterThan(3);
    const state = await target.app.database.inCompany({ companyId: imported.id }, checkLog);
    expect(state).toEqual({ isWhole: true, eventCount: 1, importedCount: former.length });
    const rows = await query(target, "select kind, payload from document_event where company_id = $1", [imported.id]);
    expect(rows).toMatchObject([
      { kind: "imported", payload: { chain: 1, eventCount: former.length, head: former.at(-1)?.["hash"] } },
    ]);
    const signed = former.find(({ kind, file_hash: hash }) => kind === "signed" && hash !== "");
    const pdf = entries.get(`files/${String(signed?.["file_hash"])}`) ?? Buffer.alloc(0);
    const form = await uploadForm(new File([Uint8Array.from(pdf)], "contract.pdf"));
    const reply = await target.app.app.inject({
      method: "POST",
      url: "/api/documents/verify",
      query: { companyId: String(imported.id) },
      payload: form.payload,
      headers: { ...form.headers, ...there.headers },
    });
    expect(reply.json()).toMatchObject({ isSigned: true, documentId: signed?.["document_id"] });
    expect(reply.json<{ explanation: string }>().explanation).toContain(
      `${String(former.length)} events that came with the company from another installation, and 1 event since; this one is number 1 of evidence log 1`,
    );
  });

  test("[SIGN-62] the former log cannot be changed or extended, and a change of it is found", async () => {
    const ask = (text: string) => query(target, text);
    await expect(ask("update imported_event set kind = 'x'")).rejects.toThrow("only ever added to");
    await expect(ask("delete from imported_event")).rejects.toThrow("only ever added to");
    await expect(ask("truncate imported_event")).rejects.toThrow("only ever added to");
    await expect(
      ask(
        "insert into imported_event select company_id, chain + 1, sequence, former_company_id, document_id, kind, payload, time, file_hash, previous_hash, hash from imported_event",
      ),
    ).rejects.toThrow("has begun");
    const changeBehindTheTrigger = async (...statements: string[]) => {
      const client = await target.app.testDatabase.superuserPool.connect();
      try {
        for (const statement of ["begin", "set local session_replication_role = replica", ...statements, "commit"])
          await client.query(statement);
      } finally {
        client.release();
      }
      return target.app.database.inCompany({ companyId: imported.id }, checkLog);
    };
    const last = "sequence = (select max(sequence) from imported_event)";
    const moved = (by: string) =>
      `update imported_event set time = time ${by} interval '1 millisecond' where sequence = 2`;
    expect(await changeBehindTheTrigger(moved("+"))).toEqual({ isWhole: false, brokenAt: 2, chain: 1 });
    expect((await changeBehindTheTrigger(moved("-"))).isWhole).toBe(true);
    // Cut at its end, it does not reach the head that the company's own log names.
    const cut = await changeBehindTheTrigger(
      `create table kept_event as select * from imported_event where ${last}`,
      `delete from imported_event where ${last}`,
    );
    expect(cut).toEqual({ isWhole: false, brokenAt: 1, chain: null });
    expect((await changeBehindTheTrigger("insert into imported_event select * from kept_event")).isWhole).toBe(true);
  });

  test("[ADMIN-14] has its people invited, without a password and without a mail", async () => {
    const before = await query(source, "select count(*) from membership where company_id = 1");
    const rows = await query(target, "select * from membership where company_id = $1", [imported.id]);
    expect(rows).toHaveLength(Number(before[0]?.["count"]));
    expect(rows.every((row) => row["account_id"] === null && row["invited_email"] !== null)).toBe(true);
    expect(await target.app.readMails()).toEqual([]);
  });

  test("[ADMIN-15] is exported as the company was, except for ids and the new log", async () => {
    const admin = await target.app.signInNew({ isSuperAdmin: true });
    const again = await unpackArchive(await target.exportCompany(admin, imported.id));
    const files = (each: Entries) => [...each].filter(([name]) => name.startsWith("files/"));
    expect(files(again)).toEqual(files(entries));
    const added = (row: Row): boolean => row["member"] === "active" && row["kind"] === "company";
    for (const { name } of ARCHIVED_TABLES)
      expect(
        findDifference(
          rowsOf(entries, name),
          rowsOf(again, name).filter((row) => !added(row)),
          isSameId,
          name,
        ),
      ).toBe("");
    expect(findDifference(rowsOf(entries, "membership"), rowsOf(again, "membership"), isSameId)).toBe("");
    expect(rowsOf(again, "imported_event")).toEqual(
      rowsOf(entries, "document_event").map((row) => ({ ...row, chain: 1, former_company_id: COMPANY })),
    );
    // And again, into a third one: two previous logs, and the company's own.
    const third = await installations.start();
    const file = path.join(installations.folder, "again.tar.gz");
    await packArchive(again, { path: file });
    const moved = await third.importFrom(file);
    const state = await third.app.database.inCompany({ companyId: moved.id }, checkLog);
    expect(state).toEqual({
      isWhole: true,
      eventCount: 1,
      importedCount: rowsOf(entries, "document_event").length + 1,
    });
  });
});

describe("a company that is deleted", LIMIT, () => {
  let admin: SignedIn & TestUser;
  const params = { id: COMPANY };
  const answer = async (name: "deleteCompany" | "createCompanyExport") => {
    const { status, body } = await admin.callRaw(name, { params });
    return { status, title: (body as { title?: string } | undefined)?.title };
  };
  const setActive = (active: boolean) =>
    admin.call("updateCompany", { params, body: { name: "North Gable Exteriors", active } });
  const ask = (text: string) => query(source, text);
  const tablesWithRows = async (): Promise<string[]> => {
    const tables = await ask(
      `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and c.column_name = 'company_id' and t.table_type = 'BASE TABLE' order by 1`,
    );
    const found: string[] = [];
    for (const { name } of tables)
      if ((await ask(`select from ${String(name)} where company_id = ${String(COMPANY)} limit 1`)).length > 0)
        found.push(String(name));
    return found;
  };

  test("[ADMIN-04] is inactive, was exported in its current state, and no export is under way", async () => {
    admin = await source.app.signInNew({ isSuperAdmin: true });
    const user = await source.app.signIn({ email: "admin@release.test" }, { companyId: COMPANY });
    await source.exportCompany(admin, COMPANY);
    await user.call("createLead", { body: { lastName: "After the export" } });
    expect(await answer("deleteCompany")).toMatchObject({
      status: 409,
      title: expect.stringContaining("Deactivate") as string,
    });
    await setActive(false);
    expect(await answer("deleteCompany")).toMatchObject({
      status: 409,
      title: expect.stringContaining("Export the company before you delete it") as string,
    });
    expect((await answer("createCompanyExport")).status).toBe(200);
    expect(await answer("deleteCompany")).toMatchObject({
      status: 409,
      title: expect.stringContaining("being written") as string,
    });
    await source.app.runJobs();
    expect((await answer("deleteCompany")).status).toBe(204);
  });

  test("[ADMIN-17] can no longer be found, and no export of it begins", async () => {
    expect((await admin.callRaw("getCompany", { params })).status).toBe(404);
    expect((await admin.call("listCompanies")).body.map(({ id }) => id)).not.toContain(COMPANY);
    expect((await admin.call("listCompanyFigures")).body.map(({ companyId }) => companyId)).not.toContain(COMPANY);
    expect((await setActive(true)).status).toBe(404);
    expect((await answer("createCompanyExport")).status).toBe(404);
    expect((await answer("deleteCompany")).status).toBe(404);
  });

  test("[ADMIN-17][JOB-12] leaves nothing but its evidence and the signed files, also when the job begins again", async () => {
    const store = await openFileStore({ kind: "folder", folder: source.filesFolder });
    const parts = { database: source.app.database, now: () => source.app.clock.now() };
    const broken = { removeAll: () => Promise.reject(new Error("The file store is not there.")) };
    const asked = { companyId: COMPANY, askedBy: admin.accountId };
    await expect(deleteCompany(asked, { ...parts, store: broken })).rejects.toThrow("The file store is not there.");
    await deleteCompany(asked, { ...parts, store });
    await source.app.runJobs();
    const told = (await source.app.readMails()).filter(({ subject }) => subject === "North Gable Exteriors is removed");
    expect(told.map(({ to }) => to)).toEqual([[admin.email]]);
    expect(await tablesWithRows()).toEqual(["audit_event", "document_event", "document_log"]);
    expect(await ask("select id, name from sealed_company where id = 1")).toEqual([
      { id: "1", name: "North Gable Exteriors" },
    ]);
    const left = await readdir(path.join(source.filesFolder, String(COMPANY)), {
      recursive: true,
      withFileTypes: true,
    });
    const sealed = new Set(rowsOf(entries, "document_event").map((event) => event["file_hash"]));
    expect(
      left
        .filter((each) => each.isFile())
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...sealed].filter((hash) => hash !== "").sort());
  });

  test("[SIGN-63] is still known by its signed papers", async () => {
    const signed = rowsOf(entries, "document_event").find(({ file_hash: hash }) => hash !== "");
    const known = await source.app.database.inCompany({ companyId: COMPANY }, (scope) =>
      verifyPdf(scope, String(signed?.["file_hash"])),
    );
    expect(known).toMatchObject({ isSigned: true, documentId: signed?.["document_id"] });
    expect(known.explanation).toContain("The evidence log is whole");
  });

  test("[ADMIN-17] comes back from its archive, under another id", async () => {
    const back = await source.importFrom(archive);
    expect(back.id).not.toBe(COMPANY);
    expect(back.rows.get("lead")).toBe(rowsOf(entries, "lead").length);
  });
});
