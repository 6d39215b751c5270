import { DEFAULT_SETTINGS, movingIn, Problem, type CompanyId, type MovingIn } from "@ridgebook/contract";
import { expect, test, vi } from "vitest";
import { startPath } from "#app/guards/start-path.ts";
import { buildUser, IN_COMPANY } from "#app/testing/session-users.ts";
import { keepMovingIn, readKeptMovingIn } from "#features/moving-in/kept-moving-in.ts";
import type { ServerClient } from "#server-client/server-client.ts";

const START = "/estimator/start";
const LEADS = "/estimator/leads";
const settings = movingIn.shape.settings.parse(DEFAULT_SETTINGS);
const EMPTY: MovingIn = {
  hasSignedDocument: false,
  isHidden: false,
  leads: 0,
  testMail: null,
  settings,
  users: { active: 1, invited: 0, deactivated: 0 },
  prices: { isPublished: false, changedFields: 0, hasEstimate: false },
};
const admin = buildUser({ ...IN_COMPANY, role: "Admin" });

function createTexts() {
  const kept = new Map<string, string>();
  return { read: (key: string) => kept.get(key) ?? "", keep: (key: string, text: string) => void kept.set(key, text) };
}

const serverThatSays = (facts: MovingIn | Promise<never>) => {
  const call = vi.fn(() => Promise.resolve(facts));
  return { call, client: { call } as unknown as Pick<ServerClient, "call"> };
};

test.each([
  ["an admin of an empty company", admin, {}, START],
  ["a super admin in an empty company", buildUser({ ...IN_COMPANY, role: null, isSuperAdmin: true }), {}, START],
  ["a salesperson of an empty company", buildUser(IN_COMPANY), {}, LEADS],
  ["an admin of a company with leads", admin, { leads: 1 }, LEADS],
  ["an admin of a company that signed a contract", admin, { hasSignedDocument: true }, LEADS],
  ["an admin who has hidden the list", admin, { isHidden: true }, LEADS],
])("[MOVE-04] the sales area begins for %s", async (_who, user, facts, path) => {
  const { client, call } = serverThatSays({ ...EMPTY, ...facts });
  expect(await startPath({ user, isOnline: true, client, texts: createTexts() })).toBe(path);
  expect(call).toHaveBeenCalledTimes(user.role === "User" ? 0 : 1);
});

test("[MOVE-04] one known reason against the list is enough, of the same person and company", async () => {
  const texts = createTexts();
  keepMovingIn(texts, admin, { ...EMPTY, leads: 3 });
  const { client, call } = serverThatSays(EMPTY);
  expect(await startPath({ user: admin, isOnline: true, client, texts })).toBe(LEADS);
  expect(call).not.toHaveBeenCalled();
  const elsewhere = { ...admin, companyId: 4 as CompanyId };
  expect(await startPath({ user: elsewhere, isOnline: true, client, texts })).toBe(START);
  expect(readKeptMovingIn(texts, admin)).toBeUndefined();
});

test("[MOVE-04] without an answer the leads come first: offline, refused, or late", async () => {
  const begin = (isOnline: boolean, answer: Promise<never>) =>
    startPath({ user: admin, isOnline, client: serverThatSays(answer).client, texts: createTexts() });
  expect(
    await begin(
      false,
      Promise.reject(new Problem("unavailable")).catch(() => new Promise<never>(() => undefined)),
    ),
  ).toBe(LEADS);
  expect(await begin(true, Promise.reject(new Problem("unavailable")))).toBe(LEADS);
  vi.useFakeTimers();
  const late = begin(true, new Promise<never>(() => undefined));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await late).toBe(LEADS);
  vi.useRealTimers();
});

test("[MOVE-07] unreadable data of the device counts as missing", () => {
  const texts = createTexts();
  expect(readKeptMovingIn(texts, admin)).toBeUndefined();
  keepMovingIn(texts, admin, EMPTY);
  expect(readKeptMovingIn(texts, admin)).toEqual(EMPTY);
  texts.keep("ridgebook-moving-in", "{");
  expect(readKeptMovingIn(texts, admin)).toBeUndefined();
  texts.keep("ridgebook-moving-in", JSON.stringify({ owner: "3/7", facts: { leads: 1 } }));
  expect(readKeptMovingIn(texts, admin)).toBeUndefined();
});
