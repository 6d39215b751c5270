import { CONTRACT_VERSION, CONTRACT_VERSION_HEADER, Problem } from "@ridgebook/contract";
import { expect, test } from "vitest";
import { AccessToken } from "#server-client/access-token.ts";
import { createServerClient, type ServerAge } from "#server-client/server-client.ts";

/** A client whose server answers `reply`, and what the client sent and said. */
function buildClient(reply: { status: number; version?: number; body?: unknown }) {
  const ages: ServerAge[] = [];
  const sentVersions: (string | null)[] = [];
  const token = new AccessToken();
  token.keep({ token: "t", accountId: 7 });
  const client = createServerClient({
    fetch: (_, init) => {
      sentVersions.push(new Headers(init?.headers).get(CONTRACT_VERSION_HEADER));
      const { status, version, body = {} } = reply;
      const headers = version === undefined ? {} : { [CONTRACT_VERSION_HEADER]: String(version) };
      return Promise.resolve(new Response(JSON.stringify(body), { status, headers }));
    },
    token,
    getCompanyId: () => 3,
    onServerAge: (age) => ages.push(age),
  });
  const session = { accountId: 7, companyId: 3 };
  return { ages, sentVersions, call: () => client.callFor({ method: "GET", path: "/api/changes", session }) };
}

test.each([
  ["same", { status: 200, version: CONTRACT_VERSION }],
  ["newer", { status: 200, version: CONTRACT_VERSION + 1 }],
  ["older", { status: 200, version: CONTRACT_VERSION - 1 }],
  ["tooNew", { status: 426, version: CONTRACT_VERSION + 2 }],
] as const)(
  "[SYNC-30] every call names the app's version, and every answer tells that the server is %s",
  async (age, reply) => {
    const { ages, sentVersions, call } = buildClient(reply);
    await call().catch(() => undefined);
    expect(sentVersions).toEqual([String(CONTRACT_VERSION)]);
    expect(ages).toEqual([age]);
  },
);

test("[SYNC-30] a proxy's answer says nothing of the server's age", async () => {
  const { ages, call } = buildClient({ status: 426 });
  await expect(call()).rejects.toMatchObject({ status: 426 });
  expect(ages).toEqual([]);
});

test("[SYNC-32] a failure that only a newer server knows keeps its words and its fields", async () => {
  const body = {
    status: 409,
    code: "roofTaken",
    title: "This roof is taken.",
    errors: { street: ["Somebody is there."] },
    suggestion: "Another roof",
  };
  const failure = await buildClient({ status: 409, version: CONTRACT_VERSION + 1, body })
    .call()
    .then(
      () => undefined,
      (error: unknown) => error,
    );
  expect(failure).toBeInstanceOf(Problem);
  expect(failure).toMatchObject({
    status: 409,
    code: "conflict",
    message: "This roof is taken.",
    details: { errors: { street: ["Somebody is there."] } },
  });
});
