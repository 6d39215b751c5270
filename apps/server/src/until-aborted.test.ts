import { expect, test } from "vitest";
import { untilAborted } from "./until-aborted.ts";

test("[OPS-20] work that never ends is left with the signal's reason, at once and before it begins", async () => {
  const stopping = new AbortController();
  const never = () => new Promise<void>(() => undefined);
  const waiting = untilAborted(stopping.signal, never);
  stopping.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("stopped");
  await expect(untilAborted(stopping.signal, never)).rejects.toThrow("stopped");
});

test("[OPS-20] work that ends or fails in time is passed on", async () => {
  const { signal } = new AbortController();
  await expect(untilAborted(signal, () => Promise.resolve(7))).resolves.toBe(7);
  await expect(untilAborted(signal, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
});
