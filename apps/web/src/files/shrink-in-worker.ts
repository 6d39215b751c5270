import type { ShrinkReply, ShrinkRequest } from "./shrink-messages.ts";

const startWorker = (): Worker => new Worker(new URL("./shrink-worker.ts", import.meta.url), { type: "module" });

/**
 * Makes a picture smaller in a worker that lives for this picture only, so that a crash ends with it. Throws
 * where the browser cannot do it there.
 */
export async function shrinkInWorker(request: ShrinkRequest, { start = startWorker } = {}): Promise<Blob | undefined> {
  const worker = start();
  try {
    const reply = await new Promise<ShrinkReply>((resolve, reject) => {
      worker.addEventListener("message", ({ data }: MessageEvent<ShrinkReply>) => resolve(data));
      worker.addEventListener("error", ({ message }) => reject(new Error(message || "The worker did not load.")));
      worker.postMessage(request);
    });
    if ("failure" in reply) throw new Error(reply.failure);
    return reply.bytes && new Blob([reply.bytes], request.encodeAs && { type: request.encodeAs });
  } finally {
    worker.terminate();
  }
}
