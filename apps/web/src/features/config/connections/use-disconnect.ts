import type { ConnectionProvider } from "#features/config/connections/connection-provider.ts";
import type { Connection } from "#features/config/connections/use-connection.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useConfirm } from "#ui/dialogs/use-confirm.ts";

/** Asks, and ends the connection. Works without the provider. */
export function useDisconnect(provider: ConnectionProvider, { end }: Pick<Connection, "end">): () => Promise<void> {
  const client = useClient();
  const confirm = useConfirm();
  const { name, afterDisconnect, calls } = provider;
  return async () => {
    const isSure = await confirm({
      title: `Disconnect ${name}?`,
      message: `Ridgebook forgets the permission, for everybody in the company. ${afterDisconnect}`,
      confirmText: "Disconnect",
      kind: "error",
    });
    if (!isSure) return;
    await end(() => calls.disconnect(client), {
      done: `${name} is disconnected`,
      not: `${name} was not connected any more`,
    });
  };
}
