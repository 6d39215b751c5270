import type { Browser, Tab } from "./browser.ts";
import { personAt, type Person } from "./person.ts";

/** The effort of a walk, as a person in the driveway would count it. */
export interface Count {
  /** Taps; drawing a signature is one, and choosing from a list is two: opening it and picking. */
  presses: number;
  /** A character is one; so is Tab or Enter. */
  keys: number;
}

/** A person whose every tap and key event is counted. */
export function countedPerson({ tab }: Pick<Browser, "tab">): { person: Person; count: Count } {
  const count: Count = { presses: 0, keys: 0 };
  const counted: Tab = {
    ...tab,
    press: async (at) => {
      count.presses += 1;
      await tab.press(at);
    },
    drag: async (path) => {
      count.presses += 1;
      await tab.drag(path);
    },
    type: async (text) => {
      count.keys += Array.from(text).length;
      await tab.type(text);
    },
    pressKey: async (key) => {
      count.keys += 1;
      await tab.pressKey(key);
    },
  };
  const person = personAt(counted);
  return {
    count,
    person: {
      ...person,
      choose: async (...choice) => {
        count.presses += 2;
        await person.choose(...choice);
      },
    },
  };
}
