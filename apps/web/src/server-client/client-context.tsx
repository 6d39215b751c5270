import { createContext, use } from "react";
import type { ServerClient } from "#server-client/server-client.ts";

/** Provided once by the app; features and tests read it with `useClient`. */
export const ClientContext = createContext<ServerClient | undefined>(undefined);

/** The typed client, for calls that need a reply now. Records of synced stores go through local-data. */
export function useClient(): ServerClient {
  const client = use(ClientContext);
  if (!client) throw new Error("useClient needs a ClientContext around it.");
  return client;
}
