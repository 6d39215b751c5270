import { Problem } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import { cleanFieldName, cleanMessage, sortServerMessages } from "#server-client/server-validation.ts";

describe("messages of the server", () => {
  test.each([
    ["Bad value. Path '$.a', line 1, position 5.", "Bad value."],
    ["Bad value. Path '', line 12, position 130.", "Bad value."],
    ["The path is long.", "The path is long."],
  ])("[VAL-29] %j reads %j", (message, text) => {
    expect(cleanMessage(message)).toBe(text);
  });

  test.each([
    ["$.Address.ZipCode", "address.zipCode"],
    ["Email", "email"],
    ["$.items.0.Name", "items.0.name"],
  ])("[VAL-30] key %s names field %s", (key, field) => {
    expect(cleanFieldName(key)).toBe(field);
  });

  test("[VAL-30] the messages of one field are joined with a space", () => {
    const problem = new Problem("validation", {
      errors: { "$.Email": ["A.", "B. Path '$.Email', line 1, position 5."] },
    });
    expect(sortServerMessages({ problem, knownFields: ["email"] }).fields).toEqual([
      { field: "email", message: "A. B." },
    ]);
  });

  test.each([
    { title: undefined, others: ["Is odd."] },
    { title: "The company is closed.", others: ["The company is closed.", "Is odd."] },
  ])("[VAL-31] with title $title the notification area shows $others", ({ title, others }) => {
    const errors = { Email: ["Is taken."], Extra: ["Is odd."] };
    const problem = new Problem("validation", { errors, ...(title !== undefined && { title }) });
    expect(sortServerMessages({ problem, knownFields: ["email"] })).toEqual({
      fields: [{ field: "email", message: "Is taken." }],
      others,
    });
  });

  test("[ERR-10] without details the generic text is shown", () => {
    expect(sortServerMessages({ problem: new Problem("validation"), knownFields: [] }).others).toEqual([
      "One or more validation errors occurred.",
    ]);
  });
});
