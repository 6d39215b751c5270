import { SYNC_DONE, SYNC_STILL_WAITING, SYNC_TAKEN } from "#app/service-worker/messages.ts";

/**
 * A page's part of a background sync: takes it, does it, and tells the worker whether something still waits. Had the worker heard of
 * the beginning only, the browser would take the sync for done, and not try it again once the page is closed.
 *
 * @param download sends what waits and fetches what changed; resolves with whether something is left to send
 */
export async function answerWorker(
  port: Pick<MessagePort, "postMessage"> | undefined,
  download: () => Promise<boolean>,
): Promise<void> {
  port?.postMessage(SYNC_TAKEN);
  let isLeft = true;
  try {
    isLeft = await download();
  } finally {
    port?.postMessage(isLeft ? SYNC_STILL_WAITING : SYNC_DONE);
  }
}
