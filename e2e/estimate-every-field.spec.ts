import { fieldByKey, SECTIONS } from "@ridgebook/estimating";
import { expect, test } from "vitest";
import { makeFinished, visitEstimate } from "./support/demo-estimates.ts";
import { linesOf, openEstimate, saveStep, serverEstimate } from "./support/estimates.ts";
import { everythingOnce, houseOf, missingFields } from "./support/everything-once.ts";
import { enterAgain, WINDOW_STEP } from "./support/house-entry.ts";
import { eventually, prepareJourney } from "./support/journey.ts";

/*
 * An estimate that has every field of a workflow once, created without the pages: each value is shown on its step, and saving one edit leaves all others
 * unchanged.
 */

const journey = prepareJourney();

const WINDOWS = 3;

/** `edited`: a quantity that nothing is calculated from. */
const WORKFLOWS = [
  { rule: "ROUTE-30", workflowId: 1, slug: "roofing", edited: "curbMountedReFlash" },
  { rule: "ROUTE-31", workflowId: 2, slug: "siding", edited: "splitBlocks" },
  { rule: "ROUTE-32", workflowId: WINDOWS, slug: "windows", edited: "yearsInHome" },
  { rule: "ROUTE-34", workflowId: 4, slug: "gutters", edited: "removeGutters" },
  { rule: "ROUTE-35", workflowId: 7, slug: "trim", edited: "soffitLightingType" },
  { rule: "ROUTE-36", workflowId: 5, slug: "repairs", edited: "replaceRidge" },
  { rule: "ROUTE-37", workflowId: 6, slug: "insulation", edited: "yearsInHome" },
] as const;

test.each(WORKFLOWS)(
  "[$rule][TOUCH-05] $slug: every field of an estimate is on its step, numbers with a numeric keyboard, and one edit leaves the others alone",
  async ({ workflowId, slug, edited }) => {
    const house = everythingOnce(workflowId);
    expect(missingFields(house)).toEqual([]);
    const entered = { ...house, file: "every field once" };
    const id = await makeFinished(journey.app, { name: `Every field of ${slug}`, ...house });
    const page = await visitEstimate(journey, { id });
    const { items } = await serverEstimate(journey.app, id);
    expect(linesOf(items)).toEqual(linesOf(house.items));

    const sections = SECTIONS.filter((section) => section.workflowId === workflowId && section.order > 0);
    for (const { order, name } of sections) {
      const windows =
        workflowId === WINDOWS && order === WINDOW_STEP
          ? items.filter(({ fieldId }) => fieldId === fieldByKey(WINDOWS, "window")?.id)
          : [];
      for (const [index, window] of windows.entries()) {
        await openEstimate(page, id, `/${slug}/${String(order)}/${String(window.id)}/0`);
        await page.getByRole("heading", { level: 1, name: new RegExp(`^${String(index + 1)} `) }).waitFor();
        expect(await enterAgain(page, entered, index), `window ${String(index + 1)}`).toEqual([]);
      }
      if (windows.length > 0) continue;
      await openEstimate(page, id, `/${slug}/${String(order)}`);
      await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
      expect(await enterAgain(page, entered), name).toEqual([]);
    }

    const given = house.values[edited] as object;
    const changed = houseOf(workflowId, { ...house.values, [edited]: { ...given, quantity: 9 } });
    const step = sections.find(({ groups }) => groups.some(({ rows }) => rows.includes(edited)));
    await openEstimate(page, id, `/${slug}/${String(step?.order)}`);
    await page.getByRole("heading", { level: 1, name: step?.name ?? "", exact: true }).waitFor();
    expect(await enterAgain(page, { ...entered, values: changed.values })).toEqual([expect.stringMatching(/: 9$/)]);
    await saveStep(page);
    await eventually(async () => linesOf((await serverEstimate(journey.app, id)).items)).toEqual(
      linesOf(changed.items),
    );
  },
);
