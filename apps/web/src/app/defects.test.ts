import { expect, test, vi } from "vitest";
import { watchDefects } from "./defects.ts";

const ADDRESS = "https://ridgebook.example/estimator/leads";

/** A page on which errors occur. */
function openPage() {
  const target = new EventTarget();
  const page = Object.assign(target, { location: { href: ADDRESS } }) as unknown as Window;
  const happen = (type: string, details: Record<string, unknown>): void => {
    target.dispatchEvent(Object.assign(new Event(type), details));
  };
  return { page, happen };
}

test("[ERR-15] a defect is reported once in production, thrown or in a promise", () => {
  const { page, happen } = openPage();
  const sink = vi.fn();
  watchDefects({ environment: "production", version: "1.7.76", sink, page });
  const thrown = new Error("thrown");
  const rejected = new Error("rejected");
  happen("error", { error: thrown, message: "Uncaught Error: thrown" });
  happen("unhandledrejection", { reason: rejected });
  // The browser hides the details of an error in a script from another origin.
  happen("error", { error: null, message: "Script error." });
  expect(sink.mock.calls).toEqual([
    [{ error: thrown, url: ADDRESS, version: "1.7.76" }],
    [{ error: rejected, url: ADDRESS, version: "1.7.76" }],
    [{ error: "Script error.", url: ADDRESS, version: "1.7.76" }],
  ]);
});

test.each(["development", "testing", "staging"] as const)("[ERR-15] nothing is reported in %s", (environment) => {
  const { page, happen } = openPage();
  const sink = vi.fn();
  watchDefects({ environment, version: "1.7.76", sink, page });
  happen("error", { error: new Error("thrown") });
  expect(sink).not.toHaveBeenCalled();
});
