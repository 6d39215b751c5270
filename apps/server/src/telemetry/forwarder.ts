import fastq from "fastq";
import type { HttpCallReply } from "#egress/http-call.ts";

export type ForwardOutcome = "sent" | "dropped";

const SENT_AT_ONCE = 4;
export const MAX_WAITING = 100;
/** A receiver's requested pause, if it gives no usable time. */
const PAUSE_SECONDS = 60;
const LONGEST_PAUSE_SECONDS = 3_600;
const ASKS_FOR_PAUSE = new Set([429, 503]);

const pauseOf = ({ headers }: HttpCallReply): number => {
  const seconds = Number(headers["retry-after"]);
  return Math.min(seconds > 0 ? seconds : PAUSE_SECONDS, LONGEST_PAUSE_SECONDS);
};

/**
 * Sends reports to a receiver in the background, without delaying requests. A report that finds the queue full, or that the receiver
 * rejects, is dropped and counted: reports must not cost users anything.
 */
export function createForwarder({
  post,
  observe,
  now,
}: {
  /** Rejects without a response. */
  post: (body: string) => Promise<HttpCallReply>;
  observe: (outcome: ForwardOutcome) => void;
  now: () => Date;
}): { add: (body: string) => void } {
  let pausedUntil = 0;
  const isPaused = (): boolean => now().getTime() < pausedUntil;

  async function send(body: string): Promise<ForwardOutcome> {
    if (isPaused()) return "dropped";
    try {
      const reply = await post(body);
      if (ASKS_FOR_PAUSE.has(reply.status)) pausedUntil = now().getTime() + 1000 * pauseOf(reply);
      return reply.status >= 200 && reply.status < 300 ? "sent" : "dropped";
    } catch {
      return "dropped";
    }
  }

  const queue = fastq.promise(async (body: string) => observe(await send(body)), SENT_AT_ONCE);
  return {
    add: (body) => {
      if (queue.length() >= MAX_WAITING || isPaused()) observe("dropped");
      else void queue.push(body);
    },
  };
}
