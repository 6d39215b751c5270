import { Problem } from "@ridgebook/contract";
import type { Clock } from "./clock.ts";
import type { Network } from "./network.ts";
import { isNoAnswer, type ServerAnswer, type ServerCall, type ServerCalls } from "./server-calls.ts";
import type { WritableSyncStatus } from "./sync-status.ts";

/** An answer that has not come by then is not waited for any longer, in case the network layer never gives up. */
const LONGEST_WAIT_MS = 250_000;

/** The server, and whether it can be reached. */
export interface Connection {
  /** Rejects with a `Problem`; notes on the way whether the server answers and knows the session. */
  call(call: ServerCall): Promise<ServerAnswer>;
  /** What the browser says; false means that no call is worth trying. */
  hasNetwork(): boolean;
  /** True when the browser has no network or the server did not answer when last asked. */
  isUnreachable(): boolean;
  /** The browser's network came or went: what was known of the server may be over. */
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

  /** Whoever gives up lets another tab send: nothing of the call may go out any more. */
  const giveUpLater = (): { passed: Promise<never>; signal: AbortSignal; cancel: () => void } => {
    const abort = new AbortController();
    let cancel = (): void => undefined;
    const passed = new Promise<never>((_resolve, reject) => {
      cancel = clock.startTimer(() => {
        reject(new Problem("requestTimeout"));
        abort.abort();
      }, LONGEST_WAIT_MS);
    });
    return { passed, signal: abort.signal, cancel };
  };

  return {
    async call(call) {
      const wait = giveUpLater();
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
