import { errors, type Page } from "playwright-core";
import { signIn } from "../support/account.ts";
import { countStored, readStore, waitUntilOfflineReady } from "../support/device.ts";
import { waitUntilFilesKept } from "../support/documents.ts";
import { findFreePort } from "../../scripts/find-free-port.mjs";
import { syncChip } from "../support/sync-panel.ts";
import { compareAtTheEnd } from "./compare-at-the-end.ts";
import { openJournal, type Journal } from "./journal.ts";
import { openOffice, type Office } from "./office.ts";
import { always, LAST_NAME, signContract, taskOf, UNDISTURBED, visit, type Task } from "./person.ts";
import { planDay, type DayOptions, type DayStep } from "./plan-day.ts";
import { openTablet, type Tablet } from "./tablet.ts";
import { openUnreliableLine, type UnreliableLine } from "./unreliable-line.ts";

/** The demo company's complete estimate, for which contracts are signed. */
const FINISHED_ESTIMATE = "Roof, windows and gutters";
const DEMO_LEADS = 40;
/** Leads of the demo company that the day changes too: the server knew them before. */
const KNOWN_LEADS = 3;
const SENT_WITHIN_MS = 180_000;
const ASK_EVERY_MS = 100;

export interface DayReport {
  readonly journal: Journal;
  /** Missing, doubled or different records, with their places; empty on success. */
  readonly losses: readonly string[];
  /** Errors that pages reported. */
  readonly errors: readonly string[];
  readonly minutes: number;
}

interface Day {
  readonly office: Office;
  readonly line: UnreliableLine;
  readonly tablet: Tablet;
  readonly journal: Journal;
}

/** Runs a planned day, then compares the server and the device with what was shown as saved. */
export async function runFieldDay(options: DayOptions, tell?: (line: string) => void): Promise<DayReport> {
  const began = performance.now();
  const steps = planDay(options);
  const journal = openJournal(tell);
  const closing: (() => Promise<void>)[] = [];
  try {
    const port = await findFreePort();
    const publicUrl = `http://127.0.0.1:${String(port)}`;
    const office = await openOffice({ publicUrl });
    closing.push(() => office.close());
    const line = await openUnreliableLine({ port, serverPort: office.port });
    closing.push(() => line.close());
    const tablet = await openTablet({ baseURL: publicUrl });
    closing.push(() => tablet.close());
    const day: Day = { office, line, tablet, journal };
    journal.needLine = async () => {
      journal.note("goes where there is a signal");
      await line.restore();
      await tablet.setOffline(false);
    };

    const estimateId = await beginDay(day);
    await liveThrough(day, { steps, estimateId });
    const losses = await endDay(day);
    return { journal, losses, errors: tablet.errors, minutes: (performance.now() - began) / 60_000 };
  } catch (error) {
    throw new Error(`The day broke off.\n${journal.lines.slice(-25).join("\n")}`, { cause: error });
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

/** Signs in and prepares the device; returns the finished estimate's id. */
async function beginDay({ tablet, journal }: Day): Promise<number> {
  const page = tablet.tab(0);
  await signIn(page);
  await waitUntilOfflineReady(page, { leadCount: DEMO_LEADS });
  await waitUntilFilesKept(page);
  const leads = (await readStore(page, "leads")).filter(({ customerNumber }) => customerNumber !== "");
  for (const { id, customerNumber } of leads.slice(0, KNOWN_LEADS))
    journal.leads.push({ customerNumber: String(customerNumber), id: Number(id), entries: new Map() });
  const estimate = (await readStore(page, "estimates")).find(({ name }) => name === FINISHED_ESTIMATE);
  if (!estimate) throw new Error(`There is no estimate ${FINISHED_ESTIMATE}.`);
  journal.note("the day begins");
  return Number(estimate.id);
}

async function liveThrough(
  day: Day,
  { steps, estimateId }: { steps: readonly DayStep[]; estimateId: number },
): Promise<void> {
  const { journal } = day;
  let editNumber = 0;
  /** What happens to the line while the salesperson works. */
  let lineChange: Promise<void> = Promise.resolve();
  for (const step of steps) {
    switch (step.kind) {
      case "lose":
      case "regain":
        await lineChange;
        lineChange = changeLine(day, step);
        // Awaited before the next one; a failure until then belongs to that place.
        lineChange.catch(() => undefined);
        // Without a pause only where planned.
        if (step.after === 0) await lineChange;
        break;
      case "edit":
        editNumber += 1;
        await makeEdit(day, { step, number: editNumber });
        break;
      case "sign":
        await signContract(day.tablet.tab(0), { estimateId, journal });
        journal.counts.signatures += 1;
        if (step.isKilledAfter) await losePower(day);
        break;
      case "restart":
        await lineChange;
        await restartServer(day, step);
        break;
    }
  }
  await lineChange;
}

async function changeLine(
  { line, tablet, journal }: Day,
  step: Extract<DayStep, { kind: "lose" | "regain" }>,
): Promise<void> {
  await pause(step.after);
  if (step.kind === "lose") {
    journal.note(`the line ${step.how}${step.isTold ? ", and the browser says so" : ""}`);
    await line.fail(step.how);
    if (step.isTold) await tablet.setOffline(true);
    journal.counts.flips += 1;
    if (step.isTold) journal.counts["flips told by the browser"] += 1;
  } else {
    journal.note("the line is back");
    await line.restore();
    await tablet.setOffline(false);
  }
}

async function restartServer({ office, journal }: Day, { after }: { after: number }): Promise<void> {
  await pause(after);
  journal.note("the server and its database are killed");
  await office.kill();
  await office.start();
  journal.note("the server is back");
  journal.counts["server restarts"] += 1;
}

async function losePower({ tablet, journal }: Day): Promise<void> {
  journal.note("the browser is killed");
  await tablet.kill();
  journal.counts.kills += 1;
  await tablet.open();
}

async function makeEdit(
  day: Day,
  { step, number }: { step: Extract<DayStep, { kind: "edit" }>; number: number },
): Promise<void> {
  const { journal } = day;
  const task = taskOf({ edit: step, number, journal });
  journal.note(`begins: ${task.title}${step.tab === 1 ? ", in the second tab" : ""}`);
  journal.counts.edits += 1;
  if (step.tab === 1) journal.counts["edits in the second tab"] += 1;
  const { killed } = step;
  if (killed?.kind === "typing") await makeTypedEdit(day, { task, tab: step.tab });
  else if (killed?.kind === "saving") await makeSavedEdit(day, { task, tab: step.tab, after: killed.after });
  else {
    await runOrReload(day, { task, tab: step.tab });
    if (killed) await losePower(day);
  }
}

/** A person who sees nothing for too long reloads the page and checks what is saved: no loss, but reported at the end. */
async function runOrReload(day: Day, { task, tab }: { task: Task; tab: 0 | 1 }): Promise<void> {
  const { tablet, journal } = day;
  const page = tablet.tab(tab);
  try {
    await task.run(page, UNDISTURBED);
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
    await noteStuckPage(page, { title: task.title, error, journal });
    await openLeads(page, journal);
    if (!(await task.settle(page))) await task.run(page, UNDISTURBED);
  }
}

async function noteStuckPage(
  page: Page,
  { title, error, journal }: { title: string; error: Error; journal: Journal },
): Promise<void> {
  const shown = await page.locator("body").innerText();
  journal.stuck.push(
    `${title}: ${page.url()} shows "${shown.replaceAll(/\s+/g, " ").slice(0, 600)}": ${error.message}`,
  );
  journal.note(`STUCK: ${journal.stuck.at(-1) ?? ""}`);
}

class PowerLost extends Error {}

/** The power fails when everything is typed and stored, but not saved. */
async function makeTypedEdit(day: Day, { task, tab }: { task: Task; tab: 0 | 1 }): Promise<void> {
  const { tablet, journal } = day;
  try {
    await task.run(tablet.tab(tab), {
      ...UNDISTURBED,
      typed: async (page) => {
        await task.waitUntilKept(page);
        await losePower(day);
        throw new PowerLost();
      },
    });
  } catch (error) {
    if (!(error instanceof PowerLost)) throw error;
  }
  journal.counts["kills with typed input"] += 1;
  journal.note("looks for what was typed");
  await task.expectTyped(tablet.tab(tab));
  await runOrReload(day, { task, tab });
}

/** The power fails soon after Save was pressed, in any state of the app. */
async function makeSavedEdit(day: Day, { task, tab, after }: { task: Task; tab: 0 | 1; after: number }): Promise<void> {
  const { tablet, journal } = day;
  let losing: Promise<void> | undefined;
  let isSaved = true;
  try {
    await task.run(tablet.tab(tab), {
      ...UNDISTURBED,
      saving: () => {
        losing = pause(after).then(() => losePower(day));
        losing.catch(() => undefined);
      },
    });
  } catch (error) {
    if (!losing) throw error;
    isSaved = false;
  }
  await losing;
  journal.counts["kills while saving"] += 1;
  if (isSaved) return;
  const page = tablet.tab(tab);
  await openLeads(page, journal);
  if (await task.settle(page)) journal.counts["saves that were through when the power went"] += 1;
  else await task.run(page, UNDISTURBED);
}

const openLeads = (page: Page, journal: Journal): Promise<void> =>
  visit(page, {
    path: always("/estimator/leads"),
    until: page.getByRole("heading", { name: "Leads", level: 1 }),
    journal,
  });

/** As a person does who sees unsent changes. They may be sent automatically between two checks. */
async function pressSendNow(page: Page): Promise<void> {
  const chip = syncChip(page).filter({ hasText: "waiting" });
  const opened = await chip.click({ timeout: 2_000 }).then(
    () => true,
    () => false,
  );
  if (!opened) return;
  const panel = page.getByRole("dialog");
  await panel
    .getByRole("button", { name: "Send now" })
    .click({ timeout: 5_000 })
    .catch(() => undefined);
  await panel.getByRole("button", { name: "Close" }).click();
}

/** The line stays up. Waits until everything is sent, and compares. */
async function endDay({ office, line, tablet, journal }: Day): Promise<string[]> {
  await office.start();
  await line.restore();
  await tablet.setOffline(false);
  const page = tablet.tab(0);
  await openLeads(page, journal);
  const giveUpAt = performance.now() + SENT_WITHIN_MS;
  while ((await countStored(page, "local-changes")) > 0) {
    if (performance.now() > giveUpAt) break;
    await pressSendNow(page);
    await pause(ASK_EVERY_MS);
  }
  // The server's changes are on the device too.
  await openLeads(page, journal);
  journal.note("the day ends");
  return compareAtTheEnd({ office, page, journal, lastName: LAST_NAME });
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
