import { Problem, type LeadDuplicate, type LeadImport, type LeadImportId } from "@ridgebook/contract";
import { expect, test, vi } from "vitest";
import { checkLeads, decideImport, finishImport, resumeImport, type Progress, type RunOptions } from "./run-import.ts";

const ID = 5 as LeadImportId;

const importIn = (state: LeadImport["state"]): LeadImport => ({
  id: ID,
  fileName: "leads.csv",
  state,
  failure: null,
  rowCount: 2,
  doneCount: 0,
  duplicateCount: 0,
  addedCount: 0,
  updatedCount: 0,
  skippedCount: 0,
  createdTime: "2026-11-01T00:00:00.000Z",
  finishedTime: null,
  canBeUndone: false,
});

/** A server that answers each call by its name. It throws an answer that is a Problem, and takes the first of a list. */
function openRun(answers: Record<string, unknown[]>) {
  const calls: string[] = [];
  const shown: Progress[] = [];
  const stop = new AbortController();
  const call = vi.fn(async (name: string) => {
    calls.push(name);
    await Promise.resolve();
    const [answer, ...later] = answers[name] ?? [];
    if (later.length > 0) answers[name] = later;
    if (answer instanceof Problem) throw answer;
    return answer;
  });
  const options: RunOptions = {
    client: { call: call as RunOptions["client"]["call"] },
    signal: stop.signal,
    onProgress: (progress) => shown.push(progress),
    wait: () => Promise.resolve(),
  };
  return { options, calls, shown, stop };
}

const two = { fileName: "leads.csv", batchCount: 2, batch: () => Promise.resolve([]) };

test("[IMPORT-33] a lost part is sent again, the rest waits for it, and the pause is shown", async () => {
  const { options, calls, shown } = openRun({
    createLeadImport: [importIn("staging")],
    stageLeadImportRows: [
      importIn("staging"),
      new Problem("unavailable"),
      new Problem("unavailable"),
      importIn("staging"),
    ],
    checkLeadImport: [importIn("checking")],
    getLeadImport: [importIn("checking"), importIn("checked")],
  });
  expect((await checkLeads(two, options)).state).toBe("checked");
  expect(calls).toEqual([
    "createLeadImport",
    "stageLeadImportRows",
    "stageLeadImportRows",
    "stageLeadImportRows",
    "stageLeadImportRows",
    "checkLeadImport",
    "getLeadImport",
    "getLeadImport",
  ]);
  expect(shown.map(({ what, done, isPaused }) => [what, done, isPaused])).toEqual([
    ["sending", 0, false],
    ["sending", 1, false],
    ["sending", 1, true],
    ["sending", 1, true],
    ["sending", 1, false],
    ["sending", 2, false],
    ["checking", 0, false],
  ]);
});

test("[IMPORT-33] cancelled half way, what was staged is taken back", async () => {
  const { options, calls, stop } = openRun({
    createLeadImport: [importIn("staging")],
    stageLeadImportRows: [importIn("staging")],
  });
  const batch = (index: number) => {
    if (index === 1) stop.abort();
    return Promise.resolve([]);
  };
  await expect(checkLeads({ ...two, batch }, options)).rejects.toThrow();
  expect(calls).toEqual(["createLeadImport", "stageLeadImportRows", "deleteLeadImport"]);
});

test("[IMPORT-33] a refusal ends the check: it would be the same again", async () => {
  const { options, calls } = openRun({ createLeadImport: [new Problem("accessDenied")] });
  await expect(checkLeads(two, options)).rejects.toMatchObject({ code: "accessDenied" });
  expect(calls).toEqual(["createLeadImport"]);
});

test("[IMPORT-34] after a lost answer to the last press, the import that is under way is followed", async () => {
  const { options } = openRun({
    finishLeadImport: [new Problem("unavailable"), new Problem("importState")],
    getLeadImport: [importIn("importing"), importIn("imported")],
  });
  expect((await finishImport(ID, { decisions: [], others: null }, options)).state).toBe("imported");
});

test("[IMPORT-34] a page that was left during the import comes back to its end; one that was only checked is checked again", async () => {
  const underWay = openRun({ getLeadImport: [importIn("importing"), importIn("importing"), importIn("imported")] });
  expect((await resumeImport(ID, underWay.options))?.state).toBe("imported");
  const checked = openRun({ getLeadImport: [importIn("checked")] });
  expect(await resumeImport(ID, checked.options)).toBeUndefined();
  const gone = openRun({ getLeadImport: [new Problem("notFound")] });
  expect(await resumeImport(ID, gone.options)).toBeUndefined();
});

test("[IMPORT-32] counts what an import adds: 1,284 rows with row 977 left out and 41 duplicates, one of them added, are 1,243", () => {
  const duplicates = Array.from({ length: 41 }, (_, index): LeadDuplicate => ({
    row: index + 2,
    name: "Helen Marsh",
    address: "",
    same: "phone",
    sameValue: "",
    like: { name: "Helen Marsh", address: "", row: 1, leadId: null },
    suggestion: "update",
  }));
  const result = { rowCount: 1_283, duplicateCount: 41 };
  const decisions = { 2: "update", 3: "update", 4: "add", 900: "add" } as const;
  // 1,283 - 41 + 1; row 900 is no duplicate any more.
  expect(decideImport({ result, duplicates, decisions, others: null })).toMatchObject({ added: 1_243, undecided: 38 });
  expect(decideImport({ result, duplicates, decisions, others: "skip" })).toEqual({
    added: 1_243,
    updated: 2,
    undecided: 0,
    body: {
      decisions: [
        { row: 2, decision: "update" },
        { row: 3, decision: "update" },
        { row: 4, decision: "add" },
      ],
      others: "skip",
    },
  });
  expect(decideImport({ result, duplicates, decisions, others: "add" }).added).toBe(1_243 + 38);
});
