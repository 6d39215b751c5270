import { Button } from "@mantine/core";
import type { ConnectionAccount } from "@ridgebook/contract";
import type { ConnectionProvider } from "#features/config/connections/connection-provider.ts";
import classes from "#features/config/connections/connections.module.css";
import type { Connection } from "#features/config/connections/use-connection.ts";
import { useSession } from "#server-client/session-context.tsx";
import { Panel } from "#ui/panel.tsx";

/** What to do while no account is connected. */
export function ConnectPanel({
  provider: { name, path, setUp, allowed },
  account: { authorizeUrl, body },
  connection: { isBusy, openConsent },
}: {
  provider: ConnectionProvider;
  account: ConnectionAccount;
  connection: Connection;
}) {
  const { isOnline } = useSession();
  if (authorizeUrl === null)
    return (
      <Panel title={`Not set up for ${name}`}>
        <div className="rb-stack">
          <p>{body}</p>
          {setUp}
          <p>
            The redirect address is <code className={classes.code}>{`${globalThis.location.origin}${path}`}</code>
          </p>
        </div>
      </Panel>
    );
  return (
    <Panel title="Not connected">
      <div className="rb-stack">
        <p>{body}</p>
        <p className={classes.quiet}>
          {`You log in at ${name} and allow Ridgebook ${allowed}; then you are back on this page. Everybody in the company uses the connection; only admins change it.`}
        </p>
        <Button
          className={classes.start}
          disabled={!isOnline}
          loading={isBusy}
          onClick={() => void openConsent("authorizeUrl")}
        >
          {`Connect ${name}`}
        </Button>
      </div>
    </Panel>
  );
}
