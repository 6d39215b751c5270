import { expect, test } from "vitest";
import { followVisibleHeight } from "#ui/visible-height.ts";

const PAGE_HEIGHT = 1180;

/** A page of 1180 px with the focus in an input. */
function openPage() {
  const view = { height: PAGE_HEIGHT, offsetTop: 0, scale: 1 };
  const viewport = Object.assign(new EventTarget(), view) as unknown as VisualViewport;
  const variables = new Map<string, string>();
  let scrolls = 0;
  const page = {
    documentElement: { style: { setProperty: (name: string, value: string) => variables.set(name, value) } },
    activeElement: { matches: () => true, scrollIntoView: () => (scrolls += 1) },
  } as unknown as Document;
  followVisibleHeight({ viewport, page, pageHeight: () => PAGE_HEIGHT });
  return {
    show: (shown: Partial<typeof view>, event: "resize" | "scroll" = "resize") => {
      Object.assign(viewport, shown);
      viewport.dispatchEvent(new Event(event));
    },
    covered: () => variables.get("--rb-covered"),
    scrolls: () => scrolls,
  };
}

test("[TOUCH-03] says how much of the page the keyboard covers, and 0 once it is closed", () => {
  const { show, covered } = openPage();
  show({ height: 780 });
  expect(covered()).toBe("400px");
  show({ height: PAGE_HEIGHT });
  expect(covered()).toBe("0px");
});

test("counts what is scrolled above the visible part as not covered", () => {
  const { show, covered } = openPage();
  show({ height: 780 });
  show({ offsetTop: 150 }, "scroll");
  expect(covered()).toBe("250px");
});

test.each([
  { what: "a zoomed page", shown: { height: 590, scale: 2 } },
  { what: "a scroll bar at the bottom", shown: { height: PAGE_HEIGHT - 15 } },
])("takes $what for no keyboard", ({ shown }) => {
  const { show, covered } = openPage();
  show(shown);
  expect(covered()).toBeUndefined();
});

test("scrolls the field in use into view once when the keyboard rises", () => {
  const { show, scrolls } = openPage();
  show({ height: 780 });
  show({ offsetTop: 150 }, "scroll");
  expect(scrolls()).toBe(1);
});

test("does nothing in a browser without a visual viewport", () => {
  expect(() => followVisibleHeight({ viewport: null, page: {} as Document, pageHeight: () => 0 })).not.toThrow();
});
