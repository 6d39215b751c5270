import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createServerProcess, type ServerProcess } from "#testing/server-process.ts";
import { newFiledLead, setSettings } from "./testing/filed-lead.ts";
import {
  foldersOf,
  startStorageApplication,
  STORAGES,
  type StorageApplication,
} from "./testing/storage-application.ts";

/*
 * A server process draws and files papers, and is killed (kill -9) between an upload and the note of it. The gate has the same within one
 * process, in file-paper.db.test.ts.
 */

/** `KILLS=20` with `npm run connections:proof -- --kills 20`. */
const KILLS = Number(process.env["KILLS"] ?? 0);

describe.runIf(KILLS > 0).each(STORAGES)("papers in %s of a server that is killed", (provider) => {
  let app: StorageApplication;
  let server: ServerProcess;
  beforeAll(async () => {
    app = await startStorageApplication(inject("postgresUrl"));
    const { google, microsoft, testDatabase } = app;
    server = await createServerProcess({
      database: testDatabase,
      environment: {
        GOOGLE_URL: google.baseUrl,
        GOOGLE_CLIENT_ID: google.clientId,
        GOOGLE_CLIENT_SECRET: google.clientSecret,
        MICROSOFT_URL: microsoft.baseUrl,
        MICROSOFT_CLIENT_ID: microsoft.clientId,
        MICROSOFT_CLIENT_SECRET: microsoft.clientSecret,
        DEMO: "off",
        SECRETS_KEY: "07".repeat(32),
        EGRESS_ALLOWED: [google, microsoft].map(({ baseUrl }) => new URL(baseUrl).host).join(","),
      },
    });
    await server.start();
  });
  afterAll(async () => {
    await server.close();
    await app.close();
  });

  test(
    `[CONN-60] are each there once, and sent once, after ${String(KILLS)} kills between upload and note`,
    { timeout: 120_000 + KILLS * 60_000 },
    async () => {
      const admin = await app.newConnected(provider);
      await setSettings(admin, foldersOf(provider));
      const lead = await newFiledLead(admin);
      const twin = app.twinOf(provider);
      const uploads = (): number => twin.requests.filter(({ method }) => method === "PUT").length;
      for (let kill = 1; kill <= KILLS; kill += 1) {
        const before = uploads();
        const killed = new Promise<void>((resolve, reject) => {
          const holds = () => server.kill().then(resolve, reject);
          // The bytes arrive, and no process is left to note it.
          twin.program({ match: /^PUT /, answer: "done", holds });
        });
        const id = await lead.addPaper("contract", { isSigned: true });
        await killed;
        await server.start();
        const isFiled = async (): Promise<boolean> => {
          const { rows } = await app.testDatabase.superuserPool.query(
            "select 1 from document_filing where document_id = $1 and filed_time is not null and waiting_since is null",
            [id],
          );
          return rows.length === 1;
        };
        await expect.poll(isFiled, { timeout: 120_000, interval: 200 }).toBe(true);
        const brought = [...twin.tree.items.values()].filter(({ name }) => name.endsWith(`(${String(id)}).pdf`));
        expect([brought.length, uploads() - before]).toEqual([1, 1]);
      }
    },
  );
});
