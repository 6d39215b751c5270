import { randomUUID } from "node:crypto";
import {
  fieldByKey,
  FIELDS,
  indexPriceBook,
  packageFields,
  priceFile,
  SECTIONS,
  type EstimateItem,
  type WorkflowId,
} from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import type { BrowserContextOptions, Page } from "playwright-core";
import { openEstimate } from "./estimates.ts";
import { readHouse } from "./house-entry.ts";
import type { Device, Journey } from "./journey.ts";
import { findLeadId } from "./leads.ts";
import { signInPastThePage, tokenOf } from "./past-the-page.ts";
import type { AppServer } from "./start-app.ts";

/* Estimates for tests that only need one: those of the demo's first appointment, and new ones created without the pages. */

/** Roofing and windows with all steps done, gutters with two of four. */
export const WHOLE_HOUSE = "Roof, windows and gutters";
/** Six windows in two lines and a patio door, all steps done. */
export const WINDOWS_ONLY = "Windows and patio door";
export const GUTTERS_ONLY = "Gutters only";
/** The owners of the estimates. */
export const DEMO_LEAD = "Karen & Tom Whitfield";

/** The id of the demo company's estimate with a name. */
export async function findEstimateId(app: AppServer, name: string): Promise<number> {
  const [row] = await app.query<{ id: number }>(
    "select id::int as id from estimate where name = $1 order by id limit 1",
    [name],
  );
  if (!row) throw new Error(`There is no estimate ${name}.`);
  return row.id;
}

/** The id of a section by its step's number. */
export function sectionIdOf(workflowId: number, step: number): number {
  const section = SECTIONS.find((each) => each.workflowId === workflowId && each.order === step);
  if (!section) throw new Error(`Workflow ${String(workflowId)} has no step ${String(step)}.`);
  return section.id;
}

async function send(app: AppServer, path: string, body: unknown, headers: Record<string, string>): Promise<unknown> {
  const reply = await fetch(`${app.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${path} answers ${String(reply.status)}: ${await reply.text()}`);
  return reply.json();
}

/** Creates a record as a salesperson; returns its id. */
async function sendNew(app: AppServer, path: string, body: unknown): Promise<number> {
  const authorization = `Bearer ${await tokenOf(app)}`;
  const { id } = (await send(app, path, body, { authorization, "idempotency-key": randomUUID() })) as { id: number };
  return id;
}

/** Creates an estimate, for the demo's first appointment by default; returns its id. */
const create = async (
  app: AppServer,
  { leadId, ...body }: { leadId?: number | undefined; name: string; workflowIds: number[]; parts: unknown[] },
): Promise<number> =>
  sendNew(app, "/api/estimates/", { leadId: leadId ?? (await findLeadId(app, DEMO_LEAD)), ...body });

/** Creates a lead; returns its id. */
export const makeLead = (app: AppServer, name: { firstName: string; lastName: string }): Promise<number> =>
  sendNew(app, "/api/leads/", name);

/**
 * Creates an estimate without entries; returns its id.
 *
 * @param work by workflow: the number of the last saved step, 0 for none
 */
export function makeEstimate(
  app: AppServer,
  { name, work, leadId }: { name: string; work: Readonly<Record<number, number>>; leadId?: number },
): Promise<number> {
  const copies = Object.entries(work).map(([workflowId, step]) => ({ workflowId: Number(workflowId), step }));
  return create(app, {
    leadId,
    name,
    workflowIds: copies.map(({ workflowId }) => workflowId),
    parts: copies
      .filter(({ step }) => step > 0)
      .map(({ workflowId, step }) => ({
        workflowId,
        workflowEstimateId: 1,
        lastCompleteSectionId: sectionIdOf(workflowId, step),
      })),
  });
}

/** The progress of a workflow with every step done and every optional step added. */
const everyStepDone = (workflowId: number): { lastCompleteSectionId: number; optionalSectionIds: number[] } => {
  const steps = SECTIONS.filter((section) => section.workflowId === workflowId && section.order > 0);
  return {
    lastCompleteSectionId: steps.at(-1)?.id ?? 0,
    optionalSectionIds: steps.filter(({ optional }) => optional).map(({ id }) => id),
  };
};

/** Creates an estimate without entries in workflows whose steps are all open; returns its id. */
export const makeOpenEstimate = (
  app: AppServer,
  { name, workflowIds }: { name: string; workflowIds: readonly number[] },
): Promise<number> =>
  create(app, {
    name,
    workflowIds: [...workflowIds],
    parts: workflowIds.map((workflowId) => ({ workflowId, workflowEstimateId: 1, ...everyStepDone(workflowId) })),
  });

const book = indexPriceBook(starterPriceBook);

/** Ids of the lines of one house end before those of the next begin. */
const IDS_OF_A_HOUSE = 10_000;

interface WorkflowLines {
  readonly workflowId: WorkflowId;
  readonly items: readonly EstimateItem[];
}

/**
 * A workflow's lines as a part of a new estimate.
 *
 * @param index of the house, whose ids are shifted to be unique
 * @param compared names of the packages in the comparison; the chosen one by default
 */
function partOf(
  { workflowId, items }: WorkflowLines,
  { index = 0, compared }: { index?: number; compared?: readonly string[] | undefined } = {},
): Record<string, unknown> {
  const shift = (id: number): number => id - index * IDS_OF_A_HOUSE;
  const choice = fieldByKey(workflowId, packageFields(workflowId)?.choice ?? "");
  const packages =
    choice && compared
      ? compared.map((wanted) => book.entryOf(choice).entry.options.find(({ value }) => value === wanted)?.id)
      : items.filter(({ fieldId }) => fieldId === choice?.id).map(({ fieldOptionId }) => fieldOptionId);
  return {
    workflowId,
    workflowEstimateId: 1,
    fieldIds: FIELDS.filter((field) => field.workflowId === workflowId && field.parentId === null).map(({ id }) => id),
    comparisons: packages.map((fieldOptionId) => ({ fieldOptionId, items: [] })),
    items: items.map((item) => ({
      ...item,
      id: shift(item.id),
      parentItemId: item.parentItemId === null ? null : shift(item.parentItemId),
    })),
  };
}

/**
 * Creates an estimate of sample houses with everything entered; returns its id.
 *
 * @param compared names of packages by workflow in the comparison; the chosen one by default
 * @param decided discount and margin of every workflow, as fractions
 * @param isDone whether every step is saved and every optional step added; otherwise none
 */
export function makeHouses(
  app: AppServer,
  {
    name,
    files,
    compared = {},
    decided = {},
    isDone = false,
  }: {
    name: string;
    files: readonly string[];
    compared?: Readonly<Record<number, readonly string[]>>;
    decided?: { discountPercent?: number; marginPercent?: number };
    isDone?: boolean;
  },
): Promise<number> {
  const workflows = files.flatMap((file, index) => {
    const { workflow, values } = readHouse(file);
    const priced = priceFile({ workflow, values }, book).priced?.workflows ?? [];
    return priced.map((lines) => ({ ...lines, index }));
  });
  return create(app, {
    name,
    workflowIds: workflows.map(({ workflowId }) => workflowId),
    parts: workflows.map(({ index, ...lines }) => ({
      ...partOf(lines, { index, compared: compared[lines.workflowId] }),
      ...decided,
      ...(isDone && everyStepDone(lines.workflowId)),
    })),
  });
}

/** Creates an estimate with some lines of one workflow, all its steps saved and every optional one added; returns its id. */
export function makeFinished(app: AppServer, { name, ...lines }: WorkflowLines & { name: string }): Promise<number> {
  const part = { ...partOf(lines), ...everyStepDone(lines.workflowId) };
  return create(app, { name, workflowIds: [lines.workflowId], parts: [part] });
}

/** A page of an estimate on a separate device, signed in. */
export async function visitEstimate(
  journey: Journey,
  { id, below = "", ...options }: BrowserContextOptions & { device?: Device; id: number; below?: string },
): Promise<Page> {
  const page = await journey.openPage(options);
  await signInPastThePage(page);
  await openEstimate(page, id, below);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

interface EstimateVisit {
  readonly id: number;
  readonly below?: string;
}

/** As `visitEstimate`, for tests that can go on with the device of the one before: each has a separate estimate, or only reads. */
export function shareEstimateVisits(journey: Journey): (visit: EstimateVisit) => Promise<Page> {
  const findPage = journey.shareDevice(async () => {
    const page = await journey.openPage();
    await signInPastThePage(page);
    return page;
  });
  return async ({ id, below = "" }) => {
    const page = await findPage();
    await openEstimate(page, id, below);
    await page.getByRole("heading", { level: 1 }).waitFor();
    return page;
  };
}
