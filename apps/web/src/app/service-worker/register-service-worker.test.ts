import { expect, test, vi } from "vitest";
import { registerPeriodicSync } from "#app/service-worker/register-service-worker.ts";

test("[PWA-07] periodic sync is registered with an hour between", async () => {
  const register = vi.fn(() => Promise.resolve());
  await registerPeriodicSync({ register });
  expect(register).toHaveBeenCalledWith("sync-download", { minInterval: 3_600_000 });
});

test("[PWA-07] a browser without it, or a person who refuses, is no error", async () => {
  await expect(registerPeriodicSync(undefined)).resolves.toBeUndefined();
  const register = vi.fn(() => Promise.reject(new DOMException("no", "NotAllowedError")));
  await expect(registerPeriodicSync({ register })).resolves.toBeUndefined();
});
