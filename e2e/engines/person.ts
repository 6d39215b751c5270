import { PATIENCE_MS } from "@ridgebook/testing/patience";
import type { Point, Tab } from "./browser.ts";
import { lookInPage, type Found, type Target } from "./in-page.ts";

const LOOK_EVERY_MS = 30;

/** Works with a page as a person does: finds by name, presses where it is drawn, waits for what is visible. */
export interface Person {
  readonly tab: Tab;
  /** Polls until the answer is not undefined, null, false or an error. */
  waitFor<Answer>(what: string, ask: () => Promise<Answer | undefined | null | false>): Promise<Answer>;
  /** Waits until a text is on the page. */
  seeText(text: string): Promise<void>;
  /** Waits until it exists, covered or not. */
  see(target: Target): Promise<Found>;
  isThere(target: Target): Promise<boolean>;
  /** Waits until it can be pressed; fails with what covers it. */
  reach(target: Target): Promise<Point>;
  press(target: Target): Promise<void>;
  /** Presses a field and types over its value. A number field must select its content itself, as for a finger. */
  enter(name: string, text: string, within?: Target): Promise<void>;
  /** Chooses from a list, which the browser draws outside of the page, so that it cannot be pressed. */
  choose(name: string, option: string, within?: Target): Promise<void>;
  /** Presses a checkbox unless it is as wanted. */
  check(name: string, wanted: boolean, within?: Target): Promise<void>;
  /** Gives a file to the input of a name as soon as it is there. */
  chooseFile(name: string, file: string): Promise<void>;
  /** Waits for an address and returns it. */
  arriveAt(pattern: RegExp): Promise<string>;
}

/** `button "Save" in dialog "New estimate"` */
function describe({ role, name, matches, contains, within }: Target): string {
  const words = name ?? matches ?? contains;
  return [words === undefined ? role : `${role} "${words}"`, ...(within ? [describe(within)] : [])].join(" in ");
}

export function personAt(tab: Tab): Person {
  const waitFor: Person["waitFor"] = async (what, ask) => {
    const giveUpAt = performance.now() + PATIENCE_MS;
    for (;;) {
      let failure = "";
      // A script may run in a page that is just closing.
      const answer = await ask().catch((error: unknown) => {
        failure = String(error);
        return undefined;
      });
      if (answer !== undefined && answer !== null && answer !== false) return answer;
      if (performance.now() > giveUpAt)
        throw new Error(`${what}: waited in vain at ${await tab.evaluate(() => location.href)}. ${failure}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  };
  const look = (target: Target): Promise<Found> => tab.evaluate(lookInPage, { find: target });
  const lookToPress = (target: Target): Promise<Found> => tab.evaluate(lookInPage, { find: target, press: true });
  const see: Person["see"] = (target) =>
    waitFor(describe(target), async () => {
      const found = await look(target);
      return found.count > 0 && found;
    });
  const reach: Person["reach"] = (target) =>
    waitFor(describe(target), async () => {
      const { at, problem } = await lookToPress(target);
      if (at) return at;
      throw new Error(`It is ${problem ?? "gone"}.`);
    });
  const press: Person["press"] = async (target) => tab.press(await reach(target));
  const field = (name: string, within?: Target): Target => ({ role: "field", name, ...(within && { within }) });

  return {
    tab,
    waitFor,
    see,
    reach,
    press,
    isThere: async (target) => (await look(target)).count > 0,
    seeText: async (text) => {
      await waitFor(`"${text}"`, () =>
        tab.evaluate((wanted) => document.body.innerText.replaceAll(/\s+/g, " ").includes(wanted), text),
      );
    },
    enter: async (name, text, within) => {
      await press(field(name, within));
      const isNumber = await tab.evaluate(() => {
        const { activeElement } = document;
        if (!(activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement)) return false;
        if (["decimal", "numeric"].includes(activeElement.inputMode)) return true;
        activeElement.select();
        return false;
      });
      await tab.type(text);
      if (isNumber)
        await waitFor(`"${name}" with ${text} and nothing of what was in it`, async () => {
          const shown = await see(field(name, within));
          return shown.text.replaceAll(",", "") === text.replaceAll(",", "");
        });
    },
    choose: async (name, option, within) => {
      await waitFor(`"${option}" of "${name}"`, async () => {
        const { isChosen, problem } = await tab.evaluate(lookInPage, { find: field(name, within), choose: option });
        if (problem !== null) throw new Error(`It is ${problem}.`);
        return isChosen;
      });
    },
    check: async (name, wanted, within) => {
      const box: Target = { role: "checkbox", name, ...(within && { within }) };
      const isChecked = async (): Promise<boolean> => (await see(box)).isChecked;
      if ((await isChecked()) === wanted) return;
      await press(box);
      await waitFor(`"${name}" ${wanted ? "on" : "off"}`, async () => (await isChecked()) === wanted);
    },
    chooseFile: async (name, file) => {
      await waitFor(`a choice of "${name}"`, () => tab.chooseFiles(name, [file]).then(() => true));
    },
    arriveAt: (pattern) =>
      waitFor(String(pattern), async () => {
        const address = await tab.evaluate(() => location.pathname + location.search);
        return pattern.test(address) && address;
      }),
  };
}
