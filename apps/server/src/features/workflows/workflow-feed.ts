import type { SyncedRecord } from "@ridgebook/contract";
import type { ChangeFeed } from "#database/change-feed.ts";
import { toStoredSection, toStoredWorkflow } from "./workflow-presenter.ts";
import { readChangedSections, readChangedWorkflows } from "./workflow-repository.ts";

export const workflowFeed: ChangeFeed<SyncedRecord["estimate-workflows"]> = async (scope, range) =>
  (await readChangedWorkflows(scope, range)).map((row) => ({
    changeNumber: row.changeNumber,
    record: toStoredWorkflow(row),
  }));

export const sectionFeed: ChangeFeed<SyncedRecord["estimate-sections"]> = async (scope, range) =>
  (await readChangedSections(scope, range)).map((row) => ({
    changeNumber: row.changeNumber,
    record: toStoredSection(row),
  }));
