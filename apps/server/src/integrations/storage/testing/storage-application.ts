import { pick, type CompanyId, type ConnectionAccount, type SettingsFields } from "@ridgebook/contract";
import { startGoogleTwin, googleIdOf, type GoogleTwin } from "@ridgebook/testing/stand-ins/google/google-twin";
import {
  microsoftIdOf,
  startMicrosoftTwin,
  type MicrosoftTwin,
} from "@ridgebook/testing/stand-ins/microsoft/microsoft-twin";
import { DEMO_ITEMS } from "@ridgebook/testing/stand-ins/storage/file-tree";
import { createEgress } from "#egress/egress.ts";
import { createHttpCall } from "#egress/http-call.ts";
import { createConnections } from "#integrations/connection/connections.ts";
import { createGoogleDrive } from "#integrations/google-drive/google-drive.ts";
import { createGoogleProvider } from "#integrations/google-drive/google-provider.ts";
import { createMicrosoftProvider } from "#integrations/one-drive/microsoft-provider.ts";
import { createOneDrive } from "#integrations/one-drive/one-drive.ts";
import { quickXorHash } from "#integrations/one-drive/quick-xor-hash.ts";
import { consent } from "#integrations/hover/testing/hover-application.ts";
import { createLogger } from "#logging.ts";
import { createSecretBox } from "#secrets/secret-box.ts";
import { allowedHere } from "#testing/allowed-here.ts";
import { startTestApplication, type SignedIn, type TestApplication } from "#testing/test-application.ts";
import { createOpenStorage, type OpenStorage } from "#integrations/storage/connected-storage.ts";
import type { FileStorage, StorageProviderId } from "#integrations/storage/stored-item.ts";

export const STORAGES: readonly StorageProviderId[] = ["google", "microsoft"];
type Admin = SignedIn & { readonly companyId: CompanyId };

/** Ids of the twins' files, as settings name them. */
export const idOf = (provider: StorageProviderId, word: keyof typeof DEMO_ITEMS): string =>
  (provider === "google" ? googleIdOf : microsoftIdOf)(DEMO_ITEMS[word]);

/** Settings that name the demo account's folders. */
export const foldersOf = (provider: StorageProviderId): Partial<SettingsFields> => ({
  salespersonFallbackFolder: idOf(provider, "projects"),
  projectTemplateFolder: idOf(provider, "projectTemplate"),
  projectContractsTemplateFolder: idOf(provider, "contractsTemplate"),
  projectWorkflowTemplateFolder: idOf(provider, "workflowTemplate"),
  pdfFallbackFolder: idOf(provider, "fallback"),
});

export interface StorageApplication extends TestApplication {
  readonly google: GoogleTwin;
  readonly microsoft: MicrosoftTwin;
  twinOf(provider: StorageProviderId): GoogleTwin | MicrosoftTwin;
  newAdmin(): Promise<Admin>;
  newConnected(provider: StorageProviderId): Promise<Admin>;
  /** Opens a company's storage like the upload job. */
  readonly storages: OpenStorage;
  /** A company's connected storage, as the product sees it. */
  openStorage(admin: Admin, provider: StorageProviderId): FileStorage;
}

export const accountOf = async (admin: SignedIn, provider: StorageProviderId): Promise<ConnectionAccount> =>
  (await admin.call(provider === "google" ? "getGoogleAccount" : "getMicrosoftAccount")).body;

/** Connects like a person. */
export async function connectStorage(admin: SignedIn, provider: StorageProviderId): Promise<ConnectionAccount> {
  const { code, state } = await consent((await accountOf(admin, provider)).authorizeUrl);
  const reply = await admin.call("connectFileStorage", { body: { code, state } });
  if (reply.status !== 200) throw new Error(`Connecting failed: ${JSON.stringify(reply.body)}`);
  return reply.body;
}

/** Starts the server with the twins of both storages. Sleeping advances all clocks, so that tests never wait. */
export async function startStorageApplication(postgresUrl: string): Promise<StorageApplication> {
  // The clock is the application's, which needs the twins to start.
  const started: { app?: TestApplication } = {};
  const now = (): number => started.app?.clock.now().getTime() ?? Date.now();
  const google = await startGoogleTwin({ now, slowMs: 50 });
  const microsoft = await startMicrosoftTwin({ now, slowMs: 50, hashOf: quickXorHash });
  const sleep = (ms: number): Promise<void> => {
    started.app?.clock.advance({ seconds: ms / 1000 });
    return Promise.resolve();
  };
  const egressAllowed = allowedHere(
    ...[google, microsoft].map(({ baseUrl }) => ({ port: Number(new URL(baseUrl).port) })),
  );
  const sites = {
    google: pick(google, ["clientId", "clientSecret", "consentUrl", "tokenUrl", "revokeUrl", "apiUrl", "pickerUrl"]),
    microsoft: pick(microsoft, ["clientId", "clientSecret", "authorityUrl", "apiUrl"]),
  };
  const app = await startTestApplication(postgresUrl, {
    ...sites,
    egressAllowed,
    sleep,
    googlePicker: { developerKey: "key", appId: "1094" },
    rehearsals: { google, microsoft },
  });
  started.app = app;
  const newAdmin = async (): Promise<Admin> => {
    const companyId = await app.createCompany();
    return { ...(await app.signInNew({ companyId, role: "Admin", firstName: "Ann", lastName: "Lee" })), companyId };
  };
  const connections = createConnections({
    database: app.database,
    keepSettings: () => Promise.resolve(),
    secrets: createSecretBox([Buffer.alloc(32, 7)]),
    now: () => app.clock.now(),
    logger: createLogger({ level: "silent" }),
    sleep,
  });
  const site = createHttpCall({ egress: createEgress({ allowed: egressAllowed }) });
  const parts = { rehearsal: undefined, calls: { site, rehearsal: site }, publicUrl: "", now: () => app.clock.now() };
  const providers = {
    google: createGoogleProvider({ ...parts, settings: sites.google }),
    microsoft: createMicrosoftProvider({ ...parts, settings: sites.microsoft }),
  };
  const openStorage = ({ companyId }: Admin, provider: StorageProviderId): FileStorage => {
    const way = { call: connections.call, companyId, withinMs: 20_000 };
    return provider === "google"
      ? createGoogleDrive({ ...way, provider: providers.google })
      : createOneDrive({ ...way, sleep, provider: providers.microsoft });
  };
  return {
    ...app,
    openStorage,
    google,
    microsoft,
    newAdmin,
    storages: createOpenStorage({ connections, providers, sleep }),
    twinOf: (provider) => (provider === "google" ? google : microsoft),
    newConnected: async (provider) => {
      const admin = await newAdmin();
      await connectStorage(admin, provider);
      return admin;
    },
    close: async () => {
      await app.close();
      await Promise.all([google.close(), microsoft.close()]);
    },
  };
}
