import type { ExternalCrmUser, ListedUser } from "@ridgebook/contract";
import { expect, test, vi } from "vitest";
import { INVITE, linkPerson } from "#features/config/connections/zoho/link-person.ts";
import type { ServerClient } from "#server-client/server-client.ts";

const PERSON = {
  id: "z1",
  firstName: "Zoe",
  lastName: "Field",
  email: "zoe@zoho.test",
  phoneNumber: "",
  accountWithEmailExists: false,
} as ExternalCrmUser;

const userOf = (id: number, externalId: string | null): ListedUser =>
  ({
    id,
    firstName: `User ${String(id)}`,
    lastName: "Here",
    email: `${String(id)}@here.test`,
    externalId,
  }) as ListedUser;

const ANN = userOf(7, "z1");
const BOB = userOf(8, null);

/** A server that records which user gets which Zoho id, and refuses the named ones. */
function createServer(refused?: string) {
  const calls: string[] = [];
  const call = vi.fn((route: string, sent: { params?: { id: string }; body: { externalId: string | null } }) => {
    const what = `${route} ${sent.params?.id ?? "new"} ${String(sent.body.externalId)}`;
    if (what === refused) return Promise.reject(new Error("refused"));
    calls.push(what);
    return Promise.resolve({});
  });
  return { calls, client: { call } as unknown as Pick<ServerClient, "call"> };
}

const here = [ANN, BOB];

test.each([
  ["somebody else", "8", ["updateUser 8 z1", "updateUser 7 null"], "Zoe Field is User 8 Here here"],
  ["a new user", INVITE, ["createUser new z1", "updateUser 7 null"], "Zoe Field is invited"],
  ["nobody", "", ["updateUser 7 null"], "Zoe Field is linked with nobody"],
  ["the same user again", "7", ["updateUser 7 z1"], "Zoe Field is User 7 Here here"],
] as const)("[ADM-10] a person of Zoho becomes %s: the former link ends last", async (_who, chosen, calls, message) => {
  const server = createServer();
  expect(await linkPerson(server.client, { person: PERSON, former: ANN, chosen, here })).toBe(message);
  expect(server.calls).toEqual(calls);
});

test.each([
  ["updateUser 8 z1", "8"],
  ["createUser new z1", INVITE],
])("[ADM-10] if %s is refused, the former link stays", async (refused, chosen) => {
  const server = createServer(refused);
  await expect(linkPerson(server.client, { person: PERSON, former: ANN, chosen, here })).rejects.toThrow("refused");
  expect(server.calls).toEqual([]);
});
