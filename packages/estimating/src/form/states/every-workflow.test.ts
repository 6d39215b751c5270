import { describe, expect, test } from "vitest";
import { FIELDS, topLevelFields } from "#catalogue/catalogue.ts";
import { defaultLines } from "#form/defaults.ts";
import { linesOf, type WorkflowValues } from "#form/form-values.ts";
import { fromItems, toItems } from "#form/items.ts";
import { rebuildItems } from "#form/rebuild-items.ts";
import { addRow } from "#form/rows.ts";
import { temporaryIds } from "#form/temporary-ids.ts";
import { indexPriceBook } from "#price-book/index-price-book.ts";
import { priceWorkflow } from "#pricing/price-line.ts";
import { starterPriceBook } from "#starter-price-book/index.ts";
import { validateWorkflow } from "#validation/validate.ts";
import { WORKFLOWS } from "#workflows.ts";
import { applyEdit, openForm } from "./apply-edit.ts";

/* What must hold for every form of the catalogue with the price book that a new company begins with. */

const book = indexPriceBook(starterPriceBook);

describe.each(WORKFLOWS.map(({ id, name }) => ({ workflowId: id, name })))("$name", ({ workflowId }) => {
  const fields = topLevelFields(workflowId);
  const nextId = temporaryIds();
  const fresh = (): WorkflowValues =>
    openForm({ workflowId, values: defaultLines({ fields, book, nextId }), book, nextId });
  /** Everything once, and a row in each list. */
  const full = (): WorkflowValues =>
    fields
      .filter(({ allowMultiple, property }) => allowMultiple && property !== "installPitch")
      .reduce((before, { property, key }) => {
        const values = addRow({ workflowId, values: before, outer: [], property, book, nextId });
        return applyEdit({ workflowId, before, values, book, key, nextId });
      }, fresh());

  test("[ITEM-22] a form that is opened for the first time lacks only choices that must be made", () => {
    const problems = validateWorkflow({ workflowId, values: fresh(), book });
    expect(problems.filter(({ code }) => code !== "required")).toEqual([]);
    const required = FIELDS.filter(({ allowNull }) => !allowNull).map(({ id }) => id);
    expect(problems.filter(({ fieldId }) => !required.some((id) => id === fieldId))).toEqual([]);
  });

  test("opening a form a second time changes nothing", () => {
    const values = full();
    expect(openForm({ workflowId, values, book, nextId })).toBe(values);
  });

  test("an edit that nothing follows from changes nothing else", () => {
    const values = full();
    expect(applyEdit({ workflowId, before: values, values, book, key: "notes", nextId })).toBe(values);
  });

  test("a saved form opens as it was saved: defaults enter nothing again", () => {
    const { items } = toItems({ lines: priceWorkflow({ workflowId, book }, fresh()), book });
    const saved = rebuildItems({ current: [], fieldIds: FIELDS.map(({ id }) => id), items });
    const values = fromItems({ workflowId, items: saved });
    expect(Object.keys(values).every((property) => linesOf(values, property).length > 0)).toBe(true);
    const reopened = openForm({ workflowId, values, book, nextId, wasSaved: true });
    const again = toItems({ lines: priceWorkflow({ workflowId, book }, reopened), book }).items;
    expect(rebuildItems({ current: saved, fieldIds: FIELDS.map(({ id }) => id), items: again })).toEqual(saved);
  });
});
