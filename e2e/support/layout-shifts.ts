import type { Page, Request } from "playwright-core";
import { FIRST_READS_WAIT_MS } from "../../apps/web/src/local-data/first-reads.tsx";
import { eventually } from "./journey.ts";

declare global {
  interface Window {
    layoutShifts?: { readonly value: number; readonly what: string }[];
  }
}

interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null; readonly previousRect: Rect; readonly currentRect: Rect }[];
}

/** Runs in the page, before its own scripts. */
function collectShifts(waitMs: number): void {
  // Pages finish rendering after a while. A busy machine is slower than any device, so here they wait until they have everything.
  const { setTimeout: later } = window;
  Object.assign(window, { setTimeout: (run: () => void, ms: number) => later(run, ms === waitMs ? 100 * ms : ms) });
  const shifts: NonNullable<Window["layoutShifts"]> = [];
  window.layoutShifts = shifts;
  const at = ({ x, y, width, height }: Rect): string => [x, y, width, height].map(Math.round).join(" ");
  const describe = ({ node, previousRect, currentRect }: Shift["sources"][number]): string => {
    const element = node instanceof Element ? node : node?.parentElement;
    const text = element?.textContent.slice(0, 40) ?? "";
    return `${element?.localName ?? "something gone"} "${text}" from ${at(previousRect)} to ${at(currentRect)}`;
  };
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Shift[])
      shifts.push({ value, what: sources.map(describe).join("; ") });
  }).observe({ type: "layout-shift", buffered: true });
}

/** The parts of a page that move without a press or a key, from the next page that it opens. */
export async function watchShifts(page: Page): Promise<{
  /** Forgets earlier moves. */
  forget(): Promise<void>;
  /** Waits until everything that the page asked for is drawn; empty where it moved by less than `most` of its height. */
  movedBy(most: number): Promise<readonly string[]>;
}> {
  const pending = new Set<Request>();
  page.on("request", (request) => pending.add(request));
  const end = (request: Request): void => {
    pending.delete(request);
  };
  page.on("requestfinished", end);
  page.on("requestfailed", end);
  await page.addInitScript(collectShifts, FIRST_READS_WAIT_MS);
  const takeAllDrawn = () =>
    page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return window.layoutShifts?.splice(0) ?? [];
    });
  return {
    forget: async () => {
      await takeAllDrawn();
    },
    movedBy: async (most) => {
      await page.waitForFunction(() => !document.querySelector("[data-is-coming]"));
      await eventually(() => pending.size).toBe(0);
      const shifts = await takeAllDrawn();
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      return sum < most ? [] : shifts.map(({ value, what }) => `${value.toFixed(4)}: ${what}`);
    },
  };
}
