import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { AccountPanel } from "#features/config/connections/account-panel.tsx";
import { ConnectPanel } from "#features/config/connections/connect-panel.tsx";
import type { ConnectionProvider } from "#features/config/connections/connection-provider.ts";
import classes from "#features/config/connections/connections.module.css";
import { RehearsalPanel } from "#features/config/connections/rehearsal-panel.tsx";
import { useConnection, type Connection } from "#features/config/connections/use-connection.ts";
import { useDisconnect } from "#features/config/connections/use-disconnect.ts";
import tables from "#features/config/config.module.css";
import { OfflineBanner } from "#features/config/offline-banner.tsx";
import { ReadTogether } from "#features/config/read-together.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";

/**
 * The page of a connection, the same for each provider: description, connect, account, health, refresh, clear, disconnect. It stays usable for any
 * answer of the provider (INT-29).
 *
 * @param children panels of this provider alone, such as a mapping
 * @param below wide ones, under the account
 */
export function ConnectionPage(props: { provider: ConnectionProvider; children?: ReactNode; below?: ReactNode }) {
  const { provider } = props;
  return (
    <div className={`${tables.page} rb-titled-by-bar`}>
      <PageHeader title={provider.name}>
        <p className={classes.purpose}>{provider.purpose}</p>
      </PageHeader>
      <div className={tables.content}>
        <OfflineBanner />
        <ReadTogether>
          <ConnectionPanels {...props} />
        </ReadTogether>
      </div>
    </div>
  );
}

/** The same for a page that shows more than a connection. */
export function ConnectionPanels({
  provider,
  children,
  below,
}: {
  provider: ConnectionProvider;
  children?: ReactNode;
  below?: ReactNode;
}) {
  const connection = useConnection(provider);
  const { account } = connection;
  const hasRehearsal = account !== undefined && (account.rehearsalUrl !== null || account.isRehearsal);
  return (
    <div className={classes.columns}>
      <div className={classes.aside}>
        <MainPanel provider={provider} connection={connection} />
        {below}
      </div>
      <div className={classes.aside}>
        {children}
        {hasRehearsal && <RehearsalPanel provider={provider} account={account} connection={connection} />}
      </div>
    </div>
  );
}

function MainPanel({ provider, connection }: { provider: ConnectionProvider; connection: Connection }) {
  const { account, isLoading, isFinishing } = connection;
  if (isFinishing)
    return (
      <Panel title="Connecting">
        <p role="status" className={classes.finishing}>
          {`Taking over the permission from ${provider.name}.`}
        </p>
        <SkeletonRows rows={3} label="Connecting" />
      </Panel>
    );
  if (account)
    return account.state === "notConnected" ? (
      <ConnectPanel provider={provider} account={account} connection={connection} />
    ) : (
      <AccountPanel provider={provider} account={account} connection={connection} />
    );
  if (isLoading)
    return (
      <Panel title="Connected account">
        <SkeletonRows rows={4} label="Loading the connection" />
      </Panel>
    );
  return <NotLoadedPanel provider={provider} connection={connection} />;
}

/** Disconnecting works even if the rest could not be loaded. */
function NotLoadedPanel({ provider, connection }: { provider: ConnectionProvider; connection: Connection }) {
  const disconnect = useDisconnect(provider, connection);
  const { isOnline } = useSession();
  return (
    <Panel title="Connected account">
      <EmptyState
        title="The connection could not be loaded"
        text="What is kept here still works. Disconnecting works too."
        action={
          <div className={classes.buttons}>
            <Button variant="secondary" disabled={!isOnline} onClick={() => void connection.reload()}>
              Try again
            </Button>
            <Button variant="danger-text" disabled={!isOnline || connection.isBusy} onClick={() => void disconnect()}>
              Disconnect
            </Button>
          </div>
        }
      />
    </Panel>
  );
}
