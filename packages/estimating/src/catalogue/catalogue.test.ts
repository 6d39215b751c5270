import { describe, expect, test } from "vitest";
import { UNITS } from "#units.ts";
import { WORKFLOWS } from "#workflows.ts";
import { fieldById, fieldByKey, fieldOfOption, FIELDS, findField, SECTIONS, workflowOfFieldId } from "./catalogue.ts";
import { workflowDefinitions } from "./workflow-definitions.ts";
import { keysReadBy } from "#expressions/expression.ts";

const HOW_TO_RELEASE = `An id of the catalogue changed its meaning, or is new.
- New fields: run \`npx vitest run packages/estimating -u\` and look at the lines that came.
- A changed or missing line of a released field: stored estimates would mean something else. Give the new field a new id and
  leave the old one in place.`;

describe("ids", () => {
  test("an id never changes its meaning once it is released", async () => {
    const lines = FIELDS.map(({ id, key, dataType, unit }) => `${id} ${key} ${dataType} ${unit}`);
    await expect(`${lines.join("\n")}\n`, HOW_TO_RELEASE).toMatchFileSnapshot("./released-fields.txt");
  });

  test("no id and no key of a workflow stands for two fields", () => {
    expect(new Set(FIELDS.map(({ id }) => id)).size).toBe(FIELDS.length);
    expect(new Set(FIELDS.map(({ workflowId, key }) => `${workflowId} ${key}`)).size).toBe(FIELDS.length);
  });

  test("every id begins with the number of its workflow", () => {
    for (const { id, workflowId } of FIELDS) expect(workflowOfFieldId(id), id).toBe(workflowId);
  });

  test("a field is found by id, by key, and by the id of one of its options", () => {
    const gutterType = fieldByKey(4, "gutter.gutterType");
    expect(gutterType && fieldById(gutterType.id)).toBe(gutterType);
    expect(gutterType && fieldOfOption(`${gutterType.id}.2`)).toBe(gutterType);
    expect(findField("4.9999")).toBeUndefined();
    expect(() => fieldById("4.9999")).toThrow("No field has the id 4.9999.");
  });
});

describe("fields", () => {
  test("[ITEM-17] every field has a data type, names and a unit", () => {
    for (const field of FIELDS) {
      expect(["string", "number", "boolean", "dropdown"], field.id).toContain(field.dataType);
      expect(field.property, field.id).not.toBe("");
      expect(field.label, field.id).not.toBe("");
    }
  });

  test("[ITEM-18] children, ancestors and descendants agree with the parent of every field", () => {
    for (const field of FIELDS) {
      const parent = field.parentId === null ? undefined : fieldById(field.parentId);
      expect(field.ancestors, field.id).toEqual(parent ? [...parent.ancestors, parent.id] : []);
      if (parent) expect(parent.childIds, field.id).toContain(field.id);
      expect([...field.descendants].sort(), field.id).toEqual(
        FIELDS.filter(({ ancestors }) => ancestors.includes(field.id))
          .map(({ id }) => id)
          .sort(),
      );
    }
  });

  test("[ITEM-19] each of the seven workflows has margin 997, notes 998 and discount 999", () => {
    const closing = FIELDS.filter(({ id, workflowId }) => workflowId > 0 && /\.99[789]$/.test(id));
    expect(closing).toHaveLength(7 * 3);
    for (const workflowId of [1, 2, 3, 4, 5, 6, 7]) {
      expect(fieldById(`${workflowId}.997`).property).toBe("margin");
      expect(fieldById(`${workflowId}.998`).property).toBe("notes");
      expect(fieldById(`${workflowId}.999`).property).toBe("discount");
    }
  });

  test("[ITEM-20] units are the fourteen codes", () => {
    expect(UNITS).toHaveLength(14);
    for (const { id, unit } of FIELDS) expect(UNITS, id).toContain(unit);
  });

  test("[ITEM-21] dumpster, waste and labor fields are flagged toWaste", () => {
    const meant = FIELDS.filter(({ property }) =>
      /^dumpster|^wasteFactor|WasteFactor|^totalSquaresForLabor/.test(property),
    );
    expect(meant.length).toBeGreaterThan(0);
    for (const { id, property, toWaste } of meant) expect(toWaste, `${id} ${property}`).toBe(true);
  });

  test("[ITEM-30] every number is treated as allowing a change of quantity", () => {
    for (const { id, allowQuantityChange } of FIELDS.filter(({ dataType }) => dataType === "number"))
      expect(allowQuantityChange, id).toBe(true);
  });

  test("[VAL-16] a field id is workflow number, dot, field number; anything else belongs to workflow 0", () => {
    expect(workflowOfFieldId("2.96")).toBe(2);
    expect(workflowOfFieldId("x.1")).toBe(0);
    expect(workflowOfFieldId("1.36.1")).toBe(0);
    expect(fieldOfOption("1.36.1")?.id).toBe("1.36");
  });
});

describe("sections", () => {
  test("[EST-08] a section has id, workflow, order, name, component and whether it is optional", () => {
    for (const section of SECTIONS) {
      expect(section.name, String(section.id)).not.toBe("");
      expect(section.component, String(section.id)).not.toBe("");
    }
    expect(new Set(SECTIONS.map(({ id }) => id)).size).toBe(SECTIONS.length);
  });

  const STEPS: Record<string, string> = {
    Roofing:
      "Questionnaire, Details, Decking & Underlayment, Flashing, Chimneys, Skylight, Ventilation, Flat Roof, Soffit, Fascia, Exterior Lighting, Gutters, Extras, Package",
    Siding:
      "Questionnaire, Details, House Wrap, Accessories, Corners, Wraps, Soffit, Fascia, Trim, Shutters, Accents, Doors, Painting, Exterior Lighting, Gutters, Extras, Package",
    "Windows & Doors": "Questionnaire, Window Details, Trim, Project Specifications, Window List",
    Gutters: "Details, Gutters, Exterior Lighting, Extras",
    Trim: "Details, Soffit, Fascia, Composite Trim, Wraps, Paint, Exterior Lighting, Gutters, Extras",
    Repairs: "Roof, Flashing, Chimney, Flat Roof, Skylight, Ventilation, Paint, Extras",
    Insulation: "Questionnaire, Pre-Test, Air Seal, Details, Extras",
  };

  test.each(WORKFLOWS.filter(({ id }) => id > 0))(
    "the steps of $name have the specified titles and order",
    ({ id, name }) => {
      const steps = SECTIONS.filter(({ workflowId, order }) => workflowId === id && order > 0);
      expect(steps.map((step) => step.name).join(", ")).toBe(STEPS[name]);
      expect(steps.map(({ order }) => order)).toEqual(steps.map((_, index) => index + 1));
    },
  );

  test("every workflow has Notes and Discount outside its steps; General has its notes", () => {
    for (const { id } of WORKFLOWS)
      expect(
        SECTIONS.filter(({ workflowId, order }) => workflowId === id && order === 0).map(({ name }) => name),
      ).toEqual(id === 0 ? ["Notes"] : ["Notes", "Discount"]);
  });

  test("[EST-19] the optional pairs are roofing 146 and 147, siding 144 and 145: Exterior Lighting and Gutters", () => {
    const optional = SECTIONS.filter((section) => section.optional).map(({ id, workflowId, name }) => [
      id,
      workflowId,
      name,
    ]);
    expect(optional).toEqual([
      [146, 1, "Exterior Lighting"],
      [147, 1, "Gutters"],
      [144, 2, "Exterior Lighting"],
      [145, 2, "Gutters"],
    ]);
  });

  test("every field that stands on its own has its row in exactly one section", () => {
    for (const { fields, sections } of workflowDefinitions) {
      const rows = sections.flatMap(({ groups }) =>
        groups.flatMap((group) =>
          group.rows.flatMap((row) => (typeof row === "string" ? [row] : "field" in row ? [row.field] : [])),
        ),
      );
      const missing = fields.definitions.filter(
        ({ parentId, key }) => parentId === null && rows.filter((row) => row === key).length !== 1,
      );
      expect(missing.map(({ id, key }) => `${id} ${key}`)).toEqual([]);
    }
  });
});

describe("formulas", () => {
  test("a formula reads and fills only fields of the same workflow", () => {
    for (const { fields, recommendations } of workflowDefinitions) {
      const keys = new Set(fields.definitions.map(({ key }) => key));
      for (const [key, { quantity }] of recommendations.byKey)
        for (const read of [key, ...keysReadBy(quantity)]) expect(keys.has(read), `${key} reads ${read}`).toBe(true);
    }
  });
});
