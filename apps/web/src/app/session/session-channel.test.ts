import { afterEach, expect, test } from "vitest";
import { openSessionChannel, type SessionMessage } from "#app/session/session-channel.ts";

const raw = new BroadcastChannel("ridgebook-session");
afterEach(() => raw.close());

test("[SHELL-20] [AUTH-19] a tab receives logouts and company changes, and ignores any other message", async () => {
  const [one, other] = [openSessionChannel(), openSessionChannel()];
  const heard: SessionMessage[] = [];
  const hasHeardAll = new Promise<void>((resolve) => {
    other.listen((message) => {
      heard.push(message);
      if (message === "left") resolve();
    });
  });
  one.post({ companyId: null });
  // As a former app says it, and no message at all.
  raw.postMessage("changed");
  raw.postMessage({ companyId: "4" });
  raw.postMessage(null);
  one.post("left");
  await hasHeardAll;
  expect(heard).toEqual([{ companyId: null }, "left"]);
});
