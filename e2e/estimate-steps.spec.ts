import { problems } from "@ridgebook/contract";
import { fieldByKey } from "@ridgebook/estimating";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  findEstimateId,
  makeEstimate,
  sectionIdOf,
  shareEstimateVisits,
  visitEstimate,
  WHOLE_HOUSE,
} from "./support/demo-estimates.ts";
import { everythingDownloaded, readStore } from "./support/device.ts";
import { openEstimate, serverEstimate, stepEntries } from "./support/estimates.ts";
import { eventually, prepareJourney } from "./support/journey.ts";

/* The pages of an estimate, their addresses, and the progress of each workflow: complete, current, next, locked. */

const journey = prepareJourney();
const visit = shareEstimateVisits(journey);

const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

/** "13 Extras": the lines of the list of steps, numbered as in their addresses. */
const shownSteps = async (page: Page): Promise<string[]> =>
  (await stepEntries(page)).map(({ number, title }) => `${number} ${title}`);

describe("the step list", () => {
  test("[EST-11][EST-13][EST-14][EST-16][EST-17] complete, current, next and locked, each with what it does when it is opened", async () => {
    const id = await makeEstimate(journey.app, { name: "Half a siding", work: { 2: 3 } });
    const page = await visit({ id, below: "/siding/4" });
    await heading(page, "Accessories");
    const entries = await stepEntries(page);
    expect(entries.slice(0, 7)).toEqual([
      { number: 1, title: "Questionnaire", state: "complete", isShown: false },
      { number: 2, title: "Details", state: "complete", isShown: false },
      { number: 3, title: "House Wrap", state: "complete", isShown: false },
      { number: 4, title: "Accessories", state: "current", isShown: true },
      { number: 5, title: "Corners", state: "next", isShown: false },
      { number: 6, title: "Wraps", state: "locked", isShown: false },
      { number: 7, title: "Soffit", state: "locked", isShown: false },
    ]);
    expect(entries.slice(5).every(({ state }) => state === "locked")).toBe(true);

    // A locked one is no link; pressed, it says what unlocks it, and nothing else happens.
    const list = page.getByRole("navigation", { name: "Steps of Siding" });
    await eventually(() => list.getByRole("link").count()).toBe(4);
    await list.getByRole("button", { name: "6 Wraps, locked", exact: true }).click();
    await page.getByText("Wraps opens once Accessories is saved.", { exact: true }).waitFor();
    await list.getByRole("button", { name: "7 Soffit, locked", exact: true }).click();
    await page.getByText("Soffit opens once Corners is saved.", { exact: true }).waitFor();
    await heading(page, "Accessories");

    // Its address redirects to the current one.
    await openEstimate(page, id, "/siding/6");
    await page.waitForURL(`**/estimate/${String(id)}/siding/4`);
    await openEstimate(page, id, "/siding/17");
    await page.waitForURL(`**/estimate/${String(id)}/siding/4`);
    await heading(page, "Accessories");

    // Saving an earlier step does not change the progress, saving the current one does.
    await openEstimate(page, id, "/siding/3");
    await heading(page, "House Wrap");
    // The list follows the saved progress, which is read a moment after the next step is shown.
    const shownStates = (begin: number, end: number) =>
      eventually(async () => (await stepEntries(page)).slice(begin, end).map(({ state }) => state));
    await page.getByRole("button", { name: "Save & next", exact: true }).click();
    await heading(page, "Accessories");
    await shownStates(2, 6).toEqual(["complete", "current", "next", "locked"]);
    await page.getByRole("button", { name: "Save & next", exact: true }).click();
    await heading(page, "Corners");
    await shownStates(2, 7).toEqual(["complete", "complete", "current", "next", "locked"]);
    await eventually(
      async () => (await serverEstimate(journey.app, id)).workflowSummaries["2"]?.lastCompleteSectionId,
    ).toBe(sectionIdOf(2, 4));

    // Back and forward visit the steps in the order of the visits.
    await page.goBack();
    await heading(page, "Accessories");
    await page.goBack();
    await heading(page, "House Wrap");
    await page.goForward();
    await heading(page, "Accessories");
    expect(new URL(page.url()).pathname).toBe(`/estimator/estimate/${String(id)}/siding/4`);
  });

  test("[EST-15] with every step complete the last one is the current", async () => {
    const id = await findEstimateId(journey.app, WHOLE_HOUSE);
    const page = await visit({ id, below: "/roofing/1" });
    const entries = await stepEntries(page);
    // Numbered as its address, /roofing/14, without the optional pair before it.
    expect(entries.at(-1)).toEqual({ number: 14, title: "Package", state: "current", isShown: false });
    expect(entries.slice(1, -1).every(({ state }) => state === "complete")).toBe(true);
  });

  test("[EST-16] an unknown step says so and links back", async () => {
    const id = await findEstimateId(journey.app, WHOLE_HOUSE);
    const page = await visit({ id, below: "/roofing/99" });
    await heading(page, "Roofing has no step 99.");
    await openEstimate(page, id, "/roofing/11");
    await heading(page, "Exterior Lighting is not part of this estimate yet.");
    await openEstimate(page, id, "/siding/1");
    await heading(page, "Siding is not part of this estimate.");
    await openEstimate(page, id, "/quick_estimate_trim");
    await heading(page, "Trim is not part of this estimate.");
    await openEstimate(page, id, "/summary/2");
    await page.getByText("Siding is not part of this estimate.").waitFor();
    await page.getByRole("link", { name: "Back to the estimate" }).click();
    await page.getByText("Estimate total").waitFor();
  });
});

describe("optional steps", () => {
  test.each([
    { workflowId: 1, workflow: "Roofing", slug: "roofing", place: 11, ids: [146, 147] },
    { workflowId: 2, workflow: "Siding", slug: "siding", place: 14, ids: [144, 145] },
  ])(
    "[EST-12][EST-18][EST-19] $workflow: the pair is added together, saved at once, and removed together",
    async ({ workflowId, workflow, slug, place, ids }) => {
      const id = await makeEstimate(journey.app, { name: `Pair of ${workflow}`, work: { [workflowId]: 0 } });
      const page = await visit({ id, below: `/${slug}/1` });
      await heading(page, "Questionnaire");
      const optional = page.getByRole("list", { name: "Optional steps" });
      // Extras and Package come after the pair's place.
      const behind = async (): Promise<string[]> => (await shownSteps(page)).slice(place - 1);
      const without = [`${place + 2} Extras`, `${place + 3} Package`];
      await eventually(() => behind()).toEqual(without);
      await page.getByText(`${workflow} · step 1 of ${place + 1}`).waitFor();

      const added = page.waitForRequest((request) => request.postData()?.includes("optionalSectionIds") ?? false);
      await optional.getByRole("button", { name: /^Add / }).click();
      expect(JSON.stringify((await added).postDataJSON())).toContain(`"optionalSectionIds":[${ids.join(",")}]`);
      await eventually(behind).toEqual([
        `${place} Exterior Lighting`,
        `${place + 1} Gutters`,
        `${place + 2} Extras`,
        `${place + 3} Package`,
      ]);
      await page.getByText(`${workflow} · step 1 of ${place + 3}`).waitFor();
      await optional.getByRole("button", { name: /^Remove / }).click();
      await eventually(behind).toEqual(without);
      await optional.getByRole("button", { name: /^Add / }).waitFor();
      await eventually(
        async () => (await serverEstimate(journey.app, id)).workflowSummaries[String(workflowId)]?.optionalSectionIds,
      ).toEqual([]);
    },
  );

  test("[EST-20] a toggle that the server refuses is taken back, with the server's reason", async () => {
    const id = await makeEstimate(journey.app, { name: "Refused pair", work: { 1: 0 } });
    const page = await visitEstimate(journey, { id, below: "/roofing/1" });
    await heading(page, "Questionnaire");
    const before = await shownSteps(page);
    let refused = 0;
    await page.context().route(/\/api\/(batch|estimates\/\d+)(\?|$)/, async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      refused += 1;
      return route.fulfill({
        status: 400,
        contentType: "application/json",
        body: JSON.stringify({
          title: "Optional steps cannot be changed today.",
          status: 400,
          code: "validation",
          requestId: "1",
        }),
      });
    });
    const optional = page.getByRole("list", { name: "Optional steps" });
    await everythingDownloaded(page);
    await optional.getByRole("button", { name: /^Add / }).click();
    await page.getByRole("alert").filter({ hasText: "Optional steps cannot be changed today." }).waitFor();
    expect(refused).toBe(1);
    await optional.getByRole("button", { name: /^Add / }).waitFor();
    await eventually(() => shownSteps(page)).toEqual(before);
    await page.context().unrouteAll();
    await eventually(
      async () => (await serverEstimate(journey.app, id)).workflowSummaries["1"]?.optionalSectionIds,
    ).toEqual([]);
  });

  test.each([
    { workflowId: 1, workflow: "Roofing", slug: "roofing" },
    { workflowId: 2, workflow: "Siding", slug: "siding" },
  ])(
    "[EST-19][EST-20] $workflow: a toggle that the server fails at is taken back, here and wherever it was done all the same",
    async ({ workflowId, workflow, slug }) => {
      const id = await makeEstimate(journey.app, { name: `Failed pair of ${workflow}`, work: { [workflowId]: 0 } });
      const page = await visitEstimate(journey, { id, below: `/${slug}/1` });
      await heading(page, "Questionnaire");
      const before = await shownSteps(page);
      let isDone = false;
      await page.context().route(/\/api\/(batch|estimates\/\d+)(\?|$)/, async (route) => {
        if (route.request().method() !== "POST") return route.fallback();
        // The first time the server applies it, and its answer is lost to an error of a machine on the way.
        const doing = isDone ? undefined : route.fetch();
        isDone = true;
        const reply = { title: "Something went wrong.", status: 500, code: "unexpected", requestId: "1" };
        await route.fulfill({ status: 500, contentType: "application/json", body: JSON.stringify(reply) });
        if (doing) expect((await doing).status()).toBe(200);
      });
      const optional = page.getByRole("list", { name: "Optional steps" });
      await everythingDownloaded(page);
      await optional.getByRole("button", { name: /^Add / }).click();
      await page.getByRole("alert").filter({ hasText: problems.unexpected.title }).waitFor();
      await optional.getByRole("button", { name: /^Add / }).waitFor();
      await eventually(() => shownSteps(page)).toEqual(before);
      const there = async () =>
        (await serverEstimate(journey.app, id)).workflowSummaries[String(workflowId)]?.optionalSectionIds;
      await eventually(() => there()).toHaveLength(2);
      await page.context().unrouteAll();
      // The reversal is sent behind the failed call.
      await eventually(there).toEqual([]);
      await eventually(() => readStore(page, "local-changes")).toEqual([]);
      await eventually(() => shownSteps(page)).toEqual(before);
    },
  );
});

const WORK = [
  { workflowId: 1, slug: "roofing", title: "Roofing", first: "Questionnaire" },
  { workflowId: 2, slug: "siding", title: "Siding", first: "Questionnaire" },
  { workflowId: 3, slug: "windows", title: "Windows & Doors", first: "Questionnaire" },
  { workflowId: 4, slug: "gutters", title: "Gutters", first: "Details" },
  { workflowId: 5, slug: "repairs", title: "Repairs", first: "Roof" },
  { workflowId: 6, slug: "insulation", title: "Insulation", first: "Questionnaire" },
  { workflowId: 7, slug: "trim", title: "Trim", first: "Details" },
] as const;

describe("addresses", () => {
  const titled = (title: string): string => `${title} - North Gable Exteriors (Development)`;

  test("[ROUTE-26][ROUTE-27][ROUTE-28][ROUTE-38][EST-02][GUARD-13] every workflow has its quick estimate, its summary with notes and discount, and its first step, with titles", async () => {
    const id = await makeEstimate(journey.app, {
      name: "All work",
      work: Object.fromEntries(WORK.map(({ workflowId }) => [workflowId, 0])),
    });
    const page = await visit({ id });
    await page.getByText("Estimate total").waitFor();
    await eventually(() => page.title()).toBe(titled("Estimate summary"));
    const order = ["Roofing", "Siding", "Windows & Doors", "Gutters", "Trim", "Insulation", "Repairs"];
    const links = page.getByRole("link", { name: /^Summary of / });
    await eventually(async () => (await links.allInnerTexts()).length).toBe(order.length);
    for (const [index, title] of order.entries())
      await eventually(() => links.nth(index).textContent()).toContain(title);

    for (const { workflowId, slug, title, first } of WORK) {
      await openEstimate(page, id, `/quick_estimate_${slug}`);
      await heading(page, title);
      await page.getByText(/^Quick estimate · \d+ sections on one page$/).waitFor();
      await eventually(() => page.title()).toBe(titled("Quick estimate"));

      await openEstimate(page, id, `/summary/${String(workflowId)}`);
      await heading(page, title);
      await eventually(() => page.title()).toBe(titled("Workflow summary"));
      await page.getByRole("region", { name: "Discount and margin" }).waitFor();
      await page.getByRole("region", { name: "Notes" }).waitFor();

      await openEstimate(page, id, `/${slug}/1`);
      await heading(page, first);
      await eventually(() => page.title()).toBe(titled(first));
      const titles = (await stepEntries(page)).map((entry) => entry.title);
      expect(titles).not.toContain("Notes");
      expect(titles).not.toContain("Discount");
    }
  });

  test("[ROUTE-38][EST-35][SUM-08][SUM-09] notes and discount are reached from the estimate, checked and saved there", async () => {
    const id = await makeEstimate(journey.app, { name: "Closing sections", work: { 4: 0 } });
    const page = await visit({ id });
    await page.getByRole("link", { name: "Notes of Gutters" }).click();
    await page.waitForURL(/\/summary\/4#notes$/);
    await page.getByLabel("Notes of Gutters").fill("Mind the roses.");
    const notes = page.locator("#notes");
    await notes.getByRole("button", { name: "Save", exact: true }).click();
    await notes.getByText("Nothing to save").waitFor();
    await page.goBack();
    await page.getByRole("link", { name: /^Discount .* of Gutters$/ }).click();
    await page.waitForURL(/\/summary\/4#discount$/);
    const discount = page.locator("#discount");
    const field = discount.locator("[name=discount]");
    const saveDiscount = discount.getByRole("button", { name: "Save", exact: true });
    for (const wrong of ["", "90", "2.25"]) {
      await field.fill(wrong);
      await saveDiscount.click();
      await eventually(() => field.getAttribute("aria-invalid")).toBe("true");
    }
    await field.fill("10");
    await discount.locator("[name=margin]").fill("15");
    const sent = page.waitForRequest((request) => request.postData()?.includes("discountPercent") ?? false);
    await saveDiscount.click();
    const body = JSON.stringify((await sent).postDataJSON());
    expect(body).toContain('"discountPercent":0.1');
    expect(body).toContain('"marginPercent":0.15');
    expect(body).toContain('"workflowId":4');
    await page.getByText("Discount and margin of Gutters are saved").waitFor();
    await page.reload();
    await eventually(() => page.getByLabel("Notes of Gutters").inputValue()).toBe("Mind the roses.");
    await eventually(() => field.inputValue()).toBe("10");
  });

  test("[ROUTE-29][ROUTE-33][WF-WIN-27] windows/2 is a new window, and the quick estimate of a window shows that one only", async () => {
    const id = await findEstimateId(journey.app, WHOLE_HOUSE);
    const page = await visit({ id, below: "/windows/2" });
    await page.waitForURL(`**/estimate/${String(id)}/windows/2/0/0`);
    await heading(page, "4 New window");
    await eventually(() => page.title()).toBe(titled("Window Details"));

    const { items } = await serverEstimate(journey.app, id);
    const windows = items.filter((item) => item.fieldId === fieldByKey(3, "window")?.id);
    expect(windows).toHaveLength(3);
    await openEstimate(page, id, `/quick_estimate_by_window/${String(windows[1]?.id)}`);
    await heading(page, "2 Kitchen");
    await eventually(() => page.title()).toBe(titled("Quick estimate"));
    await eventually(() => page.getByLabel("Width", { exact: true }).count()).toBe(1);
    await eventually(() => page.getByLabel("Width", { exact: true }).inputValue()).toBe("48");
    await eventually(() => page.getByRole("heading", { level: 2, name: "Questionnaire" }).count()).toBe(0);
    await openEstimate(page, id, "/quick_estimate_by_window/999999");
    await page.getByText("This window does not exist.").waitFor();
  });
});
