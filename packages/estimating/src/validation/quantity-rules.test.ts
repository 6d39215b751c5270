import { describe, expect, test } from "vitest";
import { FIELDS, fieldByKey, topLevelFields } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import { defaultLine, quantityBounds } from "#form/defaults.ts";
import type { QuantityBounds } from "#price-book/index-price-book.ts";
import { linesOf, type FormLine, type WorkflowValues } from "#form/form-values.ts";
import { keyOfPlace, placesOf } from "#form/places.ts";
import { setMeasuredSquares } from "#form/states/measured-rows.ts";
import { openForm } from "#form/states/apply-edit.ts";
import { lowestId, temporaryIds } from "#form/temporary-ids.ts";
import { indexPriceBook } from "#price-book/index-price-book.ts";
import { offeredQuantities } from "#recommendations/split-rows.ts";
import { starterPriceBook } from "#starter-price-book/index.ts";
import { workflowScope } from "#form/line-scope.ts";
import { buildValues } from "#testing/formula-situation.ts";
import { WORKFLOWS } from "#workflows.ts";
import { fieldProblemTexts, type FieldProblemCode } from "./field-problem.ts";
import { quantityOffers } from "./quantity-offers.ts";
import { validateLine } from "./validate-line.ts";
import { validateWorkflow } from "./validate.ts";

/*
 * A rule about a quantity never leaves a person without a press that satisfies it: every rule, of every quantity of every workflow.
 */

const book = indexPriceBook(starterPriceBook);

/** Who answers a rule: a press beside the quantity, a press in its rows, or why the person can type something that satisfies it. */
const ANSWERS = {
  required: "offers",
  tooSmall: "offers",
  tooLarge: "offers",
  offStep: "offers",
  pitchTotal: "rows",
  missingQuantity: "any number above 0 satisfies it, and it says so",
  incompleteSoffit: "a length and a number of pieces satisfy it, whichever they are; so does emptying both",
  unreadable: "offers",
} as const satisfies Partial<Record<FieldProblemCode, string>>;

/** Rules about choices and costs, not about quantities. */
const OTHER_RULES: readonly FieldProblemCode[] = ["invalidOption", "priceOutOfRange", "comparison"];

test("[VAL-34] every rule is answered, or is no rule about a quantity", () => {
  const codes = Object.keys(fieldProblemTexts).toSorted();
  expect([...Object.keys(ANSWERS), ...OTHER_RULES].toSorted()).toEqual(codes);
});

const counted = FIELDS.filter(({ allowQuantityChange, defaultOne }) => allowQuantityChange && !defaultOne);

interface FailingState {
  readonly code: FieldProblemCode;
  readonly quantity: number | null;
}

/** One quantity for each rule that the bounds of a field can break. */
function failingStates({ min, max, step }: QuantityBounds): readonly FailingState[] {
  return [
    { code: "required", quantity: null },
    { code: "tooSmall", quantity: min - 1 },
    { code: "tooLarge", quantity: max + 1 },
    ...(step > 0 && max - min > step ? [{ code: "offStep" as const, quantity: min + step * 0.45 }] : []),
  ];
}

describe.each(WORKFLOWS.map(({ id, name }) => ({ id, name })))("quantities of $name", ({ id }) => {
  const fields = counted.filter(({ workflowId }) => workflowId === id);

  test.skipIf(fields.length === 0)("[VAL-34] each refused quantity is offered ones that the field takes", () => {
    const problemsOf = (field: FieldDefinition, quantity: number | null): readonly string[] => {
      const line: FormLine = { ...defaultLine({ field, book, nextId: temporaryIds() }), quantity };
      const scope = workflowScope({ [field.property]: [line] });
      const told = validateLine({ field, line, scope, book, path: `${field.key}.0`, isLocked: false });
      return told.filter(({ path }) => path.endsWith(".quantity")).map(({ code }) => code);
    };
    for (const field of fields) {
      const bounds = quantityBounds(book, field);
      for (const { code, quantity } of failingStates(bounds)) {
        expect(problemsOf(field, quantity), `${field.key} ${String(quantity)}`).toContain(code);
        const offers = quantityOffers(quantity, bounds);
        expect(offers.length, `${field.key} ${code}`).toBeGreaterThan(0);
        for (const offer of offers)
          expect(problemsOf(field, offer), `${field.key}: ${offer} for ${code}`).not.toContain(code);
      }
      for (const quantity of [bounds.min, bounds.max]) expect(quantityOffers(quantity, bounds)).toEqual([]);
    }
  });
});

describe("the pitch rule", () => {
  const ROOFING = 1;
  const given = buildValues({ totalRoofArea: 2_450, wasteFactorForMaterial: 10 });
  const nextId = temporaryIds({ below: lowestId(given) });
  const opened = openForm({ workflowId: ROOFING, values: given, book, nextId });
  const enter = (values: WorkflowValues, row: number, squares: number): WorkflowValues => {
    const id = linesOf(values, "installPitch")[row]?.id ?? 0;
    return setMeasuredSquares({
      workflowId: ROOFING,
      values,
      book,
      nextId,
      path: [{ property: "installPitch", id }],
      squares,
    });
  };
  const isRight = (values: WorkflowValues): boolean =>
    validateWorkflow({ workflowId: ROOFING, values, book, keys: ["installPitch"] }).length === 0;

  const press = (values: WorkflowValues, row: number): WorkflowValues => {
    const pitch = fieldByKey(ROOFING, "installPitch");
    const place = pitch && placesOf(values, pitch)[row];
    const offer = place && offeredQuantities({ workflowId: ROOFING, values, book }).get(keyOfPlace(place));
    return enter(values, row, offer?.quantity ?? Number.NaN);
  };

  test.each([
    { given: "short", rows: [0, 12], presses: [1] },
    { given: "short by a third, pressed in a row without any", rows: [0, 12, 12.333], presses: [3] },
    { given: "over in one row", rows: [0, 12, 20], presses: [2] },
    { given: "over in each row", rows: [0, 30, 40], presses: [1, 2] },
  ])("[VAL-34][MSG-08] squares that are $given are right after a press in row $presses", ({ rows, presses }) => {
    const entered = rows.reduce((before, squares, row) => (squares > 0 ? enter(before, row, squares) : before), opened);
    expect(isRight(entered)).toBe(false);
    expect(isRight(presses.reduce(press, entered))).toBe(true);
  });
});

test("[VAL-34] no field takes nothing at all but those without options", () => {
  const closed = WORKFLOWS.flatMap(({ id }) => topLevelFields(id))
    .filter((field) => counted.includes(field) && field.dataType === "number")
    .filter((field) => quantityBounds(book, field).max <= 0)
    .map(({ key, workflowId }) => `${workflowId}.${key}`);
  expect(closed).toEqual([]);
});
