import { createHash } from "node:crypto";
import { errors, type Locator, type Page } from "playwright-core";
import { fillInLogin } from "../support/account.ts";
import { countStored, readStore } from "../support/device.ts";
import { savePdf, signDocument } from "../support/documents.ts";
import { createEstimate, saveStep, shownEstimateId } from "../support/estimates.ts";
import { eventually } from "../support/journey.ts";
import { saveLead, shownLeadId } from "../support/leads.ts";
import { LEAD_LABELS, type Journal, type KnownEstimate, type KnownLead, type LeadLabel } from "./journal.ts";
import type { DayStep, EditKind } from "./plan-day.ts";

type Edit = Extract<DayStep, { kind: "edit" }>;

export const LAST_NAME = "Fieldday";
const LENGTH = "Total gutter length";
/** A value of the day is entered once: its number identifies the edit. */
const valueOf = (label: LeadLabel, number: number): string => `${label} ${String(number)}`;

/** The stages of an edit at which the power can fail. */
interface Interruptions {
  /** Everything is typed. */
  typed(page: Page): Promise<void>;
  /** Save was pressed a moment ago. */
  saving(): void;
}

export const UNDISTURBED: Interruptions = { typed: async () => undefined, saving: () => undefined };

/** One edit, from a fresh page to the app's message that it is saved. */
export interface Task {
  readonly what: EditKind;
  readonly title: string;
  run(page: Page, interruptions: Interruptions): Promise<void>;
  /** After a power loss: whether the device has it; then it is in the journal. */
  settle(page: Page): Promise<boolean>;
  /** Waits until the device has stored the typed values, a quarter of a second after the last key. */
  waitUntilKept(page: Page): Promise<void>;
  /** After a power loss then: the typed values are in the form again. */
  expectTyped(page: Page): Promise<void>;
}

/** How long a login is waited for before the person checks again: the line may have failed meanwhile. */
const LOGIN_WITHIN_MS = 5_000;
const SHOWN_WITHIN_MS = 15_000;
const MAX_TRIES = 20;
const LOOK_AGAIN_MS = 1_000;
/** After this many checks of an empty page, the person goes where there is a signal. */
const TRIES_WITHOUT_LINE = 4;
/** And after as many again, opens the list of leads, as a user who misses one would. */
const LIST_EVERY_TRIES = 5;

/**
 * Opens an address in the current tab, and signs in if asked, as often as it takes. A new login starts with an empty device (AUTH-13), so the requested
 * records may have to come from the server first.
 *
 * @param path undefined as long as the device does not know where to go
 */
export async function visit(
  page: Page,
  { path, until, journal }: { path: () => Promise<string | undefined>; until: Locator; journal: Journal },
): Promise<void> {
  const password = page.getByLabel("Password", { exact: true });
  const missing = page.getByText(/does not exist\.|could not be loaded/);
  const list = page.getByRole("heading", { name: "Leads", level: 1 });
  await page.bringToFront();
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    if (tries > TRIES_WITHOUT_LINE) await journal.needLine();
    let address = await path();
    if (address === undefined && tries % LIST_EVERY_TRIES === 0) {
      journal.note("looks in the list");
      address = "/estimator/leads";
    }
    if (address !== undefined) {
      await page.goto(address);
      // Empty after that is a page without its data: right after a login without a line, for example.
      await until
        .or(password)
        .or(missing)
        .or(list)
        .first()
        .waitFor({ timeout: SHOWN_WITHIN_MS })
        .catch(() => undefined);
      if ((await password.count()) > 0) {
        journal.counts.logins += 1;
        journal.note("signs in again");
        await fillInLogin(page);
        await until
          .or(list)
          .first()
          .waitFor({ timeout: LOGIN_WITHIN_MS })
          .catch(() => undefined);
      }
      if ((await until.count()) > 0) return;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
  throw new errors.TimeoutError(
    `${(await path()) ?? "What was looked for"} was not reached in ${String(MAX_TRIES)} tries.`,
  );
}

/** Where a record is on the device: the ids of the day's new records change when they are sent. */
async function findId(
  page: Page,
  { store, field, value }: { store: "leads" | "estimates"; field: string; value: string },
) {
  const found = (await readStore(page, store)).find((record) => record[field] === value);
  return found && Number(found.id);
}

const pathOf =
  (page: Page, { store, field, value, to }: Parameters<typeof findId>[1] & { to: (id: string) => string }) =>
  async (): Promise<string | undefined> => {
    const id = await findId(page, { store, field, value });
    return id === undefined ? undefined : to(String(id));
  };

/** The address of a page that needs no record. */
export const always = (path: string) => (): Promise<string> => Promise.resolve(path);

/** Types over a field's value, key by key. */
async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}

const waitForDraft = async (
  page: Page,
  { store, text }: { store: "drafts" | "estimateDrafts"; text: string },
): Promise<void> => eventually(async () => JSON.stringify(await readStore(page, store))).toContain(text);

const pickFrom = <Value>(values: readonly Value[], which: number): Value => {
  const value = values[Math.floor(which * values.length)];
  if (value === undefined) throw new Error("The day has nothing to change yet.");
  return value;
};

/** What an edit of the plan means by now; `number` makes its values its own. */
export function taskOf({ edit, number, journal }: { edit: Edit; number: number; journal: Journal }): Task {
  switch (edit.what) {
    case "lead":
      return newLead({ number, journal });
    case "lead-change":
      return leadChange({
        lead: pickFrom(journal.leads, edit.which),
        label: pickFrom(LEAD_LABELS, (edit.which * 7) % 1),
        number,
        journal,
      });
    case "estimate":
      return newEstimate({ lead: pickFrom(journal.leads, edit.which), number, journal });
    case "measure":
      return measure({ estimate: pickFrom(journal.estimates, edit.which), length: 100 + number, journal });
  }
}

function newLead({ number, journal }: { number: number; journal: Journal }): Task {
  const customerNumber = `FD-${String(number)}`;
  const street = valueOf("Street", number);
  const heading = (page: Page): Locator => page.getByRole("heading", { name: "New lead", level: 1 });
  const visitForm = (page: Page): Promise<void> =>
    visit(page, { path: always("/estimator/leads/new/edit"), until: heading(page), journal });
  const note = (id: number): void => {
    journal.leads.push({ customerNumber, id, entries: new Map([["Street", street]]) });
    journal.note(`saved: lead ${customerNumber} as ${String(id)}`);
  };
  return {
    what: "lead",
    title: `new lead ${customerNumber}`,
    run: async (page, { typed, saving }) => {
      await visitForm(page);
      await typeInto(page, "Last name", LAST_NAME);
      await typeInto(page, "Customer number", customerNumber);
      await typeInto(page, "Street", street);
      await typed(page);
      saving();
      await saveLead(page);
      await page.waitForURL(/\/estimator\/leads\/-?\d+\/details/);
      note(shownLeadId(page));
    },
    settle: async (page) => {
      const found = (await readStore(page, "leads")).filter((lead) => lead.customerNumber === customerNumber);
      if (found.length > 1)
        throw new Error(`Lead ${customerNumber} stands on the device ${String(found.length)} times.`);
      if (!found[0]) return false;
      note(Number(found[0].id));
      // A saved lead must not be in the form for a new lead again, where it would be saved a second time.
      await visitForm(page);
      const left = await page.getByLabel("Customer number", { exact: true }).inputValue();
      if (left === customerNumber)
        throw new Error(`Lead ${customerNumber} is saved, and its form offers it as a new one again.`);
      return true;
    },
    waitUntilKept: (page) => waitForDraft(page, { store: "drafts", text: street }),
    expectTyped: async (page) => {
      await visitForm(page);
      await eventually(() => page.getByLabel("Street", { exact: true }).inputValue()).toBe(street);
    },
  };
}

function leadChange({
  lead,
  label,
  number,
  journal,
}: {
  lead: KnownLead;
  label: LeadLabel;
  number: number;
  journal: Journal;
}): Task {
  const value = valueOf(label, number);
  const field = (page: Page): Locator => page.getByLabel(label, { exact: true });
  const visitForm = (page: Page): Promise<void> =>
    visit(page, {
      path: pathOf(page, {
        store: "leads",
        field: "customerNumber",
        value: lead.customerNumber,
        to: (id) => `/estimator/leads/${id}/edit`,
      }),
      until: page.getByRole("heading", { name: /^Edit / }),
      journal,
    });
  const note = (): void => {
    lead.entries.set(label, value);
    journal.note(`saved: ${value} of lead ${lead.customerNumber}`);
  };
  return {
    what: "lead-change",
    title: `${label} of lead ${lead.customerNumber}`,
    run: async (page, { typed, saving }) => {
      await visitForm(page);
      await typeInto(page, label, value);
      await typed(page);
      saving();
      await saveLead(page);
      await page.waitForURL(/\/estimator\/leads\/-?\d+\/details/);
      note();
    },
    settle: async (page) => {
      const found = (await readStore(page, "leads")).filter((each) => each.customerNumber === lead.customerNumber);
      const names = { Street: "street", City: "city", Company: "company", Description: "description" } as const;
      if (found[0]?.[names[label]] !== value) return false;
      note();
      return true;
    },
    waitUntilKept: (page) => waitForDraft(page, { store: "drafts", text: value }),
    expectTyped: async (page) => {
      await visitForm(page);
      await eventually(() => field(page).inputValue()).toBe(value);
    },
  };
}

/**
 * A login with an empty device whose line is cut at once leaves it without a price book, which an estimate needs: the page says so,
 * and the person goes where there is a signal.
 */
async function waitForPriceBook(page: Page, journal: Journal): Promise<void> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const isArriving = (await readStore(page, "info")).some(({ key }) => key === "price-book-arriving");
    if (!isArriving && (await countStored(page, "estimate-fields")) > 0) return;
    if (tries > TRIES_WITHOUT_LINE) await journal.needLine();
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
  throw new errors.TimeoutError("The price book did not come.");
}

function newEstimate({ lead, number, journal }: { lead: KnownLead; number: number; journal: Journal }): Task {
  const name = `Fieldday ${String(number)}`;
  const note = (id: number): void => {
    journal.estimates.push({ name, id, leadNumber: lead.customerNumber, length: undefined });
    journal.note(`saved: estimate ${name} as ${String(id)}`);
  };
  return {
    what: "estimate",
    title: `new estimate ${name}`,
    run: async (page, { typed, saving }) => {
      await visit(page, {
        path: pathOf(page, {
          store: "leads",
          field: "customerNumber",
          value: lead.customerNumber,
          to: (id) => `/estimator/leads/${id}/details`,
        }),
        until: page.getByRole("button", { name: "New estimate" }),
        journal,
      });
      await waitForPriceBook(page, journal);
      await typed(page);
      saving();
      await createEstimate(page, { work: ["Gutters"], name, isReached: false });
      note(shownEstimateId(page));
    },
    settle: async (page) => {
      const found = (await readStore(page, "estimates")).filter((estimate) => estimate.name === name);
      if (found.length > 1) throw new Error(`Estimate ${name} stands on the device ${String(found.length)} times.`);
      if (!found[0]) return false;
      note(Number(found[0].id));
      return true;
    },
    // Nothing is typed before the dialog, and a name in it is no unsaved work yet.
    waitUntilKept: async () => undefined,
    expectTyped: async () => undefined,
  };
}

function measure({ estimate, length, journal }: { estimate: KnownEstimate; length: number; journal: Journal }): Task {
  const field = (page: Page): Locator => page.getByLabel(LENGTH, { exact: true });
  const visitStep = (page: Page): Promise<void> =>
    visit(page, {
      path: pathOf(page, {
        store: "estimates",
        field: "name",
        value: estimate.name,
        to: (id) => `/estimator/estimate/${id}/gutters/1`,
      }),
      until: field(page),
      journal,
    });
  const note = (): void => {
    estimate.length = length;
    journal.note(`saved: ${String(length)} feet of ${estimate.name}`);
  };
  return {
    what: "measure",
    title: `${String(length)} feet of ${estimate.name}`,
    run: async (page, { typed, saving }) => {
      await visitStep(page);
      await typeInto(page, LENGTH, String(length));
      await typed(page);
      saving();
      await saveStep(page);
      note();
    },
    settle: async (page) => {
      const found = (await readStore(page, "estimates")).find((each) => each.name === estimate.name);
      const items = (found?.items ?? []) as { quantity: number; parentItemId: number | null }[];
      if (!items.some(({ quantity, parentItemId }) => parentItemId === null && quantity === length)) return false;
      note();
      return true;
    },
    waitUntilKept: (page) => waitForDraft(page, { store: "estimateDrafts", text: String(length) }),
    expectTyped: async (page) => {
      await visitStep(page);
      await eventually(() => field(page).inputValue()).toBe(String(length));
    },
  };
}

export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** From a finished estimate to a signed contract and its PDF on the person's disk. */
export async function signContract(page: Page, { estimateId, journal }: { estimateId: number; journal: Journal }) {
  await visit(page, {
    path: always(`/estimator/estimate/${String(estimateId)}/contract/create`),
    until: page.getByRole("heading", { name: "New contract" }),
    journal,
  });
  journal.note("begins to sign a contract");
  await signDocument(page, "contract");
  journal.note("the contract is finished");
  // Waiting, being sent, or sent: it is saved in any case.
  await page
    .getByText(/^Signed(, and the office has it| and saved on this device, (will be sent|sending))$/)
    .first()
    .waitFor();
  const hash = sha256(await savePdf(page));
  journal.contracts.push({ estimateId, hash });
  journal.note(`saved: a signed contract, ${hash.slice(0, 12)}`);
}
