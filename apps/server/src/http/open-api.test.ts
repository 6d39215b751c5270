import { routes, type Route } from "@ridgebook/contract";
import { expect, test } from "vitest";
import { openApiDocument } from "./open-api.ts";
import { findSyncedChange } from "./synced-change-paths.ts";

test("every route of the contract is described, with its problems by status", () => {
  const { paths } = openApiDocument({ loginCookie: "ridgebook_session" }) as {
    paths: Record<string, Record<string, { responses: object }>>;
  };
  for (const route of Object.values(routes) as Route[]) {
    const operation = paths[route.path.replace(/:([a-z]+)/gi, "{$1}")]?.[route.method.toLowerCase()];
    expect(Object.keys(operation?.responses ?? {}), `${route.method} ${route.path}`).toContain("400");
  }
});

test("[DOC-11] a form in place of a body is described with its file, and a link with its place", () => {
  const { paths } = openApiDocument({ loginCookie: "ridgebook_session" }) as {
    paths: Record<string, Record<string, Record<string, unknown>>>;
  };
  expect(paths["/api/documents/"]?.["post"]?.["requestBody"]).toMatchObject({
    content: { "multipart/form-data": { schema: { properties: { name: {}, pdf: { format: "binary" } } } } },
  });
  expect(paths["/pdf/{kind}/{id}"]?.["get"]?.["security"]).toEqual([
    { accessToken: [] },
    { integrationToken: [] },
    { loginCookie: [] },
    { signedLink: [] },
  ]);
});

test("[SYNC-03] a batch finds the changes of the contract by their paths, and nothing else", () => {
  expect(findSyncedChange({ method: "PUT", path: "/api/leads/12" })).toEqual({
    name: "updateLead",
    params: { id: "12" },
  });
  expect(findSyncedChange({ method: "POST", path: "/api/leads" })?.name).toBe("createLead");
  expect(findSyncedChange({ method: "DELETE", path: "/api/leads/12/" })?.name).toBe("deleteLead");
  expect(findSyncedChange({ method: "DELETE", path: "/api/users/12" })).toBeUndefined();
  expect(findSyncedChange({ method: "POST", path: "/api/batch" })).toBeUndefined();
});
