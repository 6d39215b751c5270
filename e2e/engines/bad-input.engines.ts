import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { PASSWORD, SALES } from "../support/account.ts";
import { DEMO_LEAD, findEstimateId, makeHouses } from "../support/demo-estimates.ts";
import { serverDocuments } from "../support/documents.ts";
import { findLeadId, serverLeads } from "../support/leads.ts";
import type { Engine } from "./browser.ts";
import { readStore } from "./device-stores.ts";
import { personAt } from "./person.ts";
import { openWebKit } from "./webkit.ts";
import { prepareWebKitTablet } from "./webkit-tablet.ts";

/* What a tablet does to an app at the wrong moment, in the engine of Safari: `npm run engines`. */

const engines = JSON.parse(process.env.ENGINES ?? "[]") as Engine[];
const LONG_MS = 300_000;
const PHOTOS = 3;
/** 12 megapixels: slow enough to be interrupted. */
const PHOTO_SIZE = { width: 4032, height: 3024 };
const LEAVES = 6;

describe.runIf(engines.includes("webkit"))("WebKit at the wrong moment", () => {
  const tablet = prepareWebKitTablet();
  const lead = async (name: string): Promise<string> =>
    `/estimator/leads/${String(await findLeadId(tablet.app, name))}/details`;
  let folder = "";
  const photos: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-photos-"));
    for (let index = 0; index < PHOTOS; index += 1) {
      const file = path.join(folder, `IMG_${String(index)}.jpg`);
      const noise = { type: "gaussian", mean: 100 + index, sigma: 12 } as const;
      const picture = sharp({ create: { ...PHOTO_SIZE, channels: 3, background: "#fff", noise } });
      await writeFile(file, await picture.jpeg({ quality: 80 }).toBuffer());
      photos.push(file);
    }
  }, 120_000);
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail") return;
    const picture = path.join(import.meta.dirname, `../../test-results/bad-input-${task.id}.png`);
    await mkdir(path.dirname(picture), { recursive: true });
    await writeFile(picture, await tablet.browser.tab.screenshot());
    console.log(`${task.name}: ${picture}`);
  }, 60_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const everythingHere = (): Promise<unknown> =>
    tablet.person.waitFor("a device that has everything", async () => {
      const info = await readStore(tablet.browser.tab, "info");
      return info.some(({ key }) => key === "last-refresh-time");
    });
  const everythingSent = (): Promise<unknown> =>
    tablet.person.waitFor("nothing that waits", async () => {
      const waiting = await readStore(tablet.browser.tab, "local-changes");
      return waiting.length === 0;
    });

  /** A new browser, signed in, with all data. */
  const begin = async (storage?: Parameters<typeof tablet.replace>[0]): Promise<void> => {
    await tablet.replace(storage);
    await tablet.logIn(SALES, "/estimator/leads", "Leads");
    await everythingHere();
  };

  test(
    "[SYNC-73] when the browser's database process dies, the page reloads itself with the unsaved edits, and saves it once",
    async () => {
      await begin();
      const { app, browser, person } = tablet;
      const { tab } = browser;
      await tab.open(`${app.url}/estimator/leads/new/edit`);
      await person.see({ role: "heading", name: "New lead" });
      await person.enter("First name", "Nora");
      await person.enter("Last name", "Lostwell");
      await tab.evaluate(() => {
        document.documentElement.dataset.isFormer = "";
      });
      await browser.killNetworkProcess();
      // Each key is written to the device. The page may be navigating already.
      await tab.pressKey("Tab").catch(() => undefined);
      await tab.type("x").catch(() => undefined);
      await person.waitFor("a page that was loaded again, with the form as it was", async () => {
        const isFormer = await tab.evaluate(() => document.documentElement.dataset.isFormer !== undefined);
        const { text } = await person.see({ role: "field", name: "Last name" });
        return !isFormer && text === "Lostwell";
      });
      await person.press({ role: "button", name: "Save" });
      await person.arriveAt(/\/leads\/\d+\/details/);
      expect(await serverLeads(app, "Lostwell")).toHaveLength(1);
    },
    LONG_MS,
  );

  test(
    "[SYNC-72] six times left in the middle of the first download, the next page of the same tab shows its lead",
    async () => {
      const address = await lead(DEMO_LEAD);
      for (let leave = 0; leave < LEAVES; leave += 1) {
        await tablet.replace();
        await tablet.logIn(SALES, "/estimator/leads", "Leads");
        // At once: the download has just started.
        await tablet.open(address, DEMO_LEAD);
        await tablet.open("/estimator/leads", "Leads");
        await everythingHere();
      }
    },
    LONG_MS,
  );

  test(
    "[SYNC-72] killed in the middle of the first download, the app begins where it was and gets the whole price book",
    async () => {
      await tablet.replace();
      await tablet.logIn(SALES, "/estimator/leads", "Leads");
      await tablet.person.waitFor("the first of the price book", async () => {
        const fields = await readStore(tablet.browser.tab, "estimate-fields");
        return fields.length > 0;
      });
      await tablet.killAndReopen();
      await tablet.open("/estimator/leads", "Leads");
      await everythingHere();
      const arriving = (await readStore(tablet.browser.tab, "info")).filter(({ key }) => key === "price-book-arriving");
      expect(arriving).toEqual([]);
      await tablet.app.stop();
      try {
        await tablet.go(`/estimator/estimate/${String(await findEstimateId(tablet.app, "Gutters only"))}`);
        await tablet.person.seeText("Estimate total");
      } finally {
        await tablet.app.start();
      }
    },
    LONG_MS,
  );

  test(
    "[SYNC-75] killed after the first of two signatures, the contract is signed on and finished once",
    async () => {
      const { app } = tablet;
      await begin();
      const id = await makeHouses(app, { name: "Signed in a storm", files: ["roofing-colonial"], isDone: true });
      const estimate = `/estimator/estimate/${String(id)}`;
      const sign = async (said: string): Promise<void> => {
        const { x, y } = await tablet.person.reach({ role: "pad" });
        await tablet.browser.tab.drag(
          Array.from({ length: 30 }, (_, step) => ({ x: x - 90 + step * 6, y: y + Math.sin(step / 2) * 25 })),
        );
        await tablet.person.press({ role: "button", matches: "^I agree, sign as " });
        await tablet.person.seeText(said);
      };
      const review = async (): Promise<number> => {
        await tablet.person.press({ role: "button", name: "Review & sign" });
        await tablet.person.see({ role: "heading", name: "Review & sign contract" });
        return tablet.person.waitFor("the number of signatures", () =>
          tablet.browser.tab.evaluate(() => Number(/\d of (\d+) signed/.exec(document.body.innerText)?.[1] ?? 0)),
        );
      };
      await tablet.go(`${estimate}/contract/create`);
      await tablet.person.see({ role: "heading", name: "New contract" });
      await tablet.person.enter("Working days", "5");
      const count = await review();
      await sign(`1 of ${String(count)} signed`);
      await tablet.killAndReopen();

      await tablet.go(`${estimate}/contract/create`);
      await tablet.person.waitFor("the contract as it was filled in", async () => {
        if (await tablet.person.isThere({ role: "heading", name: "Review & sign contract" })) return true;
        const { text } = await tablet.person.see({ role: "field", name: "Working days" });
        return text === "5";
      });
      if (!(await tablet.person.isThere({ role: "heading", name: "Review & sign contract" }))) await review();
      const signed = await tablet.person.waitFor("how many have signed", () =>
        tablet.browser.tab.evaluate(() => /(\d) of \d+ signed/.exec(document.body.innerText)?.[1]),
      );
      for (let next = Number(signed) + 1; next <= count; next += 1)
        await sign(`${String(next)} of ${String(count)} signed`);
      await tablet.person.press({ role: "button", name: "Finish contract" });
      await tablet.person.arriveAt(/[?&]made=-?\d+/);
      await everythingSent();
      expect(await serverDocuments(app, id)).toHaveLength(1);
    },
    LONG_MS,
  );

  test(
    "[PHOTO-10] killed while photos are made smaller, each photo is there whole or not at all, and the rest can be added",
    async () => {
      const { app } = tablet;
      await begin();
      const address = await lead("Sam Okafor");
      const countShown = (): Promise<number> =>
        tablet.browser.tab.evaluate(() => document.querySelectorAll("ul[aria-label=Photos] li button img").length);
      const onServer = (): Promise<unknown[]> =>
        app.query("select 1 from lead_photo where lead_id = $1", [Number(/\d+/.exec(address)?.[0])]);
      await tablet.open(address, "Sam Okafor");
      await tablet.browser.tab.chooseFiles("Choose photos", photos);
      await tablet.person.seeText(`Adding photo 2 of ${String(PHOTOS)}`);
      await tablet.killAndReopen();

      await tablet.open(address, "Sam Okafor");
      await everythingSent();
      // The first was complete before the second started.
      const left = await tablet.person.waitFor(
        "the photos that were kept",
        async () => (await countShown()) || undefined,
      );
      expect(await onServer()).toHaveLength(left);
      await tablet.browser.tab.chooseFiles("Choose photos", photos);
      await tablet.person.waitFor("all photos, each once", async () => (await countShown()) === PHOTOS);
      await everythingSent();
      expect(await onServer()).toHaveLength(PHOTOS);
      const broken = await tablet.browser.tab.evaluate(async () => {
        const pictures = [...document.querySelectorAll<HTMLImageElement>("ul[aria-label=Photos] img")];
        for (const picture of pictures) picture.loading = "eager";
        const decoded = await Promise.allSettled(pictures.map((picture) => picture.decode()));
        return decoded.filter(({ status }) => status === "rejected").length;
      });
      expect(broken).toBe(0);
    },
    LONG_MS,
  );

  test(
    "[SHELL-21] a page that comes back after the session ended shows no data, and asks to sign in",
    async () => {
      await begin();
      await tablet.open(await lead(DEMO_LEAD), DEMO_LEAD);
      await tablet.go("/readyz");
      await tablet.app.query("update login_session set revoked_time = now()");
      await tablet.browser.tab.back();
      await tablet.person.arriveAt(/^\/account\/login/);
      await tablet.person.see({ role: "button", name: "Log in" });
      const shown = await tablet.browser.tab.evaluate(() => document.body.innerText);
      expect(shown).not.toContain(DEMO_LEAD);
    },
    LONG_MS,
  );

  test(
    "[OFF-09] two tabs and the installed app, which has its own storage, change one lead: all three changes arrive once",
    async () => {
      const { app } = tablet;
      const name = "Teresa Vang";
      const id = await findLeadId(app, name);
      const edit = `/estimator/leads/${String(id)}/edit`;
      await begin();
      const installed = await openWebKit({
        size: { width: 820, height: 1180 },
        profileFolder: path.join(folder, "installed"),
      });
      try {
        const home = personAt(installed.tab);
        await home.tab.open(`${app.url}/account/login`);
        await home.enter("E-mail", SALES);
        await home.enter("Password", PASSWORD);
        await home.press({ role: "button", name: "Log in" });
        await home.see({ role: "heading", name: "Leads" });
        await home.waitFor("an installed app that has everything", async () => {
          const info = await readStore(installed.tab, "info");
          return info.some(({ key }) => key === "last-refresh-time");
        });
        const { showFirst, showThis } = await tablet.browser.openTab();
        await showFirst();
        await tablet.open(edit, `Edit ${name}`);
        await showThis();
        await tablet.open(edit, `Edit ${name}`);
        await home.tab.open(app.url + edit);
        await home.see({ role: "heading", name: `Edit ${name}` });
        await home.enter("City", "Homescreen");

        await tablet.person.enter("Street", "7 Second Tab Rd");
        await tablet.person.press({ role: "button", name: "Save" });
        await tablet.person.arriveAt(/\/details/);
        await showFirst();
        await tablet.person.enter("Customer number", "TAB-1");
        await tablet.person.press({ role: "button", name: "Save" });
        await tablet.person.arriveAt(/\/details/);
        await home.press({ role: "button", name: "Save" });
        await home.arriveAt(/\/details/);
        await tablet.person.waitFor("all three on the server", async () => {
          const [row] = await app.query<{ street: string; city: string; customer_number: string }>(
            "select street, city, customer_number from lead where id = $1",
            [id],
          );
          return row?.street === "7 Second Tab Rd" && row.city === "Homescreen" && row.customer_number === "TAB-1";
        });
        await everythingSent();
        // Other users' changes come with the next refresh.
        for (const person of [tablet.person, home]) {
          await person.tab.reload();
          await person.seeText("7 Second Tab Rd, Homescreen");
        }
      } finally {
        await installed.close();
      }
    },
    LONG_MS,
  );

  test(
    "[LEAD-14] in a private window a lead is kept through a reload without a server, and sent when it is back",
    async () => {
      const { app } = tablet;
      await begin({ isPrivate: true });
      await tablet.person.waitFor("a page that the worker controls", () =>
        tablet.browser.tab.evaluate(() => navigator.serviceWorker.controller !== null),
      );
      await app.stop();
      try {
        await tablet.person.press({ role: "link", name: "New lead" });
        await tablet.person.see({ role: "heading", name: "New lead" });
        await tablet.person.enter("Last name", "Privately");
        await tablet.person.press({ role: "button", name: "Save" });
        await tablet.person.arriveAt(/\/leads\/-\d+\/details/);
        await tablet.browser.tab.reload();
        await tablet.person.see({ role: "heading", name: "Privately" });
      } finally {
        await app.start();
      }
      await tablet.person.press({ role: "button", name: "1 waiting" });
      await tablet.person.press({ role: "button", name: "Send now" });
      await everythingSent();
      expect(await serverLeads(app, "Privately")).toHaveLength(1);
    },
    LONG_MS,
  );

  test(
    "[LEAD-14] full storage is named, and the form keeps what was typed",
    async () => {
      await begin({ maxStoredBytes: 40_000_000 });
      await tablet.browser.tab.evaluate(async () => {
        // Fill what is left, to the last kilobytes.
        const cache = await caches.open("filled by a test");
        for (let bytes = 16_000_000, index = 0; bytes > 500; index += 1) {
          try {
            await cache.put(`/filled/${String(index)}`, new Response(new Uint8Array(bytes)));
          } catch {
            bytes = Math.floor(bytes / 2);
          }
        }
      });
      await tablet.person.press({ role: "link", name: "New lead" });
      await tablet.person.see({ role: "heading", name: "New lead" });
      // More than what is left between two pages of the database. First: the message about it may lie over this field.
      await tablet.person.press({ role: "field", name: "Description" });
      await tablet.browser.tab.type("x".repeat(500));
      await tablet.person.enter("Last name", "Quota");
      await tablet.person.press({ role: "button", name: "Save" });
      await tablet.person.seeText("This device has no space left.");
      const { text } = await tablet.person.see({ role: "field", name: "Last name" });
      expect(text).toBe("Quota");
      expect(await serverLeads(tablet.app, "Quota")).toEqual([]);
    },
    LONG_MS,
  );
});
