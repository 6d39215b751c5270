import type { DocumentId, Settings } from "@ridgebook/contract";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { filePaper, type PapersOfStorage } from "./file-paper.ts";
import { newFiledLead, setSettings as set } from "./testing/filed-lead.ts";
import {
  accountOf,
  connectStorage,
  foldersOf,
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

type Admin = Awaited<ReturnType<StorageApplication["newAdmin"]>>;
const newLead = (admin: Admin, values: object = {}) => newFiledLead(admin, values);
const stateOf = async (admin: Admin) => (await admin.call("getFilingState")).body;
const run = ({ companyId }: Admin, documentId: DocumentId): Promise<void> =>
  app.tasks["file-document"]({ companyId, documentId });

describe.each(STORAGES)("papers in %s", (provider) => {
  const twin = () => app.twinOf(provider);
  /** Folders and files of this test's lead. */
  const pathsOf = (leadId: number): string[] =>
    twin()
      .tree.paths()
      .filter((path) => path.includes(`(${String(leadId)})`))
      .map((path) => path.replace(/^.*?\(\d+\)\/?/, ""))
      .filter(Boolean);
  const uploads = () => twin().requests.filter(({ method }) => method === "PUT").length;
  let admin: Admin;
  beforeEach(async () => {
    admin = await app.newConnected(provider);
    await set(admin, foldersOf(provider));
  });

  test("[STORE-11] [DOC-24] contracts go into the lead's contract folder, made with the lead's from the templates, once", async () => {
    const lead = await newLead(admin);
    const contract = await lead.addPaper("contract", { isSigned: true });
    await lead.addPaper("workOrder", { name: "Work order" });
    await app.runJobs();
    expect(pathsOf(lead.id)).toEqual([
      "Checklist.txt",
      "Contracts",
      `Contracts/Contract 2026-0514-K7QD (${String(contract)}).pdf`,
      "Contracts/Lien waivers",
      "Permits",
      "Photos",
      expect.stringMatching(/^Work order 2026-0514-K7QD \(\d+\)\.pdf$/),
    ]);
    const { projectFolderId, projectFolderLink, contractFolderId, revision } = await lead.read();
    expect(await app.openStorage(admin, provider).find(projectFolderId)).toMatchObject({
      name: `Whitlock, Dana (${String(lead.id)})`,
      url: projectFolderLink,
    });
    expect([contractFolderId === "", revision]).toEqual([false, 3]);
    expect(await stateOf(admin)).toMatchObject({ filedCount: 2, waitingCount: 0, lastFailure: null });
    const before = uploads();
    await run(admin, contract);
    expect(uploads()).toBe(before);
  });

  test.runIf(provider === "google")(
    "[STORE-12] [ACT-18] mappings place lead and paper; what is not mapped is in the folder log",
    async () => {
      await set(admin, {
        leadProjectTypesToFolderNameMapping: { Roofing: "Roofing: jobs?" },
        workflowToLeadProjectTypesMapping: { "1": ["Roofing"] },
        projectProjectTypeToFolderNameMapping: { Roofing: "Roof" },
      });
      const mapped = await newLead(admin);
      const order = await mapped.addPaper("workOrder", { name: "Work order" });
      const other = await newLead(admin, { projectTypes: ["Siding"] });
      await other.addPaper("contract");
      await app.runJobs();
      expect(twin().tree.paths()).toContain(
        `Projects/Roofing- jobs-/Whitlock, Dana (${String(mapped.id)})/Roof/Work order 2026-0514-K7QD (${String(order)}).pdf`,
      );
      expect(pathsOf(mapped.id)).toContain("Roof/Deliveries");
      const master = await app.signInNew({ isMasterAdmin: true });
      const { body } = await master.call("listFolderLog", { query: { searchQuery: "SÍDING mapped", limit: 10 } });
      const [entry] = body.data.filter(({ companyId }) => companyId === admin.companyId);
      expect(entry).toMatchObject({
        folderType: "projectType",
        folderId: idOf(provider, "projects"),
        projectType: "Siding",
        projectTypes: ["Siding"],
        isMappingCorrect: false,
        isFixed: false,
        details: "No folder name is mapped for Siding: used Projects.",
      });
      const fixed = await master.call("fixFolderLogEntry", { params: { id: entry?.id }, body: { isFixed: true } });
      expect(fixed.body.isFixed).toBe(true);
    },
  );

  test("[CONN-49] a lead's folder is made in the salesperson's own, and where that is gone in the one for salespeople", async () => {
    const marcus = await app.signInNew({ companyId: admin.companyId, firstName: "Marcus", lastName: "Bell" });
    const give = async (folderId: string) => {
      const { body: user } = await admin.call("getUser", { params: { id: marcus.id } });
      const { firstName, lastName, email, phoneNumber, active, role, externalId } = user;
      const body = { firstName, lastName, email, phoneNumber, active, role: role ?? "User", externalId, folderId };
      expect((await admin.call("updateUser", { params: { id: user.id }, body })).status).toBe(200);
    };
    await give(idOf(provider, "shared"));
    const own = await newLead(admin, { userId: marcus.id });
    await own.addPaper("workOrder", { name: "Work order" });
    await app.runJobs();
    const folderOf = (id: number) => `Whitlock, Dana (${String(id)})`;
    expect(twin().tree.paths()).toContain(`Shared projects/${folderOf(own.id)}`);
    await give(idOf(provider, "trashed"));
    const other = await newLead(admin, { userId: marcus.id });
    await other.addPaper("workOrder", { name: "Work order" });
    await app.runJobs();
    expect(twin().tree.paths()).toContain(`Projects/${folderOf(other.id)}`);
    const { rows } = await app.testDatabase.superuserPool.query<{ details: string }>(
      "select details from folder_log where company_id = $1 and folder_type = 'salesperson'",
      [admin.companyId],
    );
    expect(rows).toEqual([{ details: "The salesperson's folder is not there any more, or out of reach." }]);
  });

  test("[STORE-13] a process that ends between upload and note sends nothing twice", async () => {
    const lead = await newLead(admin);
    const id = await lead.addPaper("contract", { isSigned: true });
    await app.runJobs();
    // The state a moment before the note.
    await app.testDatabase.superuserPool.query(
      `update document_filing set waiting_since = now(), stored_at = '', file_id = '', pdf_hash = '' where document_id = $1`,
      [id],
    );
    // And before the folders were kept with the lead.
    await app.testDatabase.superuserPool.query(
      "update lead set project_folder_id = '', contract_folder_id = '' where id = $1",
      [lead.id],
    );
    const [before, sent] = [twin().tree.items.size, uploads()];
    await run(admin, id);
    expect([twin().tree.items.size, uploads()]).toEqual([before, sent]);
    expect(await stateOf(admin)).toMatchObject({ filedCount: 1, waitingCount: 0 });
  });

  /** Has the database refuse to note the end of a paper's upload, as a process that is killed does not note it. */
  const killBeforeNote = async (documentId: number, work: () => Promise<unknown>) => {
    const { superuserPool } = app.testDatabase;
    await superuserPool.query(`
      create function end_here() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
      create trigger end_here before update on document_filing for each row
        when (new.document_id = ${String(documentId)} and new.filed_time is not null) execute function end_here()`);
    await work();
    await superuserPool.query("drop trigger end_here on document_filing; drop function end_here()");
  };

  test("[CONN-51] an uploaded file is found after a kill, although people renamed and moved it and the storage's index is late", async () => {
    const lead = await newLead(admin);
    const id = await lead.addPaper("contract", { isSigned: true });
    const { tree } = twin();
    tree.isIndexLate = provider === "google";
    await killBeforeNote(id, () => app.runJobs());
    const filesOf = () =>
      [...tree.items.values()].filter(({ name }) => /^Contract 2026.*\.pdf$|^Signed\.pdf$/.test(name));
    const [brought] = filesOf().filter(({ name }) => name.includes(`(${String(id)})`));
    if (!brought) throw new Error("Nothing was brought.");
    expect(await stateOf(admin)).toMatchObject({ filedCount: 0, waitingCount: 1 });
    tree.rename(brought.id, "Signed.pdf");
    // Google knows it by its id wherever it is; Microsoft by its bytes, in the folders of the lead.
    if (provider === "google") tree.move(brought.id, tree.rootId);
    else {
      const photos = [...tree.items.values()].find(
        ({ name, parentId }) => name === "Photos" && tree.find(parentId ?? "")?.name.includes(`(${String(lead.id)})`),
      );
      tree.move(brought.id, photos?.id ?? "");
    }
    const [files, sent] = [filesOf().length, uploads()];
    await run(admin, id);
    tree.isIndexLate = false;
    expect([filesOf().length, uploads()]).toEqual([files, sent]);
    expect(await stateOf(admin)).toMatchObject({ filedCount: 1, waitingCount: 0 });
    tree.trash(brought.id);
  });

  test.runIf(provider === "google")(
    "[CONN-51] a file that is in the trash by the time of the note is made again, under another id",
    async () => {
      const lead = await newLead(admin);
      const id = await lead.addPaper("contract", { isSigned: true });
      await killBeforeNote(id, () => app.runJobs());
      const { tree } = twin();
      const ofPaper = () => [...tree.items.values()].filter(({ name }) => name.includes(`(${String(id)}).pdf`));
      tree.trash(ofPaper()[0]?.id ?? "");
      await run(admin, id);
      expect(ofPaper().map(({ isTrashed }) => isTrashed)).toEqual([true, false]);
      expect(await stateOf(admin)).toMatchObject({ filedCount: 1, waitingCount: 0 });
    },
  );

  test("[CONN-53] a permission that is taken back in the middle of a paper of 40 MB: it waits untried, and is there once after reconnecting", async () => {
    const lead = await newLead(admin);
    const id = await lead.addPaper("contract", { isSigned: true });
    const { companyId } = admin;
    await app.testDatabase.superuserPool.query(
      "insert into document_filing (company_id, document_id, waiting_since) values ($1, $2, now())",
      [companyId, id],
    );
    const bytes = Buffer.alloc(40_000_000, "signed ");
    const papers: PapersOfStorage = {
      findPaper: () =>
        Promise.resolve({
          leadId: lead.id,
          name: "Huge",
          number: "",
          kind: "contract",
          workflows: [],
          pdfHash: "huge",
        }),
      readPdf: () => Promise.resolve(bytes),
      listSigned: () => Promise.resolve([]),
      findLead: lead.read,
      keepFolders: () => Promise.resolve(),
    };
    const file = () =>
      filePaper(
        { companyId, documentId: id, transact: (work) => app.database.inCompany({ companyId }, work) },
        { papers, openStorage: app.storages, now: () => app.clock.now() },
      );
    // The address of Microsoft's upload ends with the permission.
    const ended = provider === "google" ? "authError" : "unauthenticated";
    twin().program({ match: /^PUT /, holds: () => twin().oauth.revokeAll(), answer: ended as never, after: 5 });
    await file();
    expect(uploads()).toBeGreaterThan(5);
    expect(await stateOf(admin)).toMatchObject({ filedCount: 0, waitingCount: 1, lastFailure: "reconnectNeeded" });
    expect((await accountOf(admin, provider)).state).toBe("reconnectNeeded");
    const before = twin().requests.length;
    await file();
    expect(twin().requests.length).toBe(before);
    await connectStorage(admin, provider);
    await file();
    expect(await stateOf(admin)).toMatchObject({ filedCount: 1, waitingCount: 0, lastFailure: null });
    const brought = [...twin().tree.items.values()].filter(({ name }) => name === `Huge (${String(id)}).pdf`);
    expect(brought.map((item) => item.bytes.equals(bytes))).toEqual([true]);
    for (const item of brought) item.bytes = Buffer.alloc(0);
  });

  test.runIf(provider === "microsoft")(
    "[STORE-14] a storage that is down for a day costs nothing but time",
    async () => {
      const lead = await newLead(admin);
      twin().setFaults(["limits"]);
      const id = await lead.addPaper("contract", { isSigned: true });
      await app.runJobs();
      for (let hour = 0; hour < 24; hour += 4) {
        await expect(run(admin, id)).rejects.toThrow();
        app.clock.advance({ hours: 4 });
      }
      admin = { ...(await app.signInNew({ companyId: admin.companyId, role: "Admin" })), companyId: admin.companyId };
      expect(await stateOf(admin)).toMatchObject({ filedCount: 0, waitingCount: 1, lastFailure: "tooManyCalls" });
      twin().behave();
      await run(admin, id);
      expect(await stateOf(admin)).toMatchObject({ filedCount: 1, waitingCount: 0, lastFailure: null });
    },
  );

  test.runIf(provider === "google")(
    "[STORE-15] a permission that ended waits without trying, and connecting again files what waits",
    async () => {
      const lead = await newLead(admin);
      const id = await lead.addPaper("contract", { isSigned: true });
      twin().setFaults(["expires"]);
      await app.runJobs();
      await run(admin, id);
      expect((await accountOf(admin, provider)).state).toBe("reconnectNeeded");
      expect(await stateOf(admin)).toMatchObject({ waitingCount: 1, lastFailure: "reconnectNeeded" });
      twin().behave();
      await connectStorage(admin, provider);
      await app.runJobs();
      expect(await stateOf(admin)).toMatchObject({ filedCount: 1, waitingCount: 0 });
    },
  );

  test.runIf(provider === "microsoft")(
    "[STORE-16] disconnecting ends what waits; signed papers follow when a storage is connected",
    async () => {
      const lead = await newLead(admin);
      twin().setFaults(["limits"]);
      const id = await lead.addPaper("contract", { isSigned: true });
      await app.runJobs();
      await admin.call("disconnectFileStorage");
      expect(await stateOf(admin)).toMatchObject({ waitingCount: 0, filedCount: 0 });
      await run(admin, id);
      twin().behave();
      await connectStorage(admin, provider);
      await app.runJobs();
      expect(await stateOf(admin)).toMatchObject({ filedCount: 1, waitingCount: 0 });
    },
  );

  test("[STORE-16] a disconnect while a paper is sent ends it, and connecting again sends it once", async () => {
    const lead = await newLead(admin);
    const id = await lead.addPaper("contract", { isSigned: true });
    twin().program({ match: /^PUT /, holds: () => admin.call("disconnectFileStorage"), answer: "asUsual" });
    await app.runJobs();
    expect((await accountOf(admin, provider)).state).toBe("notConnected");
    expect(await stateOf(admin)).toMatchObject({ filedCount: 0, waitingCount: 0, lastFailure: null });
    await connectStorage(admin, provider);
    await app.runJobs();
    expect(await stateOf(admin)).toMatchObject({ filedCount: 1, waitingCount: 0 });
    const papers = pathsOf(lead.id).filter((path) => path.endsWith(`(${String(id)}).pdf`));
    expect(papers).toHaveLength(1);
  });

  test.runIf(provider === "google")(
    "[STORE-17] without a folder papers wait, with a fallback they go there, and a lost folder is reported",
    async () => {
      await set(admin, { salespersonFallbackFolder: "", pdfFallbackFolder: "" });
      const lead = await newLead(admin);
      const id = await lead.addPaper("contract", { isSigned: true });
      await app.runJobs();
      expect(await stateOf(admin)).toMatchObject({ waitingCount: 1, lastFailure: "noFolder" });
      await set(admin, {
        salespersonFallbackFolder: idOf(provider, "trashed"),
        pdfFallbackFolder: idOf(provider, "fallback"),
      });
      await app.runJobs();
      expect(twin().tree.paths()).toContain(`Papers without a place/Contract 2026-0514-K7QD (${String(id)}).pdf`);
      const { rows } = await app.testDatabase.superuserPool.query<{ details: string }>(
        "select details from folder_log where company_id = $1 and not is_mapping_correct order by id",
        [admin.companyId],
      );
      expect(rows.map(({ details }) => details)).toEqual([
        `No folder for salespeople and none for PDFs is chosen: papers of Whitlock, Dana (${String(lead.id)}) wait.`,
        "The folder for salespeople is not there any more, or out of reach.",
        `No folder for salespeople is chosen: papers of Whitlock, Dana (${String(lead.id)}) are in Papers without a place.`,
      ]);
    },
  );

  test("[STORE-18] folders and files that people moved or renamed are used where they are", async () => {
    const lead = await newLead(admin);
    await lead.addPaper("contract");
    await app.runJobs();
    const { projectFolderId, contractFolderId } = await lead.read();
    const { tree } = twin();
    const folder = tree.find(projectFolderId.split(":").at(-1) ?? "");
    if (!folder) throw new Error("The lead has no folder.");
    folder.name = "Whitlock house";
    folder.parentId = tree.rootId;
    tree.rename(contractFolderId.split(":").at(-1) ?? "", "Signed papers");
    await lead.addPaper("workOrder", { name: "Work order" });
    const second = await lead.addPaper("contract");
    await app.runJobs();
    expect(tree.paths()).toContainEqual(expect.stringMatching(/^Whitlock house\/Work order/));
    expect(tree.paths()).toContain(`Whitlock house/Signed papers/Contract 2026-0514-K7QD (${String(second)}).pdf`);
    const { rows } = await app.testDatabase.superuserPool.query<{ details: string }>(
      "select details from folder_log where company_id = $1 and details like 'Moved%' order by details",
      [admin.companyId],
    );
    expect(rows).toEqual([
      { details: "Moved or renamed: now Signed papers." },
      { details: "Moved or renamed: now Whitlock house." },
    ]);
  });

  test("[CONN-52] the folder of a workflow, and of project types, is used where people put it; one in the trash is made again, and said", async () => {
    const mappings = {
      leadProjectTypesToFolderNameMapping: { Roofing: `Roofs of ${String(admin.companyId)}` },
      workflowToLeadProjectTypesMapping: { "1": ["Roofing"] },
      projectProjectTypeToFolderNameMapping: { Roofing: "Roof" },
    };
    await set(admin, mappings);
    const lead = await newLead(admin);
    const order = () => lead.addPaper("workOrder", { name: "Work order" });
    await order();
    await app.runJobs();
    const { tree } = twin();
    const at = (path: string): string => {
      const [last, ...above] = path.split("/").reverse();
      const found = [...tree.items.values()].filter(
        ({ name, parentId, isTrashed }) =>
          !isTrashed && name === last && (above.length === 0 || tree.find(parentId ?? "")?.name === above[0]),
      );
      if (found.length !== 1) throw new Error(`${path} is there ${String(found.length)} times.`);
      return found[0]?.id ?? "";
    };
    const own = `Whitlock, Dana (${String(lead.id)})`;
    const moved = `Crew of ${String(lead.id)}`;
    const roof = at(`${own}/Roof`);
    tree.rename(roof, moved);
    tree.move(roof, tree.rootId);
    await order();
    tree.rename(at(`Roofs of ${String(admin.companyId)}`), `Roofing ${String(admin.companyId)}`);
    const second = await newLead(admin);
    await second.addPaper("contract");
    await app.runJobs();
    expect(tree.childrenOf(roof).filter(({ name }) => name.startsWith("Work order"))).toHaveLength(2);
    at(`Roofing ${String(admin.companyId)}/Whitlock, Dana (${String(second.id)})`);

    tree.trash(roof);
    await order();
    await app.runJobs();
    expect(tree.childrenOf(at(`${own}/Roof`)).filter(({ name }) => name.startsWith("Work order"))).toHaveLength(1);
    const { rows } = await app.testDatabase.superuserPool.query<{ details: string }>(
      "select details from folder_log where company_id = $1 and folder_type in ('workflow', 'projectType') order by id",
      [admin.companyId],
    );
    expect(rows.map(({ details }) => details)).toEqual([
      `Made Roofs of ${String(admin.companyId)} in Projects.`,
      `Made Roof in ${own}.`,
      `Moved or renamed: now ${moved}.`,
      `Moved or renamed: now Roofing ${String(admin.companyId)}.`,
      "Roof is not there any more, or out of reach: made again.",
      `Made Roof in ${own}.`,
    ]);
  });

  test("[CONN-52] the folders of a lead that lie in the trash are made again, and said", async () => {
    const lead = await newLead(admin);
    await lead.addPaper("contract");
    await app.runJobs();
    const before = await lead.read();
    twin().tree.trash(before.projectFolderId.split(":").at(-1) ?? "");
    await lead.addPaper("contract");
    await app.runJobs();
    const after = await lead.read();
    expect(after.projectFolderId).not.toBe(before.projectFolderId);
    expect(after.contractFolderId).not.toBe(before.contractFolderId);
    const papers = twin()
      .tree.paths()
      .filter((path) => path.includes(`Whitlock, Dana (${String(lead.id)})/Contracts/Contract`));
    expect(papers).toHaveLength(1);
    const { rows } = await app.testDatabase.superuserPool.query<{ details: string }>(
      "select details from folder_log where company_id = $1 and not is_mapping_correct order by id",
      [admin.companyId],
    );
    expect(rows.map(({ details }) => details)).toEqual([
      "The lead's project folder is not there any more, or out of reach.",
      "The lead's contract folder is not there any more, or out of reach.",
    ]);
  });

  test("[OP-58] [API-25] [VAL-27] [VAL-28] the price book's spreadsheet is read from there", async () => {
    const bring = () => admin.call("importConnectedEstimateFields");
    expect((await bring()).problem.errors).toEqual({ formFile: ["No spreadsheet is chosen in the file settings."] });
    const settings: Settings = (await admin.call("getSettings")).body;
    expect(settings.estimateFieldsSpreadsheet).toBe("");
    await set(admin, { estimateFieldsSpreadsheet: idOf(provider, "trashed") });
    expect((await bring()).problem.errors?.["formFile"]?.[0]).toMatch(/^The selected file is inaccessible\./);
    await set(admin, { estimateFieldsSpreadsheet: idOf(provider, "protectedFile") });
    expect((await bring()).problem.errors?.["formFile"]?.[0]).toMatch(/necessary permissions on the selected file/);
    await set(admin, { estimateFieldsSpreadsheet: idOf(provider, "spreadsheet") });
    // No workbook yet.
    expect((await bring()).problem.status).toBe(400);
    const exported = await app.app.inject({ url: "/api/estimatefields/export", headers: { ...admin.headers } });
    const item = twin().tree.find(idOf(provider, "spreadsheet").split(":").at(-1) ?? "");
    if (item) item.bytes = exported.rawPayload;
    expect((await bring()).body).toMatchObject({ problems: [] });
  });

  test.runIf(provider === "google")(
    "[CONN-55] [OP-58] the price book is read from a Google sheet, which is exported; one that is too large says so",
    async () => {
      const exported = await app.app.inject({ url: "/api/estimatefields/export", headers: { ...admin.headers } });
      const sheet = twin().tree.find(idOf(provider, "sheet"));
      if (!sheet) throw new Error("The demo has no sheet.");
      sheet.bytes = exported.rawPayload;
      await set(admin, { estimateFieldsSpreadsheet: `https://docs.google.com/spreadsheets/d/${sheet.id}/edit#gid=0` });
      expect((await admin.call("importConnectedEstimateFields")).body).toMatchObject({ problems: [] });
      sheet.bytes = Buffer.alloc(10_000_001);
      const { problem } = await admin.call("importConnectedEstimateFields");
      expect(problem.errors).toEqual({ provider: ["tooLarge"] });
    },
  );
});

test("[SET-06] a paper without a connected storage makes no job", async () => {
  const admin = await app.newAdmin();
  await (await newLead(admin)).addPaper("contract", { isSigned: true });
  await app.runJobs();
  const { rowCount } = await app.testDatabase.superuserPool.query("select from document_filing where company_id = $1", [
    admin.companyId,
  ]);
  expect(rowCount).toBe(0);
});
