import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { CompanyId } from "@ridgebook/contract";
import { beginAfterImport, followEvent } from "#features/documents/evidence-log.ts";
import { openFileStore, type FileStore } from "#features/files/file-store.ts";
import { buildPdf } from "#testing/build-document.ts";
import { standInPrinter } from "#testing/stand-in-printer.ts";
import { startTestApplication, type SignedIn, type TestApplication } from "#testing/test-application.ts";
import { importCompany, type ImportedCompany } from "#features/company-archive/import-company.ts";

/** A server with its own database and files. */
export interface Installation {
  readonly app: TestApplication;
  readonly filesFolder: string;
  readonly store: FileStore;
  /** Exports a company and downloads the archive like a browser. */
  exportCompany(who: SignedIn, companyId: CompanyId): Promise<Buffer>;
  /** Imports an archive like the command; `parts` overrides parts to make it fail. */
  importFrom(file: string, parts?: Partial<Parameters<typeof importCompany>[1]>): Promise<ImportedCompany>;
  /** A photo of a lead, stored like an upload. */
  addPhoto(photo: { companyId: CompanyId; leadId: number; content: Buffer }): Promise<void>;
}

const sha256 = (...parts: (string | Buffer)[]): string => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
};

/** Starts installations; `folder` is for the test's files, and `close` ends everything. */
export async function prepareInstallations(postgresUrl: string) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-archives-"));
  const started: TestApplication[] = [];

  async function start(): Promise<Installation> {
    const filesFolder = await mkdtemp(path.join(folder, "files-"));
    const app = await startTestApplication(postgresUrl, {
      fileStore: { kind: "folder", folder: filesFolder },
      printer: standInPrinter(() => buildPdf("drawn")),
    });
    started.push(app);
    const store = await openFileStore({ kind: "folder", folder: filesFolder });
    return {
      app,
      filesFolder,
      store,
      async exportCompany(who, companyId) {
        const params = { id: companyId };
        const { id } = (await who.call("createCompanyExport", { params })).body;
        await app.runJobs();
        const [done] = (await who.call("listCompanyExports", { params })).body;
        if (done?.id !== id || done.state !== "done" || done.missingCount > 0 || done.doneCount < done.totalCount)
          throw new Error(`The export is not done: ${JSON.stringify(done)} ${app.logLines.slice(-3).join("\n")}`);
        const reply = await app.app.inject({
          url: `/api/companies/${String(companyId)}/exports/${id}`,
          cookies: { ridgebook_session: who.cookie },
        });
        if (reply.statusCode !== 200 || reply.rawPayload.length !== done.size)
          throw new Error(`The archive could not be downloaded: ${String(reply.statusCode)}`);
        return reply.rawPayload;
      },
      importFrom: (file, parts) =>
        importCompany(file, {
          database: app.database,
          store,
          now: () => app.clock.now(),
          ...parts,
          workFolder: path.join(filesFolder, "..", `${path.basename(filesFolder)}-work`),
          evidence: { follow: followEvent, begin: beginAfterImport },
        }),
      async addPhoto({ companyId, leadId, content }) {
        const id = sha256("a company and a name", content);
        await store.write({ companyId, id }, content);
        await app.testDatabase.superuserPool.query(
          "insert into file (company_id, id, name, size, content_type, bytes_hash) values ($1, $2, 'a.jpg', $3, 'image/jpeg', $4)",
          [companyId, id, content.length, sha256(content)],
        );
        await app.testDatabase.superuserPool.query(
          "insert into lead_photo (company_id, file_id, lead_id, taken_time, created_time, modified_time) values ($1, $2, $3, now(), now(), now())",
          [companyId, id, leadId],
        );
      },
    };
  }

  return {
    folder,
    start,
    async close() {
      await Promise.all(started.map((app) => app.close()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
