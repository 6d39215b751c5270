import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { startAppServer } from "../support/start-app.ts";
import type { Engine } from "./browser.ts";
import { openBrowser } from "./open-browser.ts";
import { personAt } from "./person.ts";
import { takeSteps, WHOLE_WALK } from "./walk.ts";

/* `npm run engines`: the whole walk in other engines, on a tablet that is held upright and one that lies. */

const engines = JSON.parse(process.env.ENGINES ?? "[]") as Engine[];
const SIZES = [
  { width: 820, height: 1180 },
  { width: 1180, height: 820 },
];
const runs = engines.flatMap((engine) =>
  SIZES.map((size) => ({ engine, size, name: `${size.width} x ${size.height}` })),
);

test.each(runs)(
  "the whole walk works in $engine at $name",
  async ({ engine, size, name }) => {
    const profileFolder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-engine-"));
    const app = await startAppServer();
    try {
      const browser = await openBrowser(engine, { size, profileFolder });
      try {
        const person = personAt(browser.tab);
        process.stdout.write(`\n${engine}, ${name}\n`);
        let sum = 0;
        await takeSteps({ person, app }, WHOLE_WALK, (title, seconds) => {
          sum += seconds;
          process.stdout.write(`${seconds.toFixed(1).padStart(7)} s  ${title}\n`);
        });
        expect(browser.errors).toEqual([]);
        const day = new Date().toISOString().slice(0, 10);
        process.stdout.write(`${day}: ${engine} ${name}, ${WHOLE_WALK.length} steps in ${sum.toFixed(1)} s\n`);
      } catch (error) {
        const picture = path.join(import.meta.dirname, `../../test-results/${engine}-${size.width}.png`);
        await writeFile(picture, await browser.tab.screenshot());
        throw new Error(`${String(error)}\nWhat was on the screen: ${picture}`, { cause: error });
      } finally {
        await browser.close();
      }
    } finally {
      await app.close();
      await rm(profileFolder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
  300_000,
);
