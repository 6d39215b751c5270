import type { LeadImportId, UserId } from "@ridgebook/contract";
import type { CompanyScope } from "#database/company-scope.ts";
import { findActiveUsers } from "#database/company-users.ts";
import { isCompanyActive } from "#database/is-company-active.ts";
import { noteActivity } from "#http/note-activity.ts";
import { DUPLICATE_STEPS, findDuplicates, sumUpDuplicates } from "./find-duplicates.ts";
import { noteImport } from "./import-activity.ts";
import { changeImport, findRow, readNamedPeople, type ImportRow } from "./import-repository.ts";
import { findTargets, prepareFilling, renewSearch, TargetGone, writeLeads } from "./write-leads.ts";

type Transact = <Result>(work: (scope: CompanyScope) => Promise<Result>) => Promise<Result>;

interface ImportJob {
  readonly id: LeadImportId;
  readonly transact: Transact;
  readonly now: () => Date;
}

/** Rolls back a transaction; the import's new state, if any, is already written. */
class ImportStopped extends Error {}
class ImportFailure extends Error {
  readonly failure: NonNullable<ImportRow["failure"]>;
  constructor(failure: NonNullable<ImportRow["failure"]>) {
    super(`An import of leads failed: ${failure}.`);
    this.failure = failure;
  }
}

/** Reads the import in a state; every transaction of a job starts with it, so that a cancelled import stops. */
async function readIn(scope: CompanyScope, id: LeadImportId, state: ImportRow["state"]): Promise<ImportRow> {
  const row = await findRow(scope, id);
  if (row?.state !== state) throw new ImportStopped();
  if (!(await isCompanyActive(scope))) throw new ImportFailure("unexpected");
  return row;
}

/** Compares all rows and returns the result, updating `doneCount`. */
async function search({ id, transact }: ImportJob, state: ImportRow["state"]) {
  for (let step = 0; step < DUPLICATE_STEPS; step += 1) {
    await transact(async (scope) => {
      await readIn(scope, id, state);
      await findDuplicates(scope, id, step);
    });
    if (state === "checking")
      await transact(async (scope) => {
        const { rowCount } = await readIn(scope, id, state);
        await changeImport(scope, { id, state }, { doneCount: Math.floor((rowCount * (step + 1)) / DUPLICATE_STEPS) });
      });
  }
  return transact((scope) => sumUpDuplicates(scope, id));
}

async function check(job: ImportJob): Promise<void> {
  const { count, hash } = await search(job, "checking");
  await job.transact(async (scope) => {
    const { rowCount } = await readIn(scope, job.id, "checking");
    const found = { duplicateCount: count, shownDuplicates: hash, doneCount: rowCount };
    await changeImport(scope, { id: job.id, state: "checking" }, { state: "checked", ...found });
  });
}

async function assertPeopleWork(scope: CompanyScope, id: LeadImportId): Promise<void> {
  const named = await readNamedPeople(scope, id);
  const active = await findActiveUsers(scope, named);
  if (named.some((person) => !active.has(person))) throw new ImportFailure("salespersonGone");
}

/**
 * Creates the leads after another duplicate search: if leads changed since the decisions were made and the duplicates differ, the import
 * returns to its check.
 */
async function finish(job: ImportJob): Promise<void> {
  const { id, transact, now } = job;
  const { count, hash } = await search(job, "importing");
  const isAsShown = await transact(async (scope) => {
    const { shownDuplicates } = await readIn(scope, id, "importing");
    if (shownDuplicates === hash) return true;
    const found = { duplicateCount: count, shownDuplicates: hash, doneCount: 0 };
    await changeImport(scope, { id, state: "importing" }, { state: "checked", ...found });
    return false;
  });
  if (!isAsShown) return;
  const time = now();
  await transact(async (scope) => {
    const { others, actor } = await readIn(scope, id, "importing");
    await findTargets(scope, { id, others });
    await prepareFilling(scope, { id, now: time, by: (actor?.id ?? null) as UserId | null });
  });
  await transact(async (scope) => {
    const { others, rowCount, actor, fileName } = await readIn(scope, id, "importing");
    await assertPeopleWork(scope, id);
    const by = (actor?.id ?? null) as UserId | null;
    const written = await writeLeads(scope, { id, others, rowCount, now: time, by }, async (done) => {
      try {
        await transact(async (apart) => {
          await readIn(apart, id, "importing");
          await changeImport(apart, { id, state: "importing" }, { doneCount: done });
        });
      } catch (error) {
        // A missing second connection only loses progress updates.
        if (error instanceof ImportStopped || error instanceof ImportFailure) throw error;
      }
    });
    if (!written) throw new ImportStopped();
    if (!(await isCompanyActive(scope))) throw new ImportFailure("unexpected");
    if (actor) await noteActivity(scope, noteImport(scope, { actor, fileName, action: "added", counts: written }));
  });
}

/** Refreshes the search index after leads were filled in or reverted. */
async function renew({ id, transact }: ImportJob): Promise<void> {
  let above: number | undefined = 0;
  while (above !== undefined) {
    const last: number = above;
    above = await transact((scope) => renewSearch(scope, { id, above: last }));
  }
}

/**
 * The job of an import, driven by its state. It can be interrupted and restarted: the visible part changes in one transaction with the
 * state.
 */
export async function runLeadImport(job: ImportJob, reportFailure: (error: unknown) => void): Promise<void> {
  const { id, transact } = job;
  const readState = () => transact(async (scope) => (await findRow(scope, id))?.state);
  try {
    const state = await readState();
    if (state === "checking") await check(job);
    if (state === "importing") await finishAnew(job);
  } catch (error) {
    if (error instanceof ImportStopped) return;
    const failure = error instanceof ImportFailure ? error.failure : "unexpected";
    if (!(error instanceof ImportFailure)) reportFailure(error);
    // If this fails too, the queue retries the job.
    await transact(async (scope) => {
      for (const state of ["checking", "importing"] as const)
        await changeImport(scope, { id, state }, { state: "failed", failure, doneCount: 0 });
    });
    return;
  }
  // Failures from here on are retried by the queue: the leads exist.
  const reached = await readState();
  if (reached === "imported" || reached === "undone") await renew(job);
}

/** Searches for duplicates again if one of them was deleted: the import returns to its check. */
async function finishAnew(job: ImportJob): Promise<void> {
  try {
    await finish(job);
  } catch (error) {
    if (!(error instanceof TargetGone)) throw error;
    await finish(job);
  }
}
