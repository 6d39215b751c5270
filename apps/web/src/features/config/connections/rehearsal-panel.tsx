import { Button } from "@mantine/core";
import { REHEARSAL_FAULTS, type ConnectionAccount, type RehearsalFault } from "@ridgebook/contract";
import { IconFlask } from "@tabler/icons-react";
import { useState } from "react";
import type { ConnectionProvider } from "#features/config/connections/connection-provider.ts";
import { FAULT_LABELS } from "#features/config/connections/connection-texts.ts";
import classes from "#features/config/connections/connections.module.css";
import type { Connection } from "#features/config/connections/use-connection.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { Panel } from "#ui/panel.tsx";

/** The demo stand-in of the provider, with its simulated faults. Only if this installation has one. */
export function RehearsalPanel({
  provider: { name, calls, rehearsedWith, faults: offered = REHEARSAL_FAULTS },
  account: { isRehearsal, rehearsalFaults, rehearsalUrl },
  connection,
}: {
  provider: ConnectionProvider;
  account: ConnectionAccount;
  connection: Connection;
}) {
  const client = useClient();
  const { isOnline } = useSession();
  /** The ticked faults that the server has not confirmed yet. */
  const [asked, setAsked] = useState<readonly RehearsalFault[]>();
  const shown = asked ?? rehearsalFaults;
  const rehearse = async (fault: RehearsalFault, isOn: boolean): Promise<void> => {
    const faults = offered.filter((each) => (each === fault ? isOn : shown.includes(each)));
    setAsked(faults);
    const done = isOn ? `The demo ${name} now misbehaves` : `The demo ${name} behaves again`;
    await connection.change(() => calls.rehearse(client, faults), done);
    setAsked(undefined);
  };
  return (
    <Panel title={`Demo ${name}`} as="aside">
      <div className="rb-stack">
        <p className={classes.quiet}>
          {`Rehearse with ${rehearsedWith}: no account, no internet. Leads and estimates stay yours. Only the demo installation has it.`}
        </p>
        {!isRehearsal && (
          <Button
            className={classes.start}
            variant="secondary"
            leftSection={<IconFlask size={18} stroke={1.75} aria-hidden />}
            disabled={!isOnline || rehearsalUrl === null}
            loading={connection.isBusy}
            onClick={() => void connection.openConsent("rehearsalUrl")}
          >
            {`Connect to the demo ${name}`}
          </Button>
        )}
        <fieldset disabled={!isOnline || connection.isBusy}>
          <legend className="rb-legend">What it does wrong</legend>
          {offered.map((fault) => (
            <CheckboxField
              key={fault}
              {...FAULT_LABELS[fault]}
              checked={shown.includes(fault)}
              onChange={({ currentTarget: { checked } }) => void rehearse(fault, checked)}
            />
          ))}
        </fieldset>
      </div>
    </Panel>
  );
}
