import type { DocumentId } from "@ridgebook/contract";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { newFiledLead, setSettings } from "./testing/filed-lead.ts";
import {
  accountOf,
  foldersOf,
  startStorageApplication,
  STORAGES,
  type StorageApplication,
} from "./testing/storage-application.ts";

/** `OUTAGE_HOURS=24` with `npm run connections:proof -- --outage`. */
const HOURS = Number(process.env["OUTAGE_HOURS"] ?? 3);
const STEP_MINUTES = 10;
const STEPS = (HOURS * 60) / STEP_MINUTES;
/** A new paper comes so often. */
const STEPS_PER_PAPER = 9;

/** A storage's answers while it is down, in turns; "done" applies the call and does not answer. */
const COMMON = ["done", "brokenOff", "badGateway", "htmlWithSuccess", "requestTimeout"] as const;
const FAULTS = {
  google: [...COMMON, "backendError", "userRateLimitExceeded", "tooManyCallsWait", "errorWithSuccess", "redirect"],
  microsoft: [...COMMON, "generalException", "activityLimitReached", "activityLimitWait", "gone", "redirect"],
} as const;

let app: StorageApplication;
beforeAll(async () => {
  app = await startStorageApplication(inject("postgresUrl"));
});
afterAll(() => app.close());

describe.each(STORAGES)("%s while it is down", (provider) => {
  test(
    `[CONN-54] ${String(HOURS)} hours of bad answers and of lost ones lose no paper, make nothing twice, and leave the pages usable`,
    { timeout: 60_000 + HOURS * 20_000 },
    async () => {
      const twin = app.twinOf(provider);
      const { companyId, ...first } = await app.newConnected(provider);
      await setSettings(first, {
        ...foldersOf(provider),
        workflowToLeadProjectTypesMapping: { "1": ["Roofing"] },
        projectProjectTypeToFolderNameMapping: { Roofing: "Roof" },
      });
      // Logins end while time goes by.
      const signIn = () => app.signInNew({ companyId, role: "Admin" });
      const run = (documentId: DocumentId) => app.tasks["file-document"]({ companyId, documentId });
      const folders = new Set<string>();
      const papers: DocumentId[] = [];

      for (let step = 0; step < STEPS; step += 1) {
        twin.behave();
        const answer = FAULTS[provider][(step >> 1) % FAULTS[provider].length];
        // By turns everything fails, and only what makes or sends something, renewals among it, while looking works.
        twin.program({ ...(step % 2 === 1 && { match: /^P/ }), answer: answer as never, times: 1_000 });
        if (step % STEPS_PER_PAPER === 0) {
          const admin = await signIn();
          const lead = await newFiledLead(admin);
          folders.add(`Whitlock, Dana (${String(lead.id)})`);
          papers.push(await lead.addPaper("contract", { isSigned: true }), await lead.addPaper("workOrder"));
          await app.runJobs();
          expect((await accountOf(admin, provider)).state).toBe("connected");
          const { status, body } = await admin.call("getFilingState");
          expect([status, body.filedCount + body.waitingCount]).toEqual([200, papers.length]);
          expect((await admin.call("getSettings")).status).toBe(200);
        }
        await run(papers[step % papers.length] as DocumentId).catch(() => undefined);
        app.clock.advance({ minutes: STEP_MINUTES });
      }

      twin.behave();
      app.clock.advance({ hours: 1 });
      for (const id of papers) await run(id);
      const state = await (await signIn()).call("getFilingState");
      expect(state.body).toMatchObject({ filedCount: papers.length, waitingCount: 0, lastFailure: null });
      const paths = twin.tree.paths();
      for (const id of papers)
        expect(
          paths.filter((path) => path.endsWith(` (${String(id)}).pdf`) && folders.has(path.split("/")[1] ?? "")),
        ).toHaveLength(1);
      // No folder and no file stands beside another one of its name.
      expect(paths.length).toBe(new Set(paths).size);
    },
  );
});
