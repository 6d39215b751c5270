import { SYNC_DONE, SYNC_DOWNLOAD, SYNC_TAKEN } from "#app/service-worker/messages.ts";
import { StillWaiting } from "#app/service-worker/still-waiting.ts";
import type { PageClient } from "#app/service-worker/worker-scope.ts";

/** Pages in the background may be asleep: one that does not answer in this time does not count. */
const ANSWER_WITHIN_MS = 5_000;

/** Browsers end a background sync after three minutes. A page that was closed meanwhile never reports its result. */
const OVER_WITHIN_MS = 150_000;

/**
 * Asks one open page to send and receive changes, the visible one first. Resolves to whether it did. Rejects with `StillWaiting` if unsent changes are
 * left, or if the page never reported that none are: only then does the browser retry it.
 */
export async function askPageToSync(
  pages: readonly PageClient[],
  { answerWithinMs = ANSWER_WITHIN_MS, overWithinMs = OVER_WITHIN_MS } = {},
): Promise<boolean> {
  const page = pages.find(({ visibilityState }) => visibilityState === "visible") ?? pages[0];
  if (!page) return false;
  const { port1: answers, port2: port } = new MessageChannel();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<boolean>((resolve, reject) => {
      const giveUp = (): void => {
        reject(new StillWaiting());
      };
      answers.onmessage = ({ data }: MessageEvent<unknown>) => {
        clearTimeout(timer);
        if (data === SYNC_TAKEN) timer = setTimeout(giveUp, overWithinMs);
        else if (data === SYNC_DONE) resolve(true);
        else giveUp();
      };
      timer = setTimeout(() => {
        resolve(false);
      }, answerWithinMs);
      page.postMessage(SYNC_DOWNLOAD, [port]);
    });
  } finally {
    clearTimeout(timer);
    answers.close();
  }
}
