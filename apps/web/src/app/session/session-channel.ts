import { companyId as companyIdSchema, type CompanyId } from "@ridgebook/contract";
import { z } from "zod";

/**
 * A message between the tabs of one browser: "left" after a logout, or the current company after a login or a change of company. The
 * message carries the company because a write to localStorage may reach the other tabs after it.
 */
export type SessionMessage = "left" | { readonly companyId: CompanyId | null };

const message = z.union([z.literal("left"), z.object({ companyId: companyIdSchema.nullable() })]);

export interface SessionChannel {
  post(message: SessionMessage): void;
  listen(listener: (message: SessionMessage) => void): () => void;
}

/** Opens the channel between the tabs of this browser. A tab does not receive its own messages. */
export function openSessionChannel(): SessionChannel {
  const channel = new BroadcastChannel("ridgebook-session");
  return {
    post: (told) => channel.postMessage(told),
    listen: (listener) => {
      const handle = ({ data }: MessageEvent<unknown>): void => {
        const told = message.safeParse(data);
        if (told.success) listener(told.data);
      };
      channel.addEventListener("message", handle);
      return () => channel.removeEventListener("message", handle);
    },
  };
}
