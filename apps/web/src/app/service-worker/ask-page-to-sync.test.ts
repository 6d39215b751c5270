import { expect, test } from "vitest";
import { askPageToSync } from "#app/service-worker/ask-page-to-sync.ts";
import type { PageClient } from "#app/service-worker/worker-scope.ts";

/** A page that takes the work, or sleeps. */
function buildPage({
  visibilityState,
  isAsleep = false,
}: {
  visibilityState: DocumentVisibilityState;
  isAsleep?: boolean;
}) {
  const heard: unknown[] = [];
  const page: PageClient = {
    visibilityState,
    postMessage: (message, [port] = []) => {
      heard.push(message);
      if (!isAsleep && port instanceof MessagePort) port.postMessage("taken");
    },
  };
  return { page, heard };
}

test("[SYNC-36] one open page is asked, the one in front first", async () => {
  const [back, front] = [buildPage({ visibilityState: "hidden" }), buildPage({ visibilityState: "visible" })];
  expect(await askPageToSync([back.page, front.page])).toBe(true);
  expect([back.heard, front.heard]).toEqual([[], ["sync-download"]]);
});

test("[SYNC-36] without a page, or when it sleeps, the work is not taken", async () => {
  expect(await askPageToSync([])).toBe(false);
  const asleep = buildPage({ visibilityState: "hidden", isAsleep: true });
  expect(await askPageToSync([asleep.page], { answerWithinMs: 10 })).toBe(false);
});
