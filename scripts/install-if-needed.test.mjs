import { afterEach, expect, test, vi } from "vitest";
import { installPackages, SetupProblem } from "./install-if-needed.mjs";

afterEach(() => vi.restoreAllMocks());

/** Ends with each of the exit codes in turn. */
const npmThatEndsWith = (...exitCodes) => {
  const calls = [];
  const npm = (call) =>
    Promise.resolve({ exitCode: exitCodes[calls.push(call) - 1], output: "Idle timeout reached\n" });
  return { npm, calls };
};

test("packages that the registry did not deliver are requested again", async () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { npm, calls } = npmThatEndsWith(1, 1, 0);
  await installPackages(npm);
  expect(calls).toHaveLength(3);
  expect(told).toHaveBeenCalledTimes(2);
});

test("after three attempts what npm said is the error", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { npm, calls } = npmThatEndsWith(1, 1, 1);
  await expect(installPackages(npm)).rejects.toThrow(
    new SetupProblem("Installing the packages failed:\nIdle timeout reached"),
  );
  expect(calls).toHaveLength(3);
});
