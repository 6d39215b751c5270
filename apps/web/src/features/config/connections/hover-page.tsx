import { ConnectionPage } from "#features/config/connections/connection-page.tsx";
import { PROVIDER_TIMEOUT_MS, type ConnectionProvider } from "#features/config/connections/connection-provider.ts";
import { MeasurementNamesPanel } from "#features/config/connections/measurement-names-panel.tsx";

const PATIENT = { timeoutMs: PROVIDER_TIMEOUT_MS };

export const HOVER: ConnectionProvider = {
  name: "Hover",
  path: "/config/hover-integration",
  purpose: "Brings measurements of roofs, walls, windows and gutters into estimates, so that nobody types them.",
  allowed: "to read there",
  rehearsedWith: "invented houses",
  kept: {
    one: "job or measurement",
    many: "jobs and measurements",
    note: "Devices keep their own copy of measurements.",
  },
  afterDisconnect: "Leads keep their Hover jobs and estimates their numbers. Nothing more comes from Hover.",
  setUp: (
    <p>
      The operator registers Ridgebook with Hover, and starts the server with HOVER_CLIENT_ID and HOVER_CLIENT_SECRET as
      Hover gives them. Until then measurements are typed.
    </p>
  ),
  calls: {
    read: (client, signal) => client.call("getHoverAccount", {}, { signal }),
    connect: (client, body) => client.call("connectHover", { body }, PATIENT),
    refresh: (client) => client.call("refreshHoverAccount", {}, PATIENT),
    clearCache: (client) => client.call("clearHoverCache", {}),
    disconnect: (client) => client.call("disconnectHover", {}),
    rehearse: (client, faults) => client.call("setHoverRehearsal", { body: { faults } }),
  },
};

/** The company's connection with Hover (ROUTE-22, INT-13 to INT-16), and the meaning of names in its files of measurements. */
export const HoverPage = () => <ConnectionPage provider={HOVER} below={<MeasurementNamesPanel />} />;
