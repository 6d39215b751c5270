import type { Page } from "playwright-core";
import { describe, test } from "vitest";
import { findEstimateId, GUTTERS_ONLY, WHOLE_HOUSE, WINDOWS_ONLY } from "./support/demo-estimates.ts";
import { openEstimate, openListedWindow } from "./support/estimates.ts";
import { eventually, prepareJourney } from "./support/journey.ts";
import { press } from "./support/press.ts";
import {
  openOnlyPage,
  shareWalkedDevice,
  reloadUnsaved,
  WALKS_BY_TOUCH,
  walkWorkflow,
} from "./support/workflow-walk.ts";

/* The walks on a tablet, and reloads of unsaved work that is in no walk. Those at a desk are in `estimate-workflows-by-mouse.spec.ts`. */

const journey = prepareJourney();

const findDevice = shareWalkedDevice(journey, "tablet");

describe("from an empty lead to the finished last step", () => {
  test.each(WALKS_BY_TOUCH)(
    "[$rule][EST-13][EST-14][EST-16][EST-25][MSG-06][SUM-07][SUM-12][OFF-17][OFF-18] $slug, without a network $lost: every step at its address, totals to the cent as of the price tool, and the same on the server once it is back",
    async (walk) => walkWorkflow(journey, await findDevice(), walk),
  );
});

describe("reloaded with unsaved work, at the same address", () => {
  const openDemo = async (name: string, below: string): Promise<Page> => {
    const page = await openOnlyPage(await findDevice());
    await openEstimate(page, await findEstimateId(journey.app, name), below);
    await page.getByRole("heading", { level: 1 }).waitFor();
    return page;
  };

  test("[LEAD-14][MSG-06] a listed window and a new one", async () => {
    const page = await openDemo(WINDOWS_ONLY, "/windows/2");
    await openListedWindow(page, "1 Main bedroom");
    const width = page.getByLabel("Width", { exact: true });
    await press(width);
    await page.keyboard.type("40");
    await reloadUnsaved(page);
    await eventually(() => width.inputValue()).toBe("40");

    const other = await openDemo(WINDOWS_ONLY, "/windows/2/0/0");
    const newWidth = other.getByLabel("Width", { exact: true });
    await press(newWidth);
    await other.keyboard.type("30");
    await reloadUnsaved(other);
    await eventually(() => newWidth.inputValue()).toBe("30");
  });

  test("[LEAD-14][MSG-06] a chosen package", async () => {
    const page = await openDemo(WHOLE_HOUSE, "/roofing/14");
    const choose = page.getByRole("button", { name: /^Choose / }).first();
    const name = (await choose.innerText()).replace(/^Choose\s+/, "");
    await press(choose);
    const chosen = page.getByRole("button", { name: `Chosen ${name}`, exact: true });
    await chosen.waitFor();
    await reloadUnsaved(page);
    await chosen.waitFor();
  });

  test("[LEAD-14][MSG-06] a quick estimate", async () => {
    const page = await openDemo(GUTTERS_ONLY, "/quick_estimate_gutters");
    const corners = page.getByLabel("Corners", { exact: true });
    await press(corners);
    await page.keyboard.type("17");
    await reloadUnsaved(page);
    await eventually(() => corners.inputValue()).toBe("17");
  });
});
