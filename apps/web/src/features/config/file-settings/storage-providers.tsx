import { PROVIDERS, STORAGE_FAULTS, type ConnectionAccount } from "@ridgebook/contract";
import {
  PROVIDER_TIMEOUT_MS,
  readAccount,
  type ConnectionProvider,
} from "#features/config/connections/connection-provider.ts";
import type { ServerClient } from "#server-client/server-client.ts";

const PATIENT = { timeoutMs: PROVIDER_TIMEOUT_MS };

/** Both consent pages redirect to the page of the file settings. */
const SHARED = {
  path: "/config/file-settings",
  purpose: "Puts the PDF of every document into folders of your own storage, and reads the price book from there.",
  allowed: "to see, add and change files there",
  rehearsedWith: "an invented account and its folders",
  faults: STORAGE_FAULTS,
  afterDisconnect: "Files and folders stay where they are. New papers no longer go there; Ridgebook keeps them.",
};

/** The returned state says which of the two it belongs to. */
const connect = (client: ServerClient, body: { code: string; state: string }): Promise<ConnectionAccount> =>
  client.call("connectFileStorage", { body }, PATIENT).then(readAccount);

const GOOGLE_DRIVE: ConnectionProvider = {
  ...SHARED,
  name: "Google Drive",
  setUp: (
    <p>
      The operator makes an OAuth client of Ridgebook at Google, with the Drive API, and starts the server with
      GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET. Until then papers stay in Ridgebook.
    </p>
  ),
  calls: {
    connect,
    read: (client, signal) => client.call("getGoogleAccount", {}, { signal }),
    refresh: (client) => client.call("refreshGoogleAccount", {}, PATIENT),
    disconnect: (client) => client.call("disconnectGoogle", {}),
    rehearse: (client, faults) => client.call("setGoogleRehearsal", { body: { faults } }),
  },
};

const ONE_DRIVE: ConnectionProvider = {
  ...SHARED,
  name: "OneDrive",
  setUp: (
    <p>
      The operator registers Ridgebook at Microsoft as a web application, and starts the server with MICROSOFT_CLIENT_ID
      and MICROSOFT_CLIENT_SECRET. Until then papers stay in Ridgebook.
    </p>
  ),
  calls: {
    connect,
    read: (client, signal) => client.call("getMicrosoftAccount", {}, { signal }),
    refresh: (client) => client.call("refreshMicrosoftAccount", {}, PATIENT),
    disconnect: (client) => client.call("disconnectMicrosoft", {}),
    rehearse: (client, faults) => client.call("setMicrosoftRehearsal", { body: { faults } }),
  },
};

/** By the code of `fileStorageService`. */
export const STORAGES = [
  { service: PROVIDERS.google, label: "Google Drive", provider: GOOGLE_DRIVE },
  { service: PROVIDERS.microsoft, label: "OneDrive or SharePoint", provider: ONE_DRIVE },
] as const;

/** Undefined while none is connected. */
export const storageOf = (service: number): ConnectionProvider | undefined =>
  STORAGES.find((each) => each.service === service)?.provider;
