import { SECTIONS, type SectionDefinition } from "@ridgebook/estimating";
import type { Locator, Page } from "playwright-core";
import { makeHouses, makeOpenEstimate, visitEstimate } from "./demo-estimates.ts";
import { moveToEstimate } from "./estimates.ts";
import { INSPECTED_TABLET, inspectInHand } from "./inspect-page.ts";
import type { Journey } from "./journey.ts";

/*
 * Every step of a workflow on a phone and on a tablet: with a sample house, one number of which is wrong, and empty. Each of the two is checked in both
 * themes, and each step in both themes on both devices.
 */

interface InspectedWorkflow {
  readonly workflowId: number;
  readonly slug: string;
  /** The house that fills it. */
  readonly file: string;
}

export const INSPECTED_WORKFLOWS = {
  roofing: { workflowId: 1, slug: "roofing", file: "roofing-colonial" },
  siding: { workflowId: 2, slug: "siding", file: "siding-colonial" },
  windows: { workflowId: 3, slug: "windows", file: "windows-ranch" },
  gutters: { workflowId: 4, slug: "gutters", file: "gutters-colonial" },
  repairs: { workflowId: 5, slug: "repairs", file: "repairs-cape" },
  insulation: { workflowId: 6, slug: "insulation", file: "insulation-cape" },
  trim: { workflowId: 7, slug: "trim", file: "trim-cape" },
} as const satisfies Record<string, InspectedWorkflow>;

/** The steps of a workflow in order, the optional ones among them. */
export const stepsOfWorkflow = (workflowId: number): readonly SectionDefinition[] =>
  SECTIONS.filter((section) => section.workflowId === workflowId && section.order > 0);

const saveButton = (page: Page): Locator => page.getByRole("button", { name: /^Save( window)?$/ });

/** Waits until a step is shown with its fields. */
async function waitForStep(page: Page, { name }: SectionDefinition): Promise<void> {
  await page.locator("[aria-current=step]", { hasText: name }).waitFor();
  await saveButton(page).waitFor();
}

/** From one step to another by the list at the side; discards unsaved edits. */
async function goToStep(page: Page, slug: string, step: SectionDefinition): Promise<void> {
  await page.locator(`nav[aria-label^="Steps of"] a[href$="/${slug}/${String(step.order)}"]`).click();
  const discard = page.getByRole("alertdialog").getByRole("button", { name: "Discard changes" });
  const arrived = page.locator("[aria-current=step]", { hasText: step.name });
  await discard.or(arrived).first().waitFor();
  if ((await discard.count()) > 0) await discard.click();
  await waitForStep(page, step);
}

/** Enters an impossible number and saves; false if the step has no number. */
export async function makeError(page: Page): Promise<boolean> {
  const number = page.locator("main input[inputmode=decimal]:enabled").first();
  if ((await number.count()) === 0) return false;
  await number.fill("-1");
  await saveButton(page).click();
  await page.getByText(/^\d+ errors? in form$/).waitFor();
  return true;
}

/** A page that looks at estimates which have all steps of some workflows. */
interface Inspection {
  readonly page: Page;
  /** The estimate with a sample house for each workflow. */
  readonly filledId: number;
  /** The estimate without entries. */
  readonly emptyId: number;
}

/** For the tests of a file. */
export const shareInspection = (
  journey: Journey,
  workflows: readonly InspectedWorkflow[],
): (() => Promise<Inspection>) => journey.shareDevice(() => openInspection(journey, workflows));

async function openInspection(journey: Journey, workflows: readonly InspectedWorkflow[]): Promise<Inspection> {
  const { app } = journey;
  const filledId = await makeHouses(app, {
    name: "Everything entered",
    files: workflows.map(({ file }) => file),
    isDone: true,
  });
  const emptyId = await makeOpenEstimate(app, {
    name: "Nothing entered",
    workflowIds: workflows.map(({ workflowId }) => workflowId),
  });
  const page = await visitEstimate(journey, { id: filledId, ...INSPECTED_TABLET });
  return { page, filledId, emptyId };
}

/**
 * The problems of a workflow's steps with a house entered, and with an error where the step has a number: a page with an error has all other fields
 * as they are without one.
 */
export const inspectFilledSteps = ({ page, filledId }: Inspection, workflow: InspectedWorkflow): Promise<string[]> =>
  walk(page, filledId, workflow, async (name) => {
    const state = (await makeError(page)) ? "filled and with an error" : "filled";
    return inspectInHand(page, `${name}, ${state}`, { darkOn: "tablet" });
  });

/** The problems of a workflow's steps without entries, after those of the same steps with a house. */
export const inspectEmptySteps = ({ page, emptyId }: Inspection, workflow: InspectedWorkflow): Promise<string[]> =>
  walk(page, emptyId, workflow, (name) => inspectInHand(page, `${name}, empty`, { darkOn: "phone", isSeen: true }));

async function walk(
  page: Page,
  id: number,
  { slug, workflowId }: InspectedWorkflow,
  look: (name: string) => Promise<string[]>,
): Promise<string[]> {
  const [first, ...others] = stepsOfWorkflow(workflowId);
  if (!first) throw new Error(`${slug} has no steps.`);
  await moveToEstimate(page, id, `/${slug}/1`);
  await page.locator(`nav[aria-label^="Steps of"]:has(a[href*="/estimate/${String(id)}/${slug}/"])`).waitFor();
  await waitForStep(page, first);
  const findings = await look(`${slug} ${first.name}`);
  for (const step of others) {
    await goToStep(page, slug, step);
    findings.push(...(await look(`${slug} ${step.name}`)));
  }
  return findings;
}
