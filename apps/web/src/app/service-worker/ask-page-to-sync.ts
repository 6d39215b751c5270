import { SYNC_DOWNLOAD } from "#app/service-worker/messages.ts";
import type { PageClient } from "#app/service-worker/worker-scope.ts";

/** Pages in the background may be asleep: one that does not answer by then does not count. */
const ANSWER_WITHIN_MS = 5_000;

/** Asks one open page to send what waits and fetch what changed, the one in front first. Resolves with whether it does. */
export async function askPageToSync(
  pages: readonly PageClient[],
  { answerWithinMs = ANSWER_WITHIN_MS } = {},
): Promise<boolean> {
  const page = pages.find(({ visibilityState }) => visibilityState === "visible") ?? pages[0];
  if (!page) return false;
  const { port1: answers, port2: port } = new MessageChannel();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<boolean>((resolve) => {
      answers.onmessage = () => {
        resolve(true);
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
