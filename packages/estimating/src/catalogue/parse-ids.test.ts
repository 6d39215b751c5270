import { expect, test } from "vitest";
import { workflowOfFieldId } from "./catalogue.ts";
import { parseFieldId, parseOptionId } from "./parse-ids.ts";

test.each([
  { id: "1.58", workflowId: 1, fieldNumber: 58 },
  { id: "2.96", workflowId: 2, fieldNumber: 96 },
])("[VAL-16] $id is field $fieldNumber of workflow $workflowId", ({ id, ...parsed }) => {
  expect(parseFieldId(id)).toEqual(parsed);
  expect(workflowOfFieldId(id)).toBe(parsed.workflowId);
});

test.each(["x.1", "1", "1.", ".1", "1.58.1", " 1.58", "1,58", ""])(
  "[VAL-16] '%s' is no field id, of workflow 0",
  (id) => {
    expect(parseFieldId(id)).toBeNull();
    expect(workflowOfFieldId(id)).toBe(0);
  },
);

test("[VAL-16] an option id adds the option's number", () => {
  expect(parseOptionId("1.36.1")).toEqual({ fieldId: "1.36", optionNumber: 1 });
  expect(parseOptionId("1.36")).toBeNull();
  expect(parseOptionId("1.36.x")).toBeNull();
});
