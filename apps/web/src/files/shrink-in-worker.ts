import type { ShrinkReply, ShrinkRequest } from "./shrink-messages.ts";

const startWorker = (): Worker => new Worker(new URL("./shrink-worker.ts", import.meta.url), { type: "module" });

/** How long an idle worker is kept; the next photo of several comes sooner. */
const RESTS_FOR_MS = 3_000;

/** An idle worker, which is terminated after the timeout. */
let resting: { readonly worker: Worker; readonly end: ReturnType<typeof setTimeout> } | undefined;

function takeWorker(): Worker {
  if (!resting) return startWorker();
  const { worker, end } = resting;
  clearTimeout(end);
  resting = undefined;
  return worker;
}

function rest(worker: Worker): void {
  const end = setTimeout(() => {
    resting = undefined;
    worker.terminate();
  }, RESTS_FOR_MS);
  resting = { worker, end };
}

/**
 * Resizes a picture in a worker. Successive pictures share a worker, because starting one takes longer than the drawing, and WebKit frees
 * the memory of a terminated one late. A worker that failed is not used again, and HEIC that the app decodes itself gets a separate one
 * (decision 0127). Throws if the browser cannot do it in a worker.
 */
export async function shrinkInWorker(request: ShrinkRequest): Promise<Blob | undefined> {
  const isShared = request.decoder === "picture";
  const worker = isShared ? takeWorker() : startWorker();
  const picture = new AbortController();
  const { signal } = picture;
  try {
    const reply = await new Promise<ShrinkReply>((resolve, reject) => {
      worker.addEventListener("message", ({ data }: MessageEvent<ShrinkReply>) => resolve(data), { signal });
      worker.addEventListener("error", ({ message }) => reject(new Error(message || "The worker did not load.")), {
        signal,
      });
      worker.postMessage(request);
    });
    if ("failure" in reply) throw new Error(reply.failure);
    if (isShared) rest(worker);
    else worker.terminate();
    return reply.bytes && new Blob([reply.bytes], request.encodeAs && { type: request.encodeAs });
  } catch (error) {
    worker.terminate();
    throw error;
  } finally {
    picture.abort();
  }
}
