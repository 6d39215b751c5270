import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { z } from "zod";
import { problemReply } from "./problems.ts";
import type { Route } from "./routes/define-routes.ts";
import { routes } from "./routes/routes.ts";

/*
 * Installed apps update late: for a while an older app talks to a newer server, and the other way round. This test fails
 * when a shape that travels changes, so that none changes by accident.
 */

const WHAT_TO_DO =
  "A shape on the wire changed. An app of the version before must still work with this server, and this app with the " +
  "server before: add fields as optional and keep reading the old ones. Once an app with these shapes was released, raise " +
  "CONTRACT_VERSION in contract-version.ts and add samples of the new version (past-versions/README.md). Only then accept " +
  "the new fingerprint with `npx vitest run packages/contract -u`.";

const shape = (schema: z.ZodType | undefined, io: "input" | "output"): unknown =>
  schema ? z.toJSONSchema(schema, { io, unrepresentable: "any" }) : null;

const fingerprint = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 12);

test("[SYNC-33] the shapes on the wire are the ones that installed apps know", () => {
  const shapes = Object.fromEntries(
    Object.entries(routes as Record<string, Route>).map(([name, route]) => [
      name,
      fingerprint([
        route.method,
        route.path,
        shape(route.params, "input"),
        shape(route.query, "input"),
        shape(route.body, "input"),
        shape(route.reply, "output"),
      ]),
    ]),
  );
  expect({ ...shapes, problem: fingerprint(shape(problemReply, "output")) }, WHAT_TO_DO).toMatchSnapshot();
});
