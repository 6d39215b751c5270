import path from "node:path";
import { SECTIONS, WORKFLOWS } from "@ridgebook/estimating";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findOverlappingTexts } from "#features/estimate/steps/testing/overlapping-texts.ts";
import { WORKFLOW_SLUGS } from "#features/estimate/workflow-slugs.ts";
import { buildStage, launchBrowser, openStage } from "#testing/stage.ts";
import type { steps as StepsOfPage } from "./testing/steps-page.tsx";

/*
 * Every step of every workflow with each row entered, empty where its offers to enter one have the least room, and with amounts of more
 * than $100,000.
 */

/** Runs in the page: what the bundle puts there. */
declare const stepsPage: { steps: typeof StepsOfPage };

/** Each begins with the width that the one before ends with: drawing a step at another width is most of the work. */
const WIDTHS = { empty: [820, 390], filled: [390, 1180, 1440, 820], large: [820] };
/** Then everything counted by length and width costs millions, the rest thousands. */
const QUANTITIES = { filled: 3, large: 150 };
const START_WIDTH = 1180;
const HEIGHT = 900;
const USUAL_TEXT = { textPx: 16, widths: WIDTHS };
/** Twice the usual size, which a person sets in the browser. */
const LARGE_TEXT = { textPx: 32, widths: { empty: [], filled: [390, 820], large: [] } };

const startingAt = (width: number, widths: readonly number[]): readonly number[] =>
  widths.includes(width) ? [width, ...widths.filter((each) => each !== width)] : widths;

describe.each([USUAL_TEXT, LARGE_TEXT])("texts of the steps, $textPx px large", ({ textPx, widths }) => {
  let browser: Browser;
  let html: string;
  beforeAll(async () => {
    html = await buildStage({ entry: path.join(import.meta.dirname, "testing/steps-page.tsx"), name: "stepsPage" });
    browser = await launchBrowser({ textPx });
  });
  afterAll(() => browser.close());

  test.each(WORKFLOWS.filter(({ id }) => id !== 0))(
    "[EST-36] [TEXT-01] no text of $name lies on another, at any width",
    async ({ id }) => {
      const sections = SECTIONS.filter(({ workflowId, order }) => workflowId === id && order > 0);
      const slug = WORKFLOW_SLUGS[id as keyof typeof WORKFLOW_SLUGS];
      const page = await openStage(browser, html, { viewport: { width: START_WIDTH, height: HEIGHT } });
      await page.evaluate((given) => void stepsPage.steps.mount(given), {
        workflowId: id,
        path: `${slug}/1`,
        summary: {
          lastCompleteSectionId: sections.at(-1)?.id ?? null,
          optionalSectionIds: sections.filter(({ optional }) => optional).map((section) => section.id),
        },
      });
      const found: string[] = [];
      let shownWidth = START_WIDTH;
      for (const section of sections) {
        await page.evaluate((to) => stepsPage.steps.go(to), `${slug}/${String(section.order)}`);
        await page.getByRole("heading", { level: 1, name: section.name, exact: true }).waitFor();
        for (const content of ["empty", "filled", "large"] as const) {
          if (content !== "empty")
            await page.evaluate(([of, quantity]) => stepsPage.steps.fill(of, quantity), [
              section.id,
              QUANTITIES[content],
            ] as const);
          for (const width of startingAt(shownWidth, widths[content])) {
            if (width !== shownWidth) await page.setViewportSize({ width, height: HEIGHT });
            shownWidth = width;
            const overlaps = await page.evaluate(findOverlappingTexts);
            found.push(...overlaps.map((each) => `${section.name}, ${content}, at ${String(width)}: ${each}`));
          }
        }
        await page.evaluate(() => stepsPage.steps.form?.discard());
      }
      expect(found).toEqual([]);
    },
  );
});
