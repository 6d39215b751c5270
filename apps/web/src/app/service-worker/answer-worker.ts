import { SYNC_DONE, SYNC_STILL_WAITING, SYNC_TAKEN } from "#app/service-worker/messages.ts";

/**
 * A page's part of a background sync: accepts it, runs it, and answers the worker whether unsent changes are left. If the worker received only the first
 * answer, the browser would consider the sync done, and not retry it once the page is closed.
 *
 * @param download sends unsent changes and receives new ones; resolves to whether unsent ones are left
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
