import type { RecordId, StoreName } from "./stored-record.ts";

/** What tabs of one device tell each other. */
export type TabMessage =
  /** Records of these stores are different now: of each store in `ids` those, of any other, also from an older app, any. */
  | { type: "records"; storeNames: StoreName[]; ids?: Partial<Record<StoreName, readonly RecordId[]>> }
  /** The queue is different now. */
  | { type: "queue" }
  /** Leads were pinned or let go. */
  | { type: "kept-leads" }
  /** The database has another owner, or none. */
  | { type: "session"; event: "left" | "changed" };

export interface TabChannel {
  post(message: TabMessage): void;
  /** Hears the other tabs, not itself; the result stops listening. */
  listen(listener: (message: TabMessage) => void): () => void;
}

const CHANNEL_NAME = "ridgebook";

export function broadcastTabChannel(): TabChannel {
  const channel = new BroadcastChannel(CHANNEL_NAME);
  return {
    post: (message) => {
      channel.postMessage(message);
    },
    listen: (listener) => {
      const handleMessage = ({ data }: MessageEvent<TabMessage>): void => {
        listener(data);
      };
      channel.addEventListener("message", handleMessage);
      return () => {
        channel.removeEventListener("message", handleMessage);
      };
    },
  };
}
