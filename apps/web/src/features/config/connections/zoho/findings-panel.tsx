import { Button } from "@mantine/core";
import { type ZohoSync } from "@ridgebook/contract";
import { Link } from "@tanstack/react-router";
import classes from "#features/config/connections/connections.module.css";
import { choicesOf } from "#features/config/connections/zoho/finding-choices.ts";
import type { ZohoSyncState } from "#features/config/connections/zoho/use-zoho-sync.ts";
import { useSession } from "#server-client/session-context.tsx";
import { fieldLabel, findingText } from "#server-client/zoho-finding-text.ts";
import { countText } from "#ui/counted-text.ts";
import { linkRow, ROW_LINK } from "#ui/link-row.ts";
import { Panel } from "#ui/panel.tsx";

/** Values that were not passed on: both sides, and the choices. Neither is overwritten meanwhile. */
export function FindingsPanel({ zoho: { act, isBusy }, sync }: { zoho: ZohoSyncState; sync: ZohoSync }) {
  const { timeZone, isOnline } = useSession();
  const { findings, findingCount } = sync;
  return (
    <Panel title={`Kept on both sides: ${countText(findingCount)}`}>
      <ul className={`rb-list ${classes.findings}`} aria-label="Kept on both sides">
        {findings.map((finding) => (
          <li key={`${finding.zohoId} ${finding.field} ${finding.kind}`} {...linkRow(classes.finding)}>
            <div>
              <Link {...ROW_LINK} to="/estimator/leads/$id/details" params={{ id: String(finding.leadId) }}>
                {finding.leadName || "A lead without a name"}
              </Link>
              <p className={classes.quiet}>{findingText(finding, timeZone)}</p>
            </div>
            <div className={classes.buttons}>
              {choicesOf(finding).map(({ keep, label }) => (
                <Button
                  key={keep}
                  variant="secondary"
                  aria-label={`${label}: ${fieldLabel(finding.field)} of ${finding.leadName}`}
                  disabled={!isOnline || isBusy}
                  onClick={() =>
                    void act(
                      (client) =>
                        client.call("settleZohoFinding", {
                          body: { zohoId: finding.zohoId, field: finding.field, keep },
                        }),
                      "The decision is passed on",
                    )
                  }
                >
                  {label}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {findingCount > findings.length && <p className={classes.quiet}>The rest is shown when these are done.</p>}
    </Panel>
  );
}
