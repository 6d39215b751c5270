import { randomBytes } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { buildDocument, buildPdf, documentForm, drawSignature } from "#testing/build-document.ts";
import { packArchive, rowsOf, setRows, unpackArchive, type Entries, type Row } from "./testing/archives.ts";
import { prepareInstallations, type Installation } from "./testing/installations.ts";

let installations: Awaited<ReturnType<typeof prepareInstallations>>;
let source: Installation;
let target: Installation;
let archive: Buffer;
let entries: Entries;

beforeAll(async () => {
  installations = await prepareInstallations(inject("postgresUrl"));
  source = await installations.start();
  target = await installations.start();
  const { app } = source;
  const companyId = await app.createCompany();
  const ann = await app.signInNew({ companyId, role: "Admin" });
  const lead = await ann.call("createLead", { body: { lastName: "Whitfield", userId: ann.id } });
  await source.addPhoto({ companyId, leadId: lead.body.id, content: randomBytes(500) });
  const estimate = await ann.callRaw("createEstimate", { body: { leadId: lead.body.id, name: "House" } });
  const { id: estimateId } = estimate.body as { id: number };
  const signatures = { customer: await drawSignature() };
  const form = await documentForm(await buildDocument({ estimateId, kind: "contract", signatures }), {
    pdf: new File([Uint8Array.from(buildPdf("signed"))], "contract.pdf"),
  });
  const { payload, headers } = form;
  const signed = await app.app.inject({
    method: "POST",
    url: "/api/documents/",
    payload,
    headers: { ...headers, ...ann.headers },
  });
  expect(signed.statusCode).toBe(200);
  archive = await source.exportCompany(await app.signInNew({ isSuperAdmin: true }), companyId);
  entries = await unpackArchive(archive);
});
afterAll(() => installations.close());

const changed = async (change: (copy: Entries) => void, options: { keepsManifest?: boolean } = {}): Promise<string> => {
  const copy = new Map(entries);
  change(copy);
  const file = path.join(installations.folder, "changed.tar.gz");
  await packArchive(copy, { path: file, ...options });
  return file;
};
const changeRow = (copy: Entries, table: string, change: (row: Row) => Row): void => {
  const [first, ...rest] = rowsOf(copy, table);
  setRows(copy, table, [change(first ?? {}), ...rest]);
};
const rename = (copy: Entries, to: string): void => {
  const all = [...copy];
  const at = all.findIndex(([name]) => name.startsWith("files/"));
  const bytes = all[at]?.[1] ?? Buffer.alloc(0);
  all[at] = [to, bytes];
  copy.clear();
  for (const [name, content] of all) copy.set(name, content);
};
const changeHeader = (copy: Entries, values: Row): void => {
  const header = JSON.parse(copy.get("ridgebook.json")?.toString() ?? "{}") as Row;
  copy.set("ridgebook.json", Buffer.from(JSON.stringify({ ...header, ...values })));
};

/** Nothing of a refused archive is there afterwards. */
async function refused(file: string, words: RegExp): Promise<void> {
  await expect(target.importFrom(file)).rejects.toThrow(words);
  const { rows } = await target.app.testDatabase.superuserPool.query(
    "select id from company union all select company_id from membership union all select company_id from imported_event",
  );
  expect(rows).toEqual([]);
  const left = await readdir(target.filesFolder, { recursive: true, withFileTypes: true });
  expect(left.filter((each) => each.isFile())).toEqual([]);
}

test("[ADMIN-16] an archive that was cut off is refused, wherever", async () => {
  const file = path.join(installations.folder, "cut.tar.gz");
  for (const length of [10, Math.floor(archive.length / 3), archive.length - 20]) {
    await writeFile(file, archive.subarray(0, length));
    await refused(file, /cut off on its way/);
  }
  await writeFile(file, "PK not an archive");
  await refused(file, /not an archive of a company/);
});

test("[ADMIN-16] an archive with a name that is a path, or that it may not hold is refused", async () => {
  for (const name of ["files/../../../etc/cron.d/x", "../../x", "/etc/passwd", "files/short", "tables/account.json"])
    await refused(await changed((copy) => rename(copy, name)), /does not belong there/);
});

test("[ADMIN-16] an archive of a newer release, or of an older one is refused", async () => {
  const newer = { release: "9.0.0", migration: "9999_later" };
  await refused(await changed((copy) => changeHeader(copy, newer)), /release 9\.0\.0, which is newer than this one/);
  const older = { release: "1.0.0", migration: "0001_before" };
  await refused(await changed((copy) => changeHeader(copy, older)), /release 1\.0\.0, which is older than this one/);
});

test("[ADMIN-16] an archive with another company's ids, or ids that no record has is refused", async () => {
  const own = (table: string, values: Row) =>
    changed((copy) => changeRow(copy, table, (row) => ({ ...row, ...values })));
  await refused(await own("lead", { company_id: 2 }), /Row 1 of table lead does not have the columns .*: company_id/);
  await refused(await own("estimate", { lead_id: 987_654 }), /Rows of table estimate do not match/);
  await refused(await own("lead", { user_id: 1_000_000_999 }), /Rows of table lead do not match/);
  await refused(await own("document", { id: 9e15 }), /Row 1 of table document has an id that no record has, in id/);
  await refused(await own("lead_photo", { file_id: "0".repeat(64) }), /Rows of table lead_photo do not match/);
});

test("[ADMIN-16] an archive whose rows, files or evidence were changed is refused", async () => {
  const name = (copy: Entries) => changeRow(copy, "lead", (row) => ({ ...row, last_name: "Changed" }));
  await refused(await changed(name, { keepsManifest: true }), /tables\/lead\.json was changed since/);
  const event = (copy: Entries) => changeRow(copy, "document_event", (row) => ({ ...row, kind: "filed" }));
  await refused(await changed(event), /evidence log 1 was changed at event 1/);
  const id = String(rowsOf(entries, "file")[0]?.["id"]);
  await refused(await changed((copy) => copy.set(`files/${id}`, Buffer.from("x"))), /is not the file that it was/);
  await refused(await changed((copy) => copy.delete(`files/${id}`)), /is not in the archive/);
  await refused(
    await changed((copy) => rename(copy, `files/${"a".repeat(64)}`)),
    /files\/[0-9a-f]+ is not in the archive/,
  );
});

test("[ADMIN-16] an archive of a company that is here already is refused", async () => {
  const file = path.join(installations.folder, "own.tar.gz");
  await writeFile(file, archive);
  await expect(source.importFrom(file)).rejects.toThrow(
    /^The company is here already: Gable Roofing \(company \d+\)\.$/,
  );
});
