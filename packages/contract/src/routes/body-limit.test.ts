import { expect, test } from "vitest";
import { z } from "zod";
import { MAX_FILE_BYTES, MAX_REQUEST_BYTES } from "#constants.ts";
import { bodyLimitOf, SMALL_BODY_BYTES } from "./body-limit.ts";
import type { Route } from "./define-routes.ts";
import { routes } from "./routes.ts";

const all = Object.entries(routes as Record<string, Route>);

test("[REQ-01] a call without a session sends 16 KB at most", () => {
  for (const [name, route] of all)
    if (route.access === "anyone") expect(bodyLimitOf(route), name).toEqual({ json: 16_384, form: undefined });
});

test("[REQ-01] a form has room for the largest file beside the fields", () => {
  expect(bodyLimitOf(routes.uploadFile)).toEqual({ json: 16_384, form: MAX_FILE_BYTES + 16_384 });
  expect(bodyLimitOf(routes.createDocument)).toEqual({
    json: MAX_REQUEST_BYTES,
    form: MAX_REQUEST_BYTES + MAX_FILE_BYTES,
  });
});

/** Part of JSON Schema that says how long a text can get. */
interface Shape {
  readonly type?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly additionalProperties?: Shape | boolean;
}

/** What other rules than a length keep short: ids, e-mails, passwords. */
const SHORT_TEXT = 500;

/** Bytes of the longest valid body, with 3 bytes a character; Infinity for lists and records without a bound. */
function longest(shape: Shape): number {
  const { type, maxLength, maxItems, items, anyOf, properties = {} } = shape;
  if (anyOf) return Math.max(...anyOf.map(longest));
  if (shape.enum ?? shape.const !== undefined) return 100;
  if (type === "array") return (maxItems ?? Infinity) * (items ? longest(items) : Infinity);
  if (type === "string") return (maxLength ?? SHORT_TEXT) * 3;
  if (type === "object")
    return shape.additionalProperties && Object.keys(properties).length === 0
      ? Infinity
      : Object.entries(properties).reduce((sum, [name, member]) => sum + name.length + 4 + longest(member), 2);
  return type === undefined ? Infinity : 20;
}

test("[REQ-01] every body that can be longer than 16 KB states its limit", () => {
  for (const [name, route] of all) {
    if (!route.body || route.maxBodyBytes !== undefined) continue;
    const shape = z.toJSONSchema(route.body, { io: "input", unrepresentable: "any" }) as Shape;
    expect(longest(shape), name).toBeLessThan(SMALL_BODY_BYTES);
  }
});
