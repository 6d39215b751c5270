import { Button } from "@mantine/core";
import { isZohoMarket, ZOHO_MARKETS, type ZohoOrganization } from "@ridgebook/contract";
import { IconExternalLink } from "@tabler/icons-react";
import { PROVIDER_TIMEOUT_MS } from "#features/config/connections/connection-provider.ts";
import classes from "#features/config/connections/connections.module.css";
import type { ZohoSyncState } from "#features/config/connections/zoho/use-zoho-sync.ts";
import { useSession } from "#server-client/session-context.tsx";
import { Panel } from "#ui/panel.tsx";

/** "Europe (zoho.eu)"; Zoho's own name for an unknown data center. */
const dataCenterText = (location: string): string =>
  isZohoMarket(location) ? `${ZOHO_MARKETS[location].name} (${ZOHO_MARKETS[location].site})` : location;

/** The connected Zoho organization, and its data center (INT-22, SET-07). */
export function OrganizationPanel({
  zoho: { act, isBusy },
  organization: { name, domainName, marketLocation, url },
}: {
  zoho: ZohoSyncState;
  organization: ZohoOrganization;
}) {
  const { isOnline } = useSession();
  const facts = [
    { label: "Name", value: name },
    { label: "Domain name", value: domainName },
    { label: "Data center", value: dataCenterText(marketLocation) },
    { label: "Market", value: marketLocation.toUpperCase() },
  ];
  return (
    <Panel title="Organization">
      <div className="rb-stack">
        <dl className={classes.facts}>
          {facts.map(({ label, value }) => (
            <div key={label} className={classes.fact}>
              <dt>{label}</dt>
              <dd>{value || "Not read yet"}</dd>
            </div>
          ))}
        </dl>
        <div className={classes.buttons}>
          <Button
            variant="secondary"
            disabled={!isOnline || isBusy}
            onClick={() =>
              void act(
                (client) => client.call("keepZohoDomain", {}, { timeoutMs: PROVIDER_TIMEOUT_MS }),
                "The organization is read again",
              )
            }
          >
            Read again
          </Button>
          {url !== null && (
            <a href={url} target="_blank" rel="noopener noreferrer" className={classes.out}>
              <IconExternalLink size={18} stroke={1.75} aria-hidden />
              <span>Open Zoho CRM</span>
            </a>
          )}
        </div>
      </div>
    </Panel>
  );
}
