import { Button } from "@mantine/core";
import type { ZohoSync } from "@ridgebook/contract";
import { useState } from "react";
import { momentText } from "#features/config/connections/connection-texts.ts";
import classes from "#features/config/connections/connections.module.css";
import type { ZohoSyncState } from "#features/config/connections/zoho/use-zoho-sync.ts";
import { useSession } from "#server-client/session-context.tsx";
import { copyText } from "#ui/copy-text.ts";
import { countedText } from "#ui/counted-text.ts";
import { useConfirm } from "#ui/dialogs/use-confirm.ts";
import { Panel } from "#ui/panel.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useNow } from "#ui/use-now.ts";

/** The progress of the leads, and how Zoho reports changes. */
export function LeadsPanel({ zoho: { act, isBusy }, sync }: { zoho: ZohoSyncState; sync: ZohoSync }) {
  const { timeZone, isOnline } = useSession();
  const now = useNow();
  const confirm = useConfirm();
  const [token, setToken] = useState<string>();
  const isBlocked = !isOnline || isBusy;
  const { phase, caughtUpTime, linkedCount, waitingCount, channelEndsTime, webhookUrl } = sync;

  const resetToken = async (): Promise<void> => {
    const isSure = await confirm({
      title: "Make a new webhook token?",
      message: "The former one ends at once. A workflow in Zoho that you set up with it needs the new one.",
      confirmText: "Make a new token",
    });
    if (!isSure) return;
    const reply = await act((client) => client.call("resetZohoWebhookToken", {}), "The former token has ended");
    const made = reply as { token: string } | undefined;
    if (made) setToken(made.token);
  };

  return (
    <Panel title="Leads">
      <div className="rb-stack">
        <p role="status">
          {phase === "loading"
            ? `Reading the leads of Zoho: ${countedText(linkedCount, "lead", "leads")} so far.`
            : `${countedText(linkedCount, "lead is", "leads are")} in step with Zoho.`}
        </p>
        <p className={classes.quiet}>
          {caughtUpTime === null
            ? "You can leave this page meanwhile."
            : `Last looked at everything: ${momentText(caughtUpTime, { timeZone, now })}.`}
          {waitingCount > 0 && ` ${countedText(waitingCount, "lead waits", "leads wait")} to be read again.`}
        </p>
        <p className={classes.quiet}>
          {channelEndsTime === null
            ? "Zoho does not report its changes. Ridgebook looks for them every five minutes."
            : "Zoho reports changes as they happen. Ridgebook also looks for all changes every five minutes."}
        </p>
        <Button
          variant="secondary"
          className={classes.start}
          disabled={isBlocked}
          onClick={() => void act((client) => client.call("refreshZohoLeads", {}), "All leads are read again")}
        >
          Read all leads again
        </Button>
        <TextField
          label="Webhook address"
          hint="Only for a workflow of your own in Zoho: it posts JSON with token and ids to this address."
          readOnly
          value={webhookUrl}
        />
        {token !== undefined && (
          <>
            <TextField label="New webhook token" hint="It is shown only now." readOnly value={token} />
            <Button className={classes.start} onClick={() => void copyText(token, "Token")}>
              Copy token
            </Button>
          </>
        )}
        <Button variant="tertiary" className={classes.start} disabled={isBlocked} onClick={() => void resetToken()}>
          Make a new webhook token
        </Button>
      </div>
    </Panel>
  );
}
