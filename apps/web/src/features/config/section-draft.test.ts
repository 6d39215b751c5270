import { describe, expect, test } from "vitest";
import {
  decideSection,
  decideWorkflow,
  listChanges,
  nameOfChange,
  NO_DRAFT,
  restoreSectionDraft,
  shownSection,
  shownWorkflow,
} from "#features/config/section-draft.ts";
import type { LocalSection, LocalWorkflow } from "#local-data/price-book/price-book.ts";

const buildSection = (given: Partial<LocalSection> & Pick<LocalSection, "id" | "workflowId">): LocalSection => ({
  ...{ order: 1, enabled: true, optional: false, name: "Details", description: "", component: "", title: "Details" },
  ...given,
});
const roofingPair = buildSection({ id: -1, workflowId: 1, description: "Lighting & gutters" });
const sidingPair = buildSection({ id: -1, workflowId: 2 });
const roofing: LocalWorkflow = { id: 1, enabled: true, alias: "", title: "Roofing", sections: [roofingPair] };
const siding: LocalWorkflow = { id: 2, enabled: true, alias: "", title: "Siding", sections: [sidingPair] };

describe("[SET-23] [SET-24] decisions about sections and work categories", () => {
  test("are shown at once and sent when they are saved, each with its workflow", () => {
    let draft = decideWorkflow(NO_DRAFT, roofing, { alias: "Roofs" });
    draft = decideSection(draft, sidingPair, { enabled: false });
    expect(shownWorkflow(draft, roofing)).toMatchObject({ alias: "Roofs", enabled: true });
    expect([shownSection(draft, roofingPair).enabled, shownSection(draft, sidingPair).enabled]).toEqual([true, false]);
    expect(listChanges(draft, [roofing, siding])).toEqual([
      { kind: "workflow", workflow: roofing, body: { alias: "Roofs" } },
      { kind: "section", section: sidingPair, body: { workflowId: 2, enabled: false } },
    ]);
  });

  test("[ADMIN-25] come back from the device, without what cannot be read, and are named", () => {
    let draft = decideWorkflow(NO_DRAFT, roofing, { alias: "Roofs" });
    draft = decideSection(draft, sidingPair, { enabled: false });
    const kept = JSON.parse(JSON.stringify(draft)) as Record<string, unknown>;
    expect(restoreSectionDraft(kept)).toEqual(draft);
    expect(listChanges(restoreSectionDraft(kept), [roofing, siding]).map(nameOfChange)).toEqual(["Roofing", "Details"]);
    expect(restoreSectionDraft({ workflows: { 1: { alias: 7, enabled: "no", other: true } }, sections: null })).toEqual(
      {
        workflows: { 1: {} },
        sections: {},
      },
    );
  });

  test("that are taken back are none", () => {
    let draft = decideSection(NO_DRAFT, roofingPair, { description: "Gutters" });
    draft = decideSection(draft, roofingPair, { description: "Lighting & gutters" });
    draft = decideWorkflow(decideWorkflow(draft, siding, { enabled: false }), siding, { enabled: true });
    expect(listChanges(draft, [roofing, siding])).toEqual([]);
  });

  test("that somebody else has made meanwhile are none any more", () => {
    const draft = decideWorkflow(NO_DRAFT, siding, { enabled: false });
    expect(listChanges(draft, [roofing, { ...siding, enabled: false }])).toEqual([]);
  });
});
