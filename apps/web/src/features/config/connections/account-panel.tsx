import { Button } from "@mantine/core";
import type { ConnectionAccount } from "@ridgebook/contract";
import { IconAlertCircle, IconRefresh } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ConnectionProvider } from "#features/config/connections/connection-provider.ts";
import {
  givenText,
  healthLines,
  keptText,
  reconnectText,
  stateTag,
} from "#features/config/connections/connection-texts.ts";
import classes from "#features/config/connections/connections.module.css";
import type { Connection } from "#features/config/connections/use-connection.ts";
import { useDisconnect } from "#features/config/connections/use-disconnect.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { Panel } from "#ui/panel.tsx";
import { Tag } from "#ui/tag.tsx";
import { useNow } from "#ui/use-now.ts";

interface AccountProps {
  provider: ConnectionProvider;
  account: ConnectionAccount;
  connection: Connection;
}

/** The connected account, its health, and its actions. */
export function AccountPanel({ provider, account, connection }: AccountProps) {
  const client = useClient();
  const { timeZone, isOnline } = useSession();
  const now = useNow();
  const disconnect = useDisconnect(provider, connection);
  const { name, kept, calls } = provider;
  const { clearCache } = calls;
  const isBlocked = !isOnline || connection.isBusy;
  const tag = stateTag(account);
  return (
    <Panel
      title={account.accountLabel || `Your ${name} account`}
      actions={
        <>
          <Button
            variant="secondary"
            leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
            disabled={isBlocked}
            onClick={() => void connection.change(() => calls.refresh(client), `${name} answered`)}
          >
            Refresh
          </Button>
          <Button variant="danger-text" disabled={isBlocked} onClick={() => void disconnect()}>
            Disconnect
          </Button>
        </>
      }
    >
      <div className="rb-stack">
        <p className={classes.tags}>
          <Tag tone={tag.tone}>{tag.label}</Tag>
          {account.isRehearsal && <Tag>{`Demo ${name}`}</Tag>}
          <span className={classes.quiet}>{givenText(account, { timeZone, now })}</span>
        </p>
        {account.state === "reconnectNeeded" && (
          <Reconnect provider={provider} account={account} connection={connection} />
        )}
        <dl className={classes.facts}>
          {healthLines(account, { name, timeZone, now }).map(({ label, value }) => (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ))}
          {kept && clearCache && (
            <Fact label="Kept here">
              <span className={`rb-row ${classes.kept}`}>
                <span>{`${keptText(account.cachedCount, kept)}. ${kept.note}`}</span>
                <Button
                  variant="tertiary"
                  size="sm"
                  disabled={isBlocked || account.cachedCount === 0}
                  onClick={() =>
                    void connection.end(() => clearCache(client), {
                      done: "The cached data is cleared",
                      not: "The cached data could not be cleared. Try again.",
                    })
                  }
                >
                  Clear cached data
                </Button>
              </span>
            </Fact>
          )}
        </dl>
        <p className="rb-hint">{`Disconnect works even when ${name} does not answer.`}</p>
      </div>
    </Panel>
  );
}

function Reconnect({ provider: { name }, account, connection }: AccountProps) {
  const { timeZone, isOnline } = useSession();
  const now = useNow();
  const which = account.isRehearsal ? "rehearsalUrl" : "authorizeUrl";
  return (
    <div role="alert" className={`rb-row ${classes.alert}`}>
      <IconAlertCircle size={20} stroke={1.75} aria-hidden />
      <div className={classes.alertText}>
        <strong>{reconnectText(account, { name, timeZone, now })}</strong>
        <p>Nothing is lost. What is kept here still works.</p>
      </div>
      {account[which] !== null && (
        <Button disabled={!isOnline} loading={connection.isBusy} onClick={() => void connection.openConsent(which)}>
          Reconnect
        </Button>
      )}
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
