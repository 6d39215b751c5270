import { describe, expect, test } from "vitest";
import {
  decideSection,
  decideWorkflow,
  labelOfConflict,
  listChanges,
  moveSection,
  nameOfChange,
  NO_DRAFT,
  resolveConflicts,
  restoreSectionDraft,
  shownSection,
  shownSections,
  shownWorkflow,
  toSectionsChange,
} from "#features/config/section-draft.ts";
import type { LocalSection, LocalWorkflow } from "#local-data/price-book/price-book.ts";

const buildSection = (given: Partial<LocalSection> & Pick<LocalSection, "id" | "workflowId">): LocalSection => ({
  order: 1,
  enabled: true,
  optional: false,
  name: "Details",
  description: "",
  component: "",
  title: "Details",
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
    expect(toSectionsChange(draft, listChanges(draft, [roofing, siding]))).toEqual({
      workflows: [{ id: 1, alias: "Roofs", former: { alias: "" } }],
      sections: [{ id: -1, workflowId: 2, enabled: false, former: { enabled: true } }],
    });
  });

  test("[ADMIN-25] come back from the device, without what cannot be read, and are named", () => {
    let draft = decideWorkflow(NO_DRAFT, roofing, { alias: "Roofs" });
    draft = decideSection(draft, sidingPair, { enabled: false });
    const kept = JSON.parse(JSON.stringify(draft)) as Record<string, unknown>;
    expect(restoreSectionDraft(kept)).toEqual(draft);
    expect(listChanges(restoreSectionDraft(kept), [roofing, siding]).map(nameOfChange)).toEqual(["Roofing", "Details"]);
    expect(restoreSectionDraft({ workflows: { 1: { alias: 7, enabled: "no", other: true } }, sections: null })).toEqual(
      { ...NO_DRAFT, workflows: { 1: {} } },
    );
  });

  test("that are reverted do not count", () => {
    let draft = decideSection(NO_DRAFT, roofingPair, { description: "Gutters" });
    draft = decideSection(draft, roofingPair, { description: "Lighting & gutters" });
    draft = decideWorkflow(decideWorkflow(draft, siding, { enabled: false }), siding, { enabled: true });
    expect(listChanges(draft, [roofing, siding])).toEqual([]);
  });

  test("that another user has made meanwhile no longer count", () => {
    const draft = decideWorkflow(NO_DRAFT, siding, { enabled: false });
    expect(listChanges(draft, [roofing, { ...siding, enabled: false }])).toEqual([]);
  });

  test("[ADMIN-31] a conflict is named, and choosing mine sends it over what the other person saved", () => {
    let draft = decideWorkflow(NO_DRAFT, roofing, { alias: "Roofs" });
    draft = decideSection(draft, sidingPair, { enabled: false });
    const theirs = { ...roofing, alias: "Rooftops" };
    const changes = listChanges(draft, [theirs, siding]);
    expect(labelOfConflict("1 alias", changes)).toBe("Roofing, Own name");
    const resolve = (choice: "mine" | "theirs") =>
      resolveConflicts(draft, { changes, theirs: new Map([["1 alias", "Rooftops"]]), choices: { "1 alias": choice } });
    const sent = (resolved: typeof draft) => toSectionsChange(resolved, listChanges(resolved, [theirs, siding]));
    const others = [{ id: -1, workflowId: 2, enabled: false, former: { enabled: true } }];
    expect(sent(resolve("mine"))).toEqual({
      workflows: [{ id: 1, alias: "Roofs", former: { alias: "Rooftops" } }],
      sections: others,
    });
    expect(sent(resolve("theirs"))).toEqual({ workflows: [], sections: others });
  });

  test("[ADMIN-32] a step moves among the steps and back; parts outside of them stay there", () => {
    const [first, second] = [
      buildSection({ id: 401, workflowId: 4 }),
      buildSection({ id: 402, workflowId: 4, order: 2 }),
    ];
    const notes = buildSection({ id: 498, workflowId: 4, order: 0 });
    const gutters: LocalWorkflow = { ...siding, id: 4, title: "Gutters", sections: [first, second, notes] };
    const ids = (shown: typeof NO_DRAFT) => shownSections(shown, gutters).map(({ id }) => id);
    const moved = moveSection(NO_DRAFT, gutters, { id: 401, by: 1 });
    expect(ids(moved)).toEqual([402, 401, 498]);
    expect(toSectionsChange(moved, listChanges(moved, [gutters])).sections).toEqual([
      { id: 401, workflowId: 4, order: 2, former: { order: 1 } },
      { id: 402, workflowId: 4, order: 1, former: { order: 2 } },
    ]);
    expect(listChanges(moveSection(moved, gutters, { id: 401, by: -1 }), [gutters])).toEqual([]);
    expect(moveSection(NO_DRAFT, gutters, { id: 402, by: 1 })).toBe(NO_DRAFT);
    expect(moveSection(NO_DRAFT, gutters, { id: 498, by: -1 })).toBe(NO_DRAFT);
  });
});
