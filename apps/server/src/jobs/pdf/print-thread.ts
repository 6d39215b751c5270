import { parentPort } from "node:worker_threads";
import { print, type PrintOrder } from "./print-document.ts";

/*
 * The program of a printer's thread: one order in, one paper or one reason out. It is a program of the build as main.ts is
 * (vite.config.ts), because a thread begins with a file.
 */

export interface PrintRequest {
  readonly id: number;
  readonly order: PrintOrder;
}
export type PrintReply =
  | { readonly id: number; readonly bytes: Uint8Array }
  | { readonly id: number; readonly failure: string };

const port = parentPort;
if (!port) throw new Error("This program runs in a thread of the server.");

port.on("message", ({ id, order }: PrintRequest) => {
  print(order).then(
    (drawn) => {
      // A copy of its own, whose memory goes to the server instead of being copied again.
      const bytes = Uint8Array.from(drawn);
      port.postMessage({ id, bytes } satisfies PrintReply, [bytes.buffer]);
    },
    (error: unknown) => {
      port.postMessage({ id, failure: error instanceof Error ? error.message : String(error) } satisfies PrintReply);
    },
  );
});
