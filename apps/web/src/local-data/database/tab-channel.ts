import type { RecordId, StoreName } from "./stored-record.ts";

/** The messages between the tabs of a device. */
export type TabMessage =
  /** Records of these stores changed: those in `ids`, or any if a store is not in `ids`, as from an older app. */
  | { type: "records"; storeNames: StoreName[]; ids?: Partial<Record<StoreName, readonly RecordId[]>> }
  /** The queue changed. */
  | { type: "queue" }
  /** Leads were pinned or unpinned. */
  | { type: "kept-leads" }
  /** The database's owner changed. */
  | { type: "session"; event: "left" | "changed" };

export interface TabChannel {
  post(message: TabMessage): void;
  /** Listens to the other tabs; the returned function stops it. */
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
