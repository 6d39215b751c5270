import { ConnectionPage } from "#features/config/connections/connection-page.tsx";
import { PROVIDER_TIMEOUT_MS, type ConnectionProvider } from "#features/config/connections/connection-provider.ts";

const PATIENT = { timeoutMs: PROVIDER_TIMEOUT_MS };

const COMPANYCAM: ConnectionProvider = {
  name: "CompanyCam",
  path: "/config/photo-integration",
  purpose: "Shows the photos of a lead’s project beside those of the device, so that they can go onto papers.",
  allowed: "to see photos there",
  rehearsedWith: "invented projects",
  kept: {
    one: "list of photos",
    many: "lists of photos",
    note: "Photos that were added to leads stay there.",
  },
  afterDisconnect: "Leads keep their links and the photos that were added. No more photos come from CompanyCam.",
  setUp: (
    <p>
      The operator registers Ridgebook with CompanyCam, and starts the server with COMPANYCAM_CLIENT_ID and
      COMPANYCAM_CLIENT_SECRET. Until then a lead’s link only opens CompanyCam.
    </p>
  ),
  calls: {
    read: (client, signal) => client.call("getCompanyCamAccount", {}, { signal }),
    connect: (client, body) => client.call("connectCompanyCam", { body }, PATIENT),
    refresh: (client) => client.call("refreshCompanyCamAccount", {}, PATIENT),
    clearCache: (client) => client.call("clearCompanyCamCache", {}),
    disconnect: (client) => client.call("disconnectCompanyCam", {}),
    rehearse: (client, faults) => client.call("setCompanyCamRehearsal", { body: { faults } }),
  },
};

/** The company's connection with the photo service. */
export const PhotoPage = () => <ConnectionPage provider={COMPANYCAM} />;
