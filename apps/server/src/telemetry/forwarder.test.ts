import { SOON } from "@ridgebook/testing/patience";
import { expect, test, vi } from "vitest";
import type { HttpCallReply } from "#egress/http-call.ts";
import { createForwarder, MAX_WAITING } from "./forwarder.ts";

const reply = (status: number, headers: Record<string, string> = {}): HttpCallReply => ({
  status,
  headers,
  body: Buffer.alloc(0),
});

/** A forwarder to a receiver with given answers, at a time that the test sets. */
function setUp(post: (body: string) => Promise<HttpCallReply>) {
  const outcomes: string[] = [];
  const clock = { ms: 0 };
  const posted = vi.fn(post);
  const observe = (outcome: string): void => void outcomes.push(outcome);
  const forwarder = createForwarder({ post: posted, observe, now: () => new Date(clock.ms) });
  const untilDone = (count: number): Promise<void> => vi.waitFor(() => expect(outcomes).toHaveLength(count), SOON);
  return { ...forwarder, outcomes, clock, posted, untilDone };
}

test("[OP-81] an accepted report counts as sent; a refused or undeliverable one as dropped", async () => {
  const answers = [() => reply(200), () => reply(413), () => Promise.reject(new Error("refused"))];
  const { add, outcomes, untilDone } = setUp(async () => await (answers.shift() ?? (() => reply(204)))());
  for (let count = 1; count <= 4; count += 1) {
    add("report");
    await untilDone(count);
  }
  expect(outcomes).toEqual(["sent", "dropped", "dropped", "sent"]);
});

test("[OP-81] a receiver that does not answer leaves a bounded queue; more is dropped at once", async () => {
  let answer = (): void => undefined;
  const silence = new Promise<void>((resolve) => (answer = resolve));
  const { add, outcomes, untilDone } = setUp(() => silence.then(() => reply(200)));
  const beingSent = 4;
  for (let count = 0; count < beingSent + MAX_WAITING + 3; count += 1) add("report");
  expect(outcomes).toEqual(["dropped", "dropped", "dropped"]);
  answer();
  await untilDone(beingSent + MAX_WAITING + 3);
  expect(outcomes.filter((outcome) => outcome === "sent")).toHaveLength(beingSent + MAX_WAITING);
});

test.each([
  [reply(429, { "retry-after": "30" }), 30],
  [reply(503), 60],
  [reply(429, { "retry-after": "999999" }), 3_600],
])("[OP-81] a receiver that asks for a pause gets nothing for so long", async (busy, seconds) => {
  const answers = [busy];
  const { add, posted, clock, outcomes, untilDone } = setUp(() => Promise.resolve(answers.shift() ?? reply(200)));
  add("first");
  await untilDone(1);
  clock.ms = 1000 * seconds - 1;
  add("too early");
  await untilDone(2);
  clock.ms = 1000 * seconds;
  add("in time");
  await untilDone(3);
  expect(outcomes).toEqual(["dropped", "dropped", "sent"]);
  expect(posted.mock.calls).toEqual([["first"], ["in time"]]);
});
