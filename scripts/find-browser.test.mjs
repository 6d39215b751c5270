import { expect, test, vi } from "vitest";
import { startBrowser } from "./find-browser.mjs";

const DIED = new Error("browserType.launch: Target page, context or browser has been closed");

test("a browser that dies while it starts is started again, three times at most", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  const start = vi.fn().mockRejectedValueOnce(DIED).mockResolvedValueOnce("up");
  expect(await startBrowser(start)).toBe("up");
  const never = vi.fn().mockRejectedValue(DIED);
  await expect(startBrowser(never)).rejects.toThrow("has been closed");
  expect(never).toHaveBeenCalledTimes(3);
});

test("a browser that cannot be started is reported at once", async () => {
  const start = vi.fn().mockRejectedValue(new Error("spawn ENOENT"));
  await expect(startBrowser(start)).rejects.toThrow("ENOENT");
  expect(start).toHaveBeenCalledOnce();
});
