import { expect, test, vi } from "vitest";
import { answerWorker } from "#app/service-worker/answer-worker.ts";
import { askPageToSync } from "#app/service-worker/ask-page-to-sync.ts";
import { StillWaiting } from "#app/service-worker/still-waiting.ts";
import type { PageClient } from "#app/service-worker/worker-scope.ts";

/** A page that accepts the work, or is asleep. */
function buildPage({
  visibilityState = "hidden",
  isAsleep = false,
  download = () => Promise.resolve(false),
}: {
  visibilityState?: DocumentVisibilityState;
  isAsleep?: boolean;
  download?: () => Promise<boolean>;
} = {}) {
  const heard: unknown[] = [];
  const page: PageClient = {
    visibilityState,
    postMessage: (message, [port] = []) => {
      heard.push(message);
      if (!isAsleep && port instanceof MessagePort) answerWorker(port, download).catch(() => undefined);
    },
  };
  return { page, heard };
}

test("[SYNC-36] one open page is asked, the one in front first", async () => {
  const [back, front] = [buildPage(), buildPage({ visibilityState: "visible" })];
  expect(await askPageToSync([back.page, front.page])).toBe(true);
  expect([back.heard, front.heard]).toEqual([[], ["sync-download"]]);
});

test("[SYNC-36] without a page, or when it sleeps, the work is not taken", async () => {
  expect(await askPageToSync([])).toBe(false);
  const asleep = buildPage({ isAsleep: true });
  expect(await askPageToSync([asleep.page], { answerWithinMs: 10 })).toBe(false);
});

test("[SYNC-36] the work is done when the page's pass is over, not when it has begun", async () => {
  let end = (): void => undefined;
  const pass = new Promise<boolean>((resolve) => {
    end = () => resolve(false);
  });
  const isOver = vi.fn();
  const { page } = buildPage({ download: () => pass });
  const asked = askPageToSync([page], { answerWithinMs: 10 }).then(isOver);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(isOver).not.toHaveBeenCalled();
  end();
  await asked;
  expect(isOver).toHaveBeenCalledWith(true);
});

test.each([
  { when: "something is left to send", download: () => Promise.resolve(true) },
  { when: "the pass fails", download: () => Promise.reject(new Error("defect")) },
  // A closed page does not answer any more.
  { when: "the page is closed in the middle", download: () => new Promise<boolean>(() => undefined) },
])("[SYNC-36] the browser tries it again when $when", async ({ download }) => {
  const { page } = buildPage({ download });
  await expect(askPageToSync([page], { overWithinMs: 10 })).rejects.toThrow(StillWaiting);
});

test("[SYNC-36] a page of the version before, which says only that it takes the work, is tried again", async () => {
  const page: PageClient = {
    visibilityState: "hidden",
    postMessage: (_message, [port] = []) => {
      if (port instanceof MessagePort) port.postMessage("taken");
    },
  };
  await expect(askPageToSync([page], { overWithinMs: 10 })).rejects.toThrow(StillWaiting);
});
