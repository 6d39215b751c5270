import { expect, test } from "vitest";
import type { InnerCall } from "#http/handlers.ts";
import { changeAnswers } from "./change-answers.ts";

test("[SYNC-33] a call in a batch keeps the release of the app that made it, together with others and alone", async () => {
  const { sendBatch } = changeAnswers({
    feeds: {} as never,
    prepare: {},
    reportDefect: () => undefined,
    noteOutage: () => undefined,
  });
  const call = { method: "POST", path: "/api/leads/", key: "key-of-a-former-app", body: { notes: "Dog" }, release: 1 };
  const passed: InnerCall[] = [];
  await sendBatch.handle({
    body: { calls: [call] },
    callTogether: (calls: readonly InnerCall[]) => {
      passed.push(...calls);
      return Promise.resolve(undefined);
    },
    callRoute: (one: InnerCall) => {
      passed.push(one);
      return Promise.resolve({ status: 204, body: undefined });
    },
    flush: () => Promise.resolve(),
    requestId: "1",
  } as never);
  expect(passed).toEqual([call, call]);
});

test("[SYNC-66] reports a defect of doing calls together, and then makes each alone", async () => {
  const defect = new Error("The handler for several leads is wrong.");
  const reported: unknown[] = [];
  const { sendBatch } = changeAnswers({
    feeds: {} as never,
    prepare: {},
    reportDefect: (error) => reported.push(error),
    noteOutage: () => undefined,
  });
  const calls = ["a", "b"].map((key) => ({ method: "POST", path: "/api/leads/", key, body: {} }));
  const reply = await sendBatch.handle({
    body: { calls },
    callTogether: () => Promise.reject(defect),
    callRoute: ({ key }: InnerCall) => Promise.resolve({ status: 200, body: key }),
    flush: () => Promise.resolve(),
    requestId: "1",
  } as never);
  expect(reply).toEqual({
    replies: [
      { status: 200, body: "a" },
      { status: 200, body: "b" },
    ],
  });
  expect(reported).toEqual([defect]);
});
