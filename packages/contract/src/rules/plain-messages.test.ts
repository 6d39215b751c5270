import { expect, test } from "vitest";
import { z } from "zod";
import { fieldErrorsOf } from "#problems.ts";

const messageOf = (schema: z.ZodType, value: unknown): string | undefined => {
  const { error } = schema.safeParse(value);
  return error && fieldErrorsOf(error)[""]?.[0];
};

test.each([
  { schema: z.string(), value: undefined, message: "This is required." },
  { schema: z.enum(["a", "b"]), value: undefined, message: "This is required." },
  { schema: z.union([z.string(), z.number()]), value: undefined, message: "This is required." },
  { schema: z.string(), value: 1, message: "This must be text." },
  { schema: z.number(), value: "1", message: "This must be a number." },
  { schema: z.int(), value: 1.5, message: "This must be a whole number." },
  { schema: z.array(z.string()), value: {}, message: "This must be a list." },
  { schema: z.object({}), value: [], message: "This must be an object." },
  { schema: z.enum(["a", "b"]), value: "c", message: 'This must be "a" or "b".' },
  {
    schema: z.literal(Array.from({ length: 13 }, (_, index) => index)),
    value: 20,
    message: "This is none of the possible values.",
  },
  { schema: z.string().min(3), value: "ab", message: "This must have at least 3 characters." },
  { schema: z.array(z.number()).max(1), value: [1, 2], message: "This must have at most 1 entries." },
  { schema: z.number().positive(), value: 0, message: "This must be more than 0." },
  { schema: z.number().max(100), value: 101, message: "This must be at most 100." },
  { schema: z.iso.datetime(), value: "today", message: "This must be a date and time, such as 2026-11-27T15:00:00Z." },
  { schema: z.string().regex(/^\d$/), value: "x", message: "This must be written in another form." },
  { schema: z.union([z.string(), z.number()]), value: true, message: "This value is not possible here." },
  { schema: z.string("Name is required."), value: 1, message: "Name is required." },
])("[API-73] $message", ({ schema, value, message }) => {
  expect(messageOf(schema, value)).toBe(message);
});
