import { Problem } from "@ridgebook/contract";
import type { Clock } from "./clock.ts";
import type { Network } from "./network.ts";
import { isNoAnswer, type ServerAnswer, type ServerCall, type ServerCalls } from "./server-calls.ts";
import type { WritableSyncStatus } from "./sync-status.ts";

/** The timeout of calls, in case the network layer never gives up. */
const LONGEST_WAIT_MS = 250_000;

/** The server, and whether it can be reached. */
export interface Connection {
  /** Rejects with a `Problem`; updates whether the server answers and the session is valid. */
  call(call: ServerCall): Promise<ServerAnswer>;
  /** The browser's `navigator.onLine`; false means that no call is worth a try. */
  hasNetwork(): boolean;
  /** Whether the browser has no network, or the server did not answer the last call. */
  isUnreachable(): boolean;
  /** Called when the browser's network comes or goes: the server's state may have changed. */
  noteNetwork(): void;
}

export function createConnection({
  server,
  status,
  network,
  clock,
}: {
  server: ServerCalls;
  status: WritableSyncStatus;
  network: Network;
  clock: Clock;
}): Connection {
  const noteReachable = (isReachable: boolean): void => {
    const online = isReachable && network.isOnline();
    const { noSignalSince } = status.getSnapshot();
    status.set({ online, noSignalSince: online ? null : (noSignalSince ?? clock.now()) });
  };

  /** Aborts the call with `given`, or after the timeout, because another tab may then send it. */
  const giveUpLater = (given?: AbortSignal): { passed: Promise<never>; signal: AbortSignal; cancel: () => void } => {
    const ending = new AbortController();
    const abort = (): void => ending.abort();
    given?.addEventListener("abort", abort);
    let stopTimer = (): void => undefined;
    const passed = new Promise<never>((_resolve, reject) => {
      stopTimer = clock.startTimer(() => {
        reject(new Problem("requestTimeout"));
        abort();
      }, LONGEST_WAIT_MS);
    });
    const cancel = (): void => {
      stopTimer();
      given?.removeEventListener("abort", abort);
    };
    return { passed, signal: ending.signal, cancel };
  };

  return {
    async call(call) {
      const wait = giveUpLater(call.signal);
      try {
        const answer = await Promise.race([server.call({ ...call, signal: wait.signal }), wait.passed]);
        noteReachable(true);
        status.set({ signInNeeded: false });
        return answer;
      } catch (error) {
        if (error instanceof Problem && error.code !== "aborted") {
          noteReachable(!isNoAnswer(error));
          if (error.status === 401) status.set({ signInNeeded: true });
        }
        throw error;
      } finally {
        wait.cancel();
      }
    },
    hasNetwork: () => network.isOnline(),
    isUnreachable: () => !network.isOnline() || !status.getSnapshot().online,
    noteNetwork: () => {
      noteReachable(true);
    },
  };
}
