import { estimateTemplateChange, routes, type FieldErrors } from "@ridgebook/contract";
import { expect, test } from "vitest";
import type { z } from "zod";
import { addErrors, parseInto } from "./field-errors.ts";

const errorsOf = (body: unknown, schema: z.ZodType = routes.login.body): FieldErrors => {
  const errors: FieldErrors = {};
  parseInto(errors, schema, body);
  return errors;
};

test("[REQ-04] a thousand unknown keys are reported as twenty problems", () => {
  const unknown = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`key${String(index)}`, 1]));
  const errors = errorsOf({ name: "Roof", ...unknown }, estimateTemplateChange);
  expect(Object.keys(errors)).toHaveLength(20);
  expect(errors["key0"]).toEqual(["This field is not known."]);
});

test("[REQ-04] of a key of 100,000 characters the first 200 are reported", () => {
  const errors = errorsOf({ name: "Roof", ["k".repeat(100_000)]: 1 }, estimateTemplateChange);
  expect(errors).toEqual({ ["k".repeat(200)]: ["This field is not known."] });
});

test("[REQ-04] wrong members of a long list are reported as twenty problems", () => {
  const errors: FieldErrors = {};
  const parts = [{ workflowId: 1, items: Array.from({ length: 5_000 }, () => 1) }];
  parseInto(errors, routes.updateEstimate.body, { revision: 1, former: {}, parts });
  expect(Object.keys(errors)).toHaveLength(20);
});

test("[REQ-04] few problems are reported unchanged, with a valid value parsed", () => {
  expect(errorsOf({ email: "nobody", password: "" })).toEqual({
    email: [expect.any(String)],
    password: ["Password is required."],
  });
  const errors: FieldErrors = {};
  expect(parseInto(errors, routes.login.body, { email: " a@gable.test", password: "x" })).toMatchObject({
    password: "x",
  });
  expect(errors).toEqual({});
});

test("[REQ-04] problems of several parts of a request count together", () => {
  const errors: FieldErrors = Object.fromEntries(Array.from({ length: 19 }, (_, index) => [String(index), ["x"]]));
  addErrors(errors, { a: ["x"], b: ["x"] });
  expect(Object.keys(errors)).toHaveLength(20);
});
