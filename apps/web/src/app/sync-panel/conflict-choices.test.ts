import { describe, expect, test } from "vitest";
import { choiceOf, createDecision, pairKey } from "./conflict-choices.ts";

const city = (mine: string, theirs: string) => ({ field: "city", former: "Portage", mine, theirs });

describe("[SYNC-68] a choice between two values", () => {
  test("is mine at first, then what was chosen", () => {
    const shown = city("Mattawan", "Kalamazoo");
    expect(choiceOf({}, shown)).toBe("mine");
    expect(choiceOf({ [pairKey(shown)]: "theirs" }, shown)).toBe("theirs");
  });

  test.each([
    ["a value that was pulled since", city("Mattawan", "Paw Paw")],
    ["the next value in line", city("Kalamazoo", "Lawton")],
    ["what was edited here since", city("Lawton", "Kalamazoo")],
    ["another field", { ...city("Mattawan", "Kalamazoo"), field: "street" }],
  ])("is none for %s", (_, next) => {
    expect(choiceOf({ [pairKey(city("Mattawan", "Kalamazoo"))]: "theirs" }, next)).toBe("mine");
  });
});

describe("[SYNC-68] a decision", () => {
  const deferred = () => {
    let resolve = (): void => undefined;
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    return { promise, resolve: () => resolve() };
  };

  test("is made once, however often it is pressed before the pause after it is over", async () => {
    const [sent, rested] = [deferred(), deferred()];
    const states: boolean[] = [];
    let made = 0;
    const decide = createDecision({ onChange: (isDeciding) => states.push(isDeciding), rest: () => rested.promise });
    const work = () => {
      made += 1;
      return sent.promise;
    };
    const first = decide(work);
    await decide(work);
    sent.resolve();
    await sent.promise;
    // The next pair is shown there already, under the same finger.
    await decide(work);
    expect(made).toBe(1);
    expect(states).toEqual([true]);
    rested.resolve();
    await first;
    expect(states).toEqual([true, false]);
    await decide(work);
    expect(made).toBe(2);
  });

  test("that fails can be made again", async () => {
    const states: boolean[] = [];
    const decide = createDecision({ onChange: (isDeciding) => states.push(isDeciding), rest: () => Promise.resolve() });
    await expect(decide(() => Promise.reject(new Error("Full.")))).rejects.toThrow("Full.");
    expect(states).toEqual([true, false]);
  });
});
