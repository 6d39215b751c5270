import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withStartLock } from "./start-lock.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "ridgebook-lock-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("the start lock", () => {
  test("lets one at a time in, also when all of them find the lock of a dead process", async () => {
    const path = join(folder, "start.lock");
    await writeFile(path, JSON.stringify({ pid: process.pid, startedAt: "long ago", turn: "0" }));
    let inside = 0;
    let mostInside = 0;
    const takeTurn = () =>
      withStartLock({ path, waitMs: 10_000 }, async () => {
        mostInside = Math.max(mostInside, ++inside);
        await delay(1);
        inside--;
      });
    await Promise.all(Array.from({ length: 20 }, takeTurn));
    expect(mostInside).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  });

  test("is given back when the work fails", async () => {
    const path = join(folder, "start.lock");
    const fail = withStartLock({ path, waitMs: 1_000 }, () => Promise.reject(new Error("broken")));
    await expect(fail).rejects.toThrow("broken");
    expect(await withStartLock({ path, waitMs: 1_000 }, async () => "in")).toBe("in");
  });

  test("names who holds it when the turn does not come", async () => {
    const path = join(folder, "start.lock");
    await withStartLock({ path, waitMs: 1_000 }, async () => {
      const waiting = withStartLock({ path, waitMs: 50 }, async () => "in");
      await expect(waiting).rejects.toThrow(`Another process (pid ${process.pid})`);
    });
  });
});
