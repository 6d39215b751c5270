import { addMember, createShapes } from "@ridgebook/contract";
import { expect, test } from "vitest";
import { upgradeAnswer } from "#server-client/upgrade-reply.ts";

const shapes = createShapes([
  { number: 1, changes: {} },
  { number: 2, changes: { leads: [addMember("referralSource", "")] } },
]);
const lead = { id: 3, lastName: "Lee" };
const answer = (call: { method: string; path: string; asked?: unknown; body: unknown }) =>
  upgradeAnswer({ asked: undefined, ...call, release: 1, shapes });

test("[SYNC-38] records in the answer of an older server have what is new in this app", () => {
  expect(answer({ method: "GET", path: "/api/leads/3", body: lead })).toEqual({ ...lead, referralSource: "" });
  const page = { changed: { leads: [lead] }, deleted: {}, cursor: "c", more: false };
  expect(answer({ method: "GET", path: "/api/changes", body: page })).toEqual({
    ...page,
    changed: { leads: [{ ...lead, referralSource: "" }] },
  });
});

test("[SYNC-38] so have those inside a batch, each by the call that it answers; refusals stay unchanged", () => {
  const calls = [
    { method: "DELETE", path: "/api/leads/9" },
    { method: "PUT", path: "/api/leads/3" },
    { method: "PUT", path: "/api/leads/4" },
  ];
  const refused = { status: 409, body: { code: "conflict" } };
  const replies = [{ status: 204 }, { status: 200, body: lead }, refused];
  expect(answer({ method: "POST", path: "/api/batch", asked: { calls }, body: { replies } })).toEqual({
    replies: [{ status: 204 }, { status: 200, body: { ...lead, referralSource: "" } }, refused],
  });
});

test("an answer to a call that no contract knows stays unchanged", () => {
  expect(answer({ method: "GET", path: "/api/roofs", body: lead })).toBe(lead);
});
