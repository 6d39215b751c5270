/** What tabs of one browser tell each other: somebody logged out, or is working as somebody or somewhere else now. */
export type SessionMessage = "left" | "changed";

export interface SessionChannel {
  post(message: SessionMessage): void;
  listen(listener: (message: SessionMessage) => void): () => void;
}

/** The channel between the tabs of this browser. A tab does not hear itself. */
export function openSessionChannel(): SessionChannel {
  const channel = new BroadcastChannel("ridgebook-session");
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) => {
      const handle = ({ data }: MessageEvent<unknown>): void => {
        if (data === "left" || data === "changed") listener(data);
      };
      channel.addEventListener("message", handle);
      return () => channel.removeEventListener("message", handle);
    },
  };
}
