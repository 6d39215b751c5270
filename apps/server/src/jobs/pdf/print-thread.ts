import { parentPort } from "node:worker_threads";
import { print, type PrintOrder } from "./print-document.ts";

/*
 * The program of a printer thread: one order in, one paper or reason out. A separate entry of the build, like main.ts (vite.config.ts),
 * because a thread starts from a file.
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
      // A copy, whose memory can be transferred to the server.
      const bytes = Uint8Array.from(drawn);
      port.postMessage({ id, bytes } satisfies PrintReply, [bytes.buffer]);
    },
    (error: unknown) => {
      port.postMessage({ id, failure: error instanceof Error ? error.message : String(error) } satisfies PrintReply);
    },
  );
});
