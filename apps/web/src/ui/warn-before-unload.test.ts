import { expect, test } from "vitest";
import { reloadUnasked, warnBeforeUnload } from "#ui/warn-before-unload.ts";

/** The text that a page gives the browser when it closes; "" without a question. */
function textOnLeaving({ hasChanges, isDevelopment }: { hasChanges: boolean; isDevelopment: boolean }): string {
  const page = new EventTarget();
  const stop = warnBeforeUnload({ page: page as Window, hasChanges: () => hasChanges, isDevelopment });
  const leave = (): string => {
    const event = new Event("beforeunload", { cancelable: true });
    let text = "";
    Object.defineProperty(event, "returnValue", { set: (given: string) => (text = given) });
    page.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(text !== "");
    return text;
  };
  const text = leave();
  stop();
  expect(leave()).toBe("");
  return text;
}

test.each([
  {
    given: "unsaved work",
    hasChanges: true,
    isDevelopment: false,
    text: "Are you sure you want to refresh? Unsaved changes may be lost",
  },
  { given: "nothing unsaved", hasChanges: false, isDevelopment: false, text: "" },
  { given: "unsaved work in development", hasChanges: true, isDevelopment: true, text: "" },
])("[MSG-06] with $given a page goes with “$text”", ({ hasChanges, isDevelopment, text }) => {
  expect(textOnLeaving({ hasChanges, isDevelopment })).toBe(text);
});

test("[SYNC-73] a page that loads again because it lost its database does not ask, whatever is unsaved", () => {
  const isAsked: boolean[] = [];
  const leave = (): void => {
    const event = Object.defineProperty(new Event("beforeunload", { cancelable: true }), "returnValue", {
      set: () => 0,
    });
    page.dispatchEvent(event);
    isAsked.push(event.defaultPrevented);
  };
  const page = Object.assign(new EventTarget(), { location: { reload: leave } });
  warnBeforeUnload({ page, hasChanges: () => true, isDevelopment: false });
  leave();
  reloadUnasked(page);
  expect(isAsked).toEqual([true, false]);
});
