import { sectionRecord, workflowRecord, Problem, SECTION_PAIR_ID, UNORDERED_SECTION } from "@ridgebook/contract";
import { SECTIONS } from "@ridgebook/estimating";
import { describe, expect, test, vi } from "vitest";
import {
  countItems,
  optionalChoices,
  ownProperties,
  saveToggle,
  toggleEdit,
  toggleSection,
} from "#features/estimate/steps/optional-sections.ts";
import type { LocalEstimate } from "#local-data/estimates/estimate-store.ts";
import type { LocalSection, LocalWorkflow } from "#local-data/price-book/price-book.ts";

const PAIR_TITLE = "Exterior lighting & gutters";

function buildWorkflow(id: 1 | 2 | 4, decided: Record<number, Partial<LocalSection>> = {}): LocalWorkflow {
  const own = SECTIONS.filter(({ workflowId }) => workflowId === id).map((section): LocalSection => ({
    ...sectionRecord.empty,
    id: section.id,
    workflowId: id,
    order: section.order,
    optional: section.optional,
    name: section.name,
    component: section.component,
    title: section.name,
    ...decided[section.id],
  }));
  const pair: LocalSection = {
    id: SECTION_PAIR_ID,
    workflowId: id,
    order: UNORDERED_SECTION,
    enabled: true,
    optional: true,
    name: "",
    description: PAIR_TITLE,
    component: "",
    title: PAIR_TITLE,
    ...decided[SECTION_PAIR_ID],
  };
  return { id, ...workflowRecord.empty, title: "", sections: id === 4 ? own : [...own, pair] };
}

const summaryWith = (optionalSectionIds: number[]) => ({ lastCompleteSectionId: null, optionalSectionIds });

describe("optional choices", () => {
  test("[EST-19] offer the sections of a pair as the pair", () => {
    expect(optionalChoices({ workflow: buildWorkflow(1), summary: summaryWith([]) })).toEqual([
      { id: -1, title: PAIR_TITLE, sectionIds: [146, 147], isAdded: false },
    ]);
  });

  test("[EST-18] offer to remove what is added", () => {
    const [choice] = optionalChoices({ workflow: buildWorkflow(2), summary: summaryWith([144, 145]) });
    expect(choice).toMatchObject({ sectionIds: [144, 145], isAdded: true });
  });

  test("[EST-18] offer a section that an admin made optional", () => {
    const workflow = buildWorkflow(4, { 403: { optional: true } });
    expect(optionalChoices({ workflow, summary: summaryWith([]) })).toEqual([
      { id: 403, title: "Exterior Lighting", sectionIds: [403], isAdded: false },
    ]);
  });

  test("[EST-19] leave out a pair that is disabled or has no optional section", () => {
    const summary = summaryWith([]);
    const off = buildWorkflow(1, { [SECTION_PAIR_ID]: { enabled: false } });
    expect(optionalChoices({ workflow: off, summary })).toEqual([]);
    const always = buildWorkflow(1, { 146: { optional: false }, 147: { optional: false } });
    expect(optionalChoices({ workflow: always, summary })).toEqual([]);
  });
});

describe("toggling", () => {
  test.each([
    { workflowId: 1, pair: [146, 147] },
    { workflowId: 2, pair: [144, 145] },
  ])("[EST-19] adds and removes $pair together for id -1", ({ workflowId, pair }) => {
    const added = toggleSection({ workflowId, optionalSectionIds: [7], id: -1, isAdded: true });
    expect(added).toEqual([7, ...pair]);
    expect(toggleSection({ workflowId, optionalSectionIds: added, id: -1, isAdded: false })).toEqual([7]);
  });

  test("[EST-19] completes half a pair, and removes it as a whole", () => {
    expect(toggleSection({ workflowId: 1, optionalSectionIds: [147], id: -1, isAdded: true })).toEqual([146, 147]);
    expect(toggleSection({ workflowId: 1, optionalSectionIds: [147], id: -1, isAdded: false })).toEqual([]);
  });

  test("[EST-18] adds any other id alone, at most once", () => {
    expect(toggleSection({ workflowId: 4, optionalSectionIds: [403], id: 403, isAdded: true })).toEqual([403]);
    expect(toggleSection({ workflowId: 4, optionalSectionIds: [403, 404], id: 403, isAdded: false })).toEqual([404]);
  });

  const copy = { workflowId: 1, workflowEstimateId: 2 };

  test("[EST-18] saves only the sections of that copy when adding", () => {
    expect(toggleEdit({ copy, optionalSectionIds: [146, 147], removedProperties: [] })).toEqual({
      parts: [{ workflowId: 1, workflowEstimateId: 2, optionalSectionIds: [146, 147] }],
    });
  });

  test("[EST-18] also removes what only these sections show, in one save", () => {
    const progress = { workflow: buildWorkflow(1), summary: summaryWith([146, 147]) };
    const properties = ownProperties({ ...progress, sectionIds: [146, 147] });
    expect(properties).toContain("gutter");
    expect(properties).not.toContain("fascia");
    const [part] = toggleEdit({ copy, optionalSectionIds: [], removedProperties: properties }).parts ?? [];
    expect(part).toMatchObject({ optionalSectionIds: [], items: [] });
    expect(part?.fieldIds).toHaveLength(properties.length);
  });

  test("[EST-18] only looks for contents in the copy itself", () => {
    const item = { parentItemId: null, workflowEstimateId: 2, fieldId: "1.58" as const };
    const items = [
      item,
      { ...item, workflowEstimateId: 1 },
      { ...item, parentItemId: 9 },
    ] as unknown as LocalEstimate["items"];
    expect(countItems({ items, copy, properties: ["eaveLength"] })).toBe(1);
    expect(countItems({ items, copy, properties: ["valleyLength"] })).toBe(0);
  });
});

describe("saving a toggle", () => {
  const estimate = { id: 12 } as LocalEstimate;
  const edit = { parts: [] };

  test("[EST-18] saves immediately, and reverts if the server refuses it", async () => {
    const save = vi.fn(() => Promise.resolve({ outcome: "synced" as const, id: 12 }));
    const reportFailure = vi.fn(() => Promise.resolve());
    const onSaved = vi.fn();
    await expect(saveToggle({ estimate, edit, save, reportFailure, onSaved })).resolves.toBe(true);
    expect(onSaved).toHaveBeenCalledTimes(1);
    expect(save).toHaveBeenCalledExactlyOnceWith(12, edit, { from: estimate, takesBackRefusal: true });
    expect(reportFailure).not.toHaveBeenCalled();
  });

  test("[EST-20] passes a refusal to the generic handler, and keeps all unsaved edits", async () => {
    const problem = new Problem("unexpected");
    const reportFailure = vi.fn(() => Promise.resolve());
    const save = () => Promise.resolve({ outcome: "refused" as const, id: 12, problem });
    const onSaved = vi.fn();
    await expect(saveToggle({ estimate, edit, save, reportFailure, onSaved })).resolves.toBe(false);
    expect(onSaved).not.toHaveBeenCalled();
    expect(reportFailure).toHaveBeenCalledExactlyOnceWith(problem);
  });

  test("[EST-20] passes a storage failure to the generic handler too", async () => {
    const failure = new Error("disk full");
    const reportFailure = vi.fn(() => Promise.resolve());
    const save = () => Promise.reject(failure);
    const onSaved = vi.fn();
    await expect(saveToggle({ estimate, edit, save, reportFailure, onSaved })).resolves.toBe(false);
    expect(onSaved).not.toHaveBeenCalled();
    expect(reportFailure).toHaveBeenCalledExactlyOnceWith(failure);
  });
});
