import { ConnectionPage } from "#features/config/connections/connection-page.tsx";
import { PROVIDER_TIMEOUT_MS, type ConnectionProvider } from "#features/config/connections/connection-provider.ts";
import { useZohoSync } from "#features/config/connections/zoho/use-zoho-sync.ts";
import { FindingsPanel } from "#features/config/connections/zoho/findings-panel.tsx";
import { LeadsPanel } from "#features/config/connections/zoho/leads-panel.tsx";
import { MappingPanel } from "#features/config/connections/zoho/mapping-panel.tsx";
import { OrganizationPanel } from "#features/config/connections/zoho/organization-panel.tsx";
import { ZohoUsersPanel } from "#features/config/connections/zoho/zoho-users-panel.tsx";

const PATIENT = { timeoutMs: PROVIDER_TIMEOUT_MS };

export const ZOHO: ConnectionProvider = {
  name: "Zoho CRM",
  path: "/config/zoho-integration",
  purpose: "Keeps leads in step with Zoho CRM, both ways, so that nobody types them twice.",
  kept: { one: "list of users", many: "lists of users", note: "Leads are not cached data, and stay." },
  allowed: "to read and change leads there",
  rehearsedWith: "invented leads",
  afterDisconnect: "Leads stay as they are here and in Zoho. Nothing more passes between the two.",
  setUp: (
    <p>
      The operator registers Ridgebook in Zoho’s API console, and starts the server with ZOHO_CLIENT_ID and
      ZOHO_CLIENT_SECRET as Zoho gives them. Until then leads are entered here or imported.
    </p>
  ),
  calls: {
    read: (client, signal) => client.call("getZohoAccount", {}, { signal }),
    connect: (client, body) => client.call("connectZoho", { body }, PATIENT),
    refresh: (client) => client.call("refreshZohoAccount", {}, PATIENT),
    clearCache: (client) => client.call("clearZohoCache", {}),
    disconnect: (client) => client.call("disconnectZoho", {}),
    rehearse: (client, faults) => client.call("setZohoRehearsal", { body: { faults } }),
  },
};

/** The company's connection with Zoho CRM (ROUTE-22, INT-20 to INT-28): the account, the leads, the fields, the users. */
export function ZohoPage() {
  const zoho = useZohoSync();
  const { sync } = zoho;
  const isOn = sync !== undefined && sync.phase !== "off";
  return (
    <ConnectionPage
      provider={ZOHO}
      below={
        sync && (
          <>
            {sync.findingCount > 0 && <FindingsPanel zoho={zoho} sync={sync} />}
            {isOn && <ZohoUsersPanel />}
          </>
        )
      }
    >
      {isOn && <LeadsPanel zoho={zoho} sync={sync} />}
      {isOn && sync.organization && <OrganizationPanel zoho={zoho} organization={sync.organization} />}
      {isOn && sync.leadFields.length > 0 && <MappingPanel zoho={zoho} sync={sync} />}
    </ConnectionPage>
  );
}
