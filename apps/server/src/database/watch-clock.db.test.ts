import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createLogger } from "#logging.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";
import { watchClock } from "./watch-clock.ts";

describe("[REQ-15] a clock that differs from the database's", () => {
  let testDatabase: TestDatabase;
  beforeAll(async () => {
    testDatabase = await createTestDatabase(inject("postgresUrl"));
  });
  afterAll(() => testDatabase.close());

  /** Logs and measurements on a machine whose clock is ahead by this many seconds. */
  async function lookWith(aheadSeconds: number): Promise<{ lines: string; offset: number | undefined }> {
    const lines: string[] = [];
    let offset: number | undefined;
    const watch = watchClock({
      database: testDatabase.database,
      now: () => new Date(Date.now() + aheadSeconds * 1_000),
      logger: createLogger({ level: "warn", destination: { write: (line) => void lines.push(line) } }),
      onMeasured: (seconds) => {
        offset = seconds;
      },
    });
    await watch.looked;
    watch.stop();
    return { lines: lines.join(""), offset };
  }

  test("by more than a minute is logged, ahead or behind, with the difference", async () => {
    for (const seconds of [300, -300]) {
      const { lines, offset } = await lookWith(seconds);
      expect(lines).toContain("differ by more than a minute");
      expect(offset).toBeGreaterThan(seconds - 5);
      expect(offset).toBeLessThan(seconds + 5);
    }
  });

  test("by less is not", async () => {
    expect((await lookWith(40)).lines).toBe("");
  });
});
