import type { Key, Point, Size, Tab } from "./browser.ts";

/** The commands of W3C WebDriver that the walk uses; WebKitWebDriver receives them over HTTP, Firefox over Marionette. */
export type Command =
  | "Navigate"
  | "Refresh"
  | "Back"
  | "ExecuteAsyncScript"
  | "PerformActions"
  | "TakeScreenshot"
  | "SetWindowRect"
  | "FindElement"
  | "ElementSendKeys";

type SendCommand = (command: Command, parameters: Readonly<Record<string, unknown>>) => Promise<unknown>;

const KEY_CODES: Readonly<Record<Key, string>> = {
  Backspace: "\uE003",
  Tab: "\uE004",
  Enter: "\uE007",
  Escape: "\uE00C",
  ArrowDown: "\uE015",
};

const RESIZES_WITHIN_MS = 20_000;

/** Runs in the page: waits until the viewport has a size. Returns the last size if it never does. */
async function waitForSize(wanted: Size, withinMs: number): Promise<Size> {
  const giveUpAt = performance.now() + withinMs;
  const isWanted = (): boolean => innerWidth === wanted.width && innerHeight === wanted.height;
  while (!isWanted() && performance.now() < giveUpAt) await new Promise((resolve) => setTimeout(resolve, 10));
  return { width: innerWidth, height: innerHeight };
}

/** The one member of an element's reference; the number is the standard's. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** The page's script calls back with one of these: a thrown error would lose its stack on the way. */
type Outcome<Result> = { readonly value: Result } | { readonly error: string };

const CALL_BACK = `
  const done = arguments[arguments.length - 1];
  const args = Array.prototype.slice.call(arguments, 0, -1);
  new Promise((resolve) => resolve(script(...args))).then(
    (value) => done({ value: value === undefined ? null : value }),
    (error) => done({ error: String(error && error.message) + "\\n" + String(error && error.stack) }),
  );`;

/** @param pointer the kind of pointer: WebKitGTK takes a finger for a mouse, so only Firefox gets one */
export function webDriverTab(send: SendCommand, { pointer }: { pointer: "mouse" | "touch" }): Tab {
  const act = (input: Readonly<Record<string, unknown>>): Promise<unknown> =>
    send("PerformActions", { actions: [input] });
  const point = ({ x, y }: Point, duration = 0): Readonly<Record<string, unknown>> => ({
    type: "pointerMove",
    duration,
    x: Math.round(x),
    y: Math.round(y),
  });
  const drag = async ([start, ...path]: readonly Point[]): Promise<void> => {
    if (!start) throw new Error("A drag needs a point to start at.");
    await act({
      type: "pointer",
      id: pointer,
      parameters: { pointerType: pointer },
      actions: [
        point(start),
        { type: "pointerDown", button: 0 },
        // Moves without a duration may be merged into one.
        ...path.map((next) => point(next, 5)),
        { type: "pointerUp", button: 0 },
      ],
    });
  };
  const pressKeys = async (keys: readonly string[]): Promise<void> => {
    await act({
      type: "key",
      id: "keyboard",
      actions: keys.flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]),
    });
  };
  const evaluate: Tab["evaluate"] = async <Arguments extends readonly unknown[], Result>(
    script: (...args: Arguments) => Result | Promise<Result>,
    ...args: Arguments
  ): Promise<Result> => {
    const outcome = (await send("ExecuteAsyncScript", {
      script: `const script = ${String(script)};${CALL_BACK}`,
      args,
    })) as Outcome<Result>;
    if ("error" in outcome) throw new Error(`The script failed in the page: ${outcome.error}`);
    return outcome.value;
  };
  return {
    open: async (url) => {
      await send("Navigate", { url });
    },
    reload: async () => {
      await send("Refresh", {});
    },
    back: async () => {
      await send("Back", {});
    },
    evaluate,
    press: (at) => drag([at]),
    drag,
    type: (text) => pressKeys(Array.from(text)),
    pressKey: (key) => pressKeys([KEY_CODES[key]]),
    chooseFiles: async (name, files) => {
      const value = `input[type=file][aria-label=${JSON.stringify(name)}]`;
      const element = (await send("FindElement", { using: "css selector", value })) as { [ELEMENT]: string };
      await send("ElementSendKeys", { id: element[ELEMENT], text: files.join("\n") });
    },
    screenshot: async () => Buffer.from(String(await send("TakeScreenshot", {})), "base64"),
    resize: async (size) => {
      // The command sizes the window with its bars.
      const bars = await evaluate((): Size => ({ width: outerWidth - innerWidth, height: outerHeight - innerHeight }));
      await send("SetWindowRect", { width: size.width + bars.width, height: size.height + bars.height });
      // The command ends before the page has its new size.
      const last = await evaluate(waitForSize, size, RESIZES_WITHIN_MS);
      if (last.width !== size.width || last.height !== size.height)
        throw new Error(`The viewport is ${last.width} x ${last.height}, not ${size.width} x ${size.height}.`);
    },
  };
}
