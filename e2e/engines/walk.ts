import { fieldByKey } from "@ridgebook/estimating";
import { PASSWORD, SALES } from "../support/account.ts";
import { serverDocuments } from "../support/documents.ts";
import { serverEstimate } from "../support/estimates.ts";
import { UNUSED_RECOMMENDATIONS } from "../support/house-entry.ts";
import { serverLeads } from "../support/leads.ts";
import type { AppServer } from "../support/start-app.ts";
import type { Target } from "./in-page.ts";
import type { Person } from "./person.ts";
import { ROOF, type Entry } from "./roof.ts";

/* The main job, from the login to a signed contract and an offline change. Written once, walked in every engine. */

export interface Walk {
  readonly person: Person;
  readonly app: AppServer;
}

interface WalkStep {
  readonly title: string;
  readonly take: (walk: Walk) => Promise<void>;
}

const LAST_NAME = "Walkwell";
const LEAD = `Nora ${LAST_NAME}`;
/** One of the demo company's. */
const OTHER_LEAD = "Amy Kowalski";
/** Of today, or of tomorrow on a Sunday: other leads of the demo have different names and days on each weekday. */
const FIRST_FAMILY = "Whitfield";
const ESTIMATE = "Roof of the walk";

const AGE_OF_ROOF = fieldByKey(1, "ageOfRoof")?.id;

const question: Target = { role: "alertdialog" };

async function enter(person: Person, [name, value]: Entry): Promise<void> {
  if (value === undefined) return person.press({ role: "button", name });
  if (typeof value === "boolean") return person.check(name, value);
  const { tag } = await person.see({ role: "field", name });
  return tag === "SELECT" ? person.choose(name, value) : person.enter(name, value);
}

/** Presses "Save & next" and answers a question about recommendations; ends on the next step, or on the estimate's page. */
async function saveAndNext(person: Person, next: RegExp): Promise<void> {
  await person.press({ role: "button", matches: "^Save & (next|finish)$" });
  await person.waitFor(String(next), async () => {
    if (await person.isThere({ ...question, contains: UNUSED_RECOMMENDATIONS }))
      await person.press({ role: "button", name: "Continue", within: question });
    return person.tab.evaluate((pattern) => new RegExp(pattern).test(location.pathname), next.source);
  });
}

async function openStep(person: Person, step: number): Promise<void> {
  await person.press({ role: "link", matches: "^(Start|Continue|Open steps) of Roofing, " });
  await person.arriveAt(/\/roofing\/\d+$/);
  await goToStep(person, step);
}

/** By the list at the side, from another step. */
async function goToStep(person: Person, step: number): Promise<void> {
  const shown = new RegExp(`/roofing/${step}$`);
  if (!shown.test(await person.arriveAt(/./)))
    await person.press({ role: "link", matches: `^${step} `, within: { role: "navigation", matches: "^Steps of " } });
  await person.arriveAt(shown);
}

export const signIn: WalkStep = {
  title: "sign in",
  take: async ({ person, app }) => {
    await person.tab.open(`${app.url}/account/login`);
    await person.enter("E-mail", SALES);
    await person.enter("Password", PASSWORD);
    await person.press({ role: "button", name: "Log in" });
    await person.arriveAt(/^\/estimator\/leads/);
    await person.see({ role: "link", contains: FIRST_FAMILY });
  },
};

const toTheHomeowner: readonly WalkStep[] = [
  signIn,
  {
    title: "search",
    take: async ({ person }) => {
      await person.enter("Search leads", "kowalski");
      await person.waitFor("only what was searched", async () => {
        const rows = await person.see({ role: "link", contains: "Kowalski" });
        return rows.count > 0 && !(await person.isThere({ role: "link", contains: FIRST_FAMILY }));
      });
      await person.press({ role: "link", name: OTHER_LEAD });
      await person.see({ role: "heading", name: OTHER_LEAD });
      await person.press({ role: "link", name: "Leads" });
      await person.arriveAt(/^\/estimator\/leads(\?|$)/);
    },
  },
  {
    title: "new lead",
    take: async ({ person }) => {
      await person.press({ role: "link", name: "New lead" });
      await person.see({ role: "heading", name: "New lead" });
      await person.enter("First name", "Nora");
      await person.enter("Last name", LAST_NAME);
      await person.enter("Street", "12 Elm St");
      await person.press({ role: "button", name: "Save" });
      await person.arriveAt(/\/leads\/-?\d+\/details/);
      await person.see({ role: "heading", name: LEAD });
    },
  },
  {
    title: "estimate",
    take: async ({ person }) => {
      const dialog: Target = { role: "dialog", name: "New estimate" };
      await person.press({ role: "button", name: "New estimate" });
      await person.see(dialog);
      await person.check("Roofing", true, dialog);
      await person.enter("Name", ESTIMATE, dialog);
      await person.press({ role: "button", name: "Create estimate" });
      await person.arriveAt(/\/estimator\/estimate\/-?\d+$/);
      await person.seeText("Estimate total");
    },
  },
  {
    title: "all steps of a roof and its package",
    take: async ({ person }) => {
      await openStep(person, 1);
      await person.see({ role: "field", name: "Area of work" });
      await person.press({ role: "button", name: "Add Exterior lighting & gutters" });
      await person.see({ role: "button", name: "Remove Exterior lighting & gutters" });
      for (const [index, { title, entries }] of ROOF.entries()) {
        await person.see({ role: "heading", name: title });
        for (const entry of entries) await enter(person, entry);
        const isLast = index + 1 === ROOF.length;
        await saveAndNext(person, isLast ? /\/estimate\/-?\d+$/ : new RegExp(`/roofing/(?!${index + 1}$)\\d+$`));
        // Saving skips steps without a hint; here every step is entered.
        if (!isLast) await goToStep(person, index + 2);
      }
      await person.seeText("Estimate total");
    },
  },
  {
    title: "homeowner's view",
    take: async ({ person }) => {
      // It comes when all steps are counted, and moves the link beside it.
      await person.see({ role: "link", name: "Create contract" });
      await person.press({ role: "link", name: "Show homeowner" });
      await person.see({ role: "heading", name: "Your estimate" });
      await person.seeText("Better: architectural");
      await person.press({ role: "button", name: "Done" });
      await person.press({ role: "button", name: "Leave this view" });
      await person.seeText("Estimate total");
    },
  },
];

const toThePaper: readonly WalkStep[] = [
  {
    title: "contract",
    take: async ({ person }) => {
      await person.press({ role: "button", name: "New document" });
      await person.press({ role: "link", name: "Contract", within: { role: "dialog", name: "New document" } });
      await person.see({ role: "heading", name: "New contract" });
      await person.enter("Working days", "5");
      await person.press({ role: "button", name: "Review & sign" });
      await person.see({ role: "heading", name: "Review & sign contract" });
    },
  },
  {
    title: "two signatures",
    take: async ({ person }) => {
      for (const signed of ["1 of 2 signed", "2 of 2 signed"]) {
        const { x, y } = await person.reach({ role: "pad" });
        await person.tab.drag(
          Array.from({ length: 30 }, (_, step) => ({ x: x - 90 + step * 6, y: y + Math.sin(step / 2) * 25 })),
        );
        await person.press({ role: "button", matches: "^I agree, sign as " });
        await person.seeText(signed);
      }
    },
  },
  {
    title: "finish",
    take: async ({ person }) => {
      await person.press({ role: "button", name: "Finish contract" });
      await person.arriveAt(/[?&]made=-?\d+/);
      await person.seeText("Signed, and the office has it");
    },
  },
  {
    // A print dialog is the browser's, and a download is not visible: check only that they are offered, and not covered.
    title: "print",
    take: async ({ person }) => {
      await person.reach({ role: "button", name: "View & print" });
      await person.reach({ role: "button", name: "Save PDF" });
      await person.press({ role: "link", name: "Back to the estimate" });
      await person.seeText("Estimate total");
    },
  },
];

const withoutServer: readonly WalkStep[] = [
  {
    title: "offline: lead and step edited, reload",
    take: async ({ person, app }) => {
      await person.waitFor("a worker that serves the app", () =>
        person.tab.evaluate(async () => (await navigator.serviceWorker.ready).active?.state === "activated"),
      );
      await person.waitFor("a page that the worker controls", () =>
        person.tab.evaluate(() => navigator.serviceWorker.controller !== null),
      );
      await app.stop();
      await openStep(person, 1);
      await person.enter("Age of roof in years", "23");
      await saveAndNext(person, /\/roofing\/2$/);
      await person.tab.reload();
      await person.see({ role: "heading", name: "Details" });
      await person.press({ role: "link", name: "1 Questionnaire, complete" });
      await person.waitFor("the age that was entered without a server", async () => {
        const { text } = await person.see({ role: "field", name: "Age of roof in years" });
        return text === "23";
      });

      await person.press({ role: "link", name: "Back" });
      await person.press({ role: "link", name: LEAD });
      await person.press({ role: "link", name: "Edit" });
      await person.see({ role: "heading", name: `Edit ${LEAD}` });
      await person.enter("City", "Portage");
      await person.press({ role: "button", name: "Save" });
      await person.arriveAt(/\/leads\/\d+\/details/);
      await person.tab.reload();
      await person.seeText("12 Elm St, Portage");
      await person.see({ role: "button", name: "2 waiting" });
    },
  },
  {
    title: "server back: everything is there once",
    take: async ({ person, app }) => {
      await app.start();
      await person.press({ role: "button", name: "2 waiting" });
      await person.press({ role: "button", name: "Send now" });
      await person.seeText("Everything is sent");
      const leads = await serverLeads(app, LAST_NAME);
      const cities = leads.map(({ city }) => city).join();
      if (cities !== "Portage") throw new Error(`The server has leads in "${cities}".`);
      const estimates = await app.query<{ id: number }>("select id::int as id from estimate where name = $1", [
        ESTIMATE,
      ]);
      const [{ id } = { id: 0 }, ...doubles] = estimates;
      if (doubles.length > 0) throw new Error(`The server has ${estimates.length} estimates.`);
      const { items } = await serverEstimate(app, id);
      const ages = items.filter(({ fieldId, quantity }) => fieldId === AGE_OF_ROOF && quantity === 23);
      if (ages.length !== 1) throw new Error(`The server has the age of the roof ${ages.length} times.`);
      const documents = await serverDocuments(app, id);
      if (documents.length !== 1) throw new Error(`The server has ${documents.length} documents.`);
    },
  },
];

/** The walk of the gate. */
export const FIRST_HALF = toTheHomeowner;
export const WHOLE_WALK = [...toTheHomeowner, ...toThePaper, ...withoutServer];

/** Takes steps one after another; `tell` gets the seconds of each. */
export async function takeSteps(
  walk: Walk,
  steps: readonly WalkStep[],
  tell: (title: string, seconds: number) => void = () => undefined,
): Promise<void> {
  for (const { title, take } of steps) {
    const start = performance.now();
    try {
      await take(walk);
    } catch (error) {
      throw new Error(`At "${title}": ${String(error)}`, { cause: error });
    }
    tell(title, (performance.now() - start) / 1000);
  }
}
