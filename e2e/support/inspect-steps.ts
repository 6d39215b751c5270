import { SECTIONS, type SectionDefinition } from "@ridgebook/estimating";
import type { Locator, Page } from "playwright-core";
import { makeHouses, makeOpenEstimate, visitEstimate } from "./demo-estimates.ts";
import { INSPECTED_TABLET, inspectInHand } from "./inspect-page.ts";
import type { Journey } from "./journey.ts";

/*
 * Every step of a workflow on a phone and on a tablet: empty, filled from a sample house, and with an error. Each of the three is checked in both
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
export async function waitForStep(page: Page, { name }: SectionDefinition): Promise<void> {
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

/** The problems of a workflow's steps without entries. */
export async function inspectEmptySteps(journey: Journey, { workflowId, slug }: InspectedWorkflow): Promise<string[]> {
  const id = await makeOpenEstimate(journey.app, { name: `Empty ${slug}`, workflowIds: [workflowId] });
  return walk({ journey, id, slug, workflowId }, (page, name) =>
    inspectInHand(page, `${name}, empty`, { darkOn: "phone" }),
  );
}

/** The problems of a workflow's steps with a house entered, as they are and with an error. */
export async function inspectFilledSteps(
  journey: Journey,
  { workflowId, slug, file }: InspectedWorkflow,
): Promise<string[]> {
  const id = await makeHouses(journey.app, { name: `Filled ${slug}`, files: [file], isDone: true });
  return walk({ journey, id, slug, workflowId }, async (page, name) => [
    ...(await inspectInHand(page, `${name}, filled`, { darkOn: "tablet" })),
    ...((await makeError(page)) ? await inspectInHand(page, `${name}, with errors`, { darkOn: "phone" }) : []),
  ]);
}

async function walk(
  { journey, id, slug, workflowId }: { journey: Journey; id: number; slug: string; workflowId: number },
  look: (page: Page, name: string) => Promise<string[]>,
): Promise<string[]> {
  const [first, ...others] = stepsOfWorkflow(workflowId);
  if (!first) throw new Error(`${slug} has no steps.`);
  const page = await visitEstimate(journey, { id, below: `/${slug}/1`, ...INSPECTED_TABLET });
  await waitForStep(page, first);
  const findings = await look(page, `${slug} ${first.name}`);
  for (const step of others) {
    await goToStep(page, slug, step);
    findings.push(...(await look(page, `${slug} ${step.name}`)));
  }
  return findings;
}
