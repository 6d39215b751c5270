import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { prepareInstallations, type Installation } from "./testing/installations.ts";

let installations: Awaited<ReturnType<typeof prepareInstallations>>;
let target: Installation;
let archive: string;
let source: Installation;

beforeAll(async () => {
  installations = await prepareInstallations(inject("postgresUrl"));
  source = await installations.start();
  const { app } = source;
  const companyId = await app.createCompany();
  const ann = await app.signInNew({ companyId, role: "Admin" });
  const { id: leadId } = (await ann.call("createLead", { body: { lastName: "Whitfield", userId: ann.id } })).body;
  for (let count = 0; count < 3; count += 1) await source.addPhoto({ companyId, leadId, content: randomBytes(200) });
  archive = path.join(installations.folder, "company.tar.gz");
  await writeFile(archive, await source.exportCompany(await app.signInNew({ isSuperAdmin: true }), companyId));
  target = await installations.start();
});
afterAll(() => installations.close());
beforeEach(async () => {
  await query("truncate company cascade");
  await rm(target.filesFolder, { recursive: true, force: true });
  await query("delete from installation where key like 'importing-%'");
});

const query = async (text: string) =>
  (await target.app.testDatabase.superuserPool.query<Record<string, unknown>>(text)).rows;

const state = async () => ({
  companies: Number((await query("select count(*) from company"))[0]?.["count"]),
  people: Number((await query("select count(*) from membership where invited_email is not null"))[0]?.["count"]),
  leads: Number((await query("select count(*) from lead"))[0]?.["count"]),
  photos: Number((await query("select count(*) from file"))[0]?.["count"]),
  unended: (await query("select key from installation where key like 'importing-%'")).length,
});
const WHOLE = { companies: 1, people: 1, leads: 1, photos: 3, unended: 0 };

const storedOf = async (companyId: number): Promise<string[]> => {
  const folder = path.join(target.filesFolder, String(companyId));
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((each) => each.isFile()).map(({ name }) => name);
};

/** A process that is killed at the second photo: nothing is cleaned up. */
async function importKilled(): Promise<number> {
  let written = 0;
  const { store } = target;
  const killed = {
    write: (...parts: Parameters<typeof store.write>) =>
      (written += 1) === 2 ? Promise.reject(new Error("killed")) : store.write(...parts),
    removeAll: () => Promise.reject(new Error("killed")),
  };
  await expect(target.importFrom(archive, { store: killed })).rejects.toThrow("killed");
  return Number((await query("select id from company"))[0]?.["id"]);
}

test("[ADMIN-21] the transaction of the rows waits for nothing of the archive, however large its files are", async () => {
  const copy = path.join(installations.folder, "copy.tar.gz");
  await copyFile(archive, copy);
  const { database } = target.app;
  await target.importFrom(copy, {
    database: {
      ...database,
      // Were it read in the transaction, the rows would not be found.
      inCompany: async (who, work) => {
        await rm(copy, { force: true });
        return database.inCompany(who, work);
      },
    },
  });
  expect(await state()).toEqual(WHOLE);
  expect(existsSync(`${target.filesFolder}-work`)).toBe(false);
});

test("[ADMIN-21] an import that was killed is begun again: the next one removes what it left", async () => {
  const half = await importKilled();
  expect(await state()).toMatchObject({ companies: 1, leads: 0, unended: 1 });
  expect(await storedOf(half)).toHaveLength(1);
  const { id } = await target.importFrom(archive);
  expect(id).not.toBe(half);
  expect(await state()).toEqual(WHOLE);
  expect(await storedOf(half)).toEqual([]);
  expect(await storedOf(id)).toHaveLength(3);
});

test("[ADMIN-21] an import that was killed after its rows were written counts as ended", async () => {
  const { id } = await target.importFrom(archive);
  await query(`insert into installation values ('importing-company-${String(id)}', 'x')`);
  await expect(target.importFrom(archive)).rejects.toThrow(
    `The company is here already: Gable Roofing (company ${String(id)}).`,
  );
  expect(await state()).toEqual(WHOLE);
  expect(await storedOf(id)).toHaveLength(3);
});

test("[ADMIN-21] a company that was activated before its import had ended is left, and the import says what to do", async () => {
  const half = await importKilled();
  await query("update company set active = true");
  await expect(target.importFrom(archive)).rejects.toThrow(
    /was activated before its import had ended\. Deactivate it at \/admin\/companies, and import again\./,
  );
  expect(await storedOf(half)).toHaveLength(1);
});

test("[ADMIN-16] a failure of the database leaves nothing", async () => {
  const { database } = target.app;
  let calls = 0;
  const refusing: typeof database = {
    ...database,
    inCompany: async (who, work) => {
      if ((calls += 1) === 1) throw Object.assign(new Error("terminating connection"), { code: "25P03" });
      return database.inCompany(who, work);
    },
  };
  await expect(target.importFrom(archive, { database: refusing })).rejects.toThrow("terminating connection");
  expect(await state()).toEqual({ ...WHOLE, companies: 0, people: 0, leads: 0, photos: 0 });
  const left = await readdir(target.filesFolder, { recursive: true, withFileTypes: true });
  expect(left.filter((each) => each.isFile())).toEqual([]);
});
