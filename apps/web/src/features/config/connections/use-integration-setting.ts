import { Problem } from "@ridgebook/contract";
import { useEffect, useRef } from "react";
import type { ConnectionProvider } from "#features/config/connections/connection-provider.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";

/**
 * Keeps the company's setting (SET-07) as the connection is: what the rest of the app offers goes by it, also without a signal. A
 * write that failed is made up for when the page is opened again.
 *
 * @param isConnected also while a reconnect is needed; undefined while that is not known
 */
export function useIntegrationSetting(name: ConnectionProvider["setting"], isConnected: boolean | undefined): void {
  const client = useClient();
  const localData = useLocalData();
  const { settings, reportFailure } = useSession();
  const sent = useRef<boolean>(undefined);
  const stored = settings?.[name];
  useEffect(() => {
    if (isConnected === undefined || stored === undefined) return;
    if (isConnected === stored || sent.current === isConnected) {
      if (isConnected === stored) sent.current = undefined;
      return;
    }
    sent.current = isConnected;
    const write = async (): Promise<void> => {
      try {
        await client.call("updateSettings", {
          body: [{ op: "replace", path: `/${name}`, value: isConnected, former: stored }],
        });
        await localData.sync.run();
      } catch (error) {
        if (!(error instanceof Problem)) await reportFailure(error);
      }
    };
    void write();
  }, [isConnected, stored, name, client, localData, reportFailure]);
}
