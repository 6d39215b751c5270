import type { CompanyId } from "@ridgebook/contract";
import type { CompanyScope } from "#database/company-scope.ts";
import type { Connections } from "#integrations/connection/connections.ts";
import { ProviderFailure, type Provider } from "#integrations/connection/provider.ts";
import { createGoogleDrive } from "#integrations/google-drive/google-drive.ts";
import { createOneDrive } from "#integrations/one-drive/one-drive.ts";
import type { FileStorage } from "./stored-item.ts";

/** Timeouts of calls in milliseconds: for a person, and for a job. */
export const PERSON_WITHIN_MS = 25_000;
const JOB_WITHIN_MS = 60_000;

export interface StorageProviders {
  readonly google: Provider;
  readonly microsoft: Provider;
}

interface ConnectedStorage {
  readonly storage: FileStorage;
  readonly provider: Provider;
  /** The account: files of another account are unknown. */
  readonly storedAt: string;
}

export function createOpenStorage({
  connections,
  providers,
  sleep,
}: {
  connections: Connections;
  providers: StorageProviders;
  sleep: ((ms: number) => Promise<unknown>) | undefined;
}) {
  const { google, microsoft } = providers;
  const open = (
    provider: Provider,
    { companyId, withinMs }: { companyId: CompanyId; withinMs: number },
  ): FileStorage => {
    const parts = { call: connections.call, companyId, provider, withinMs };
    return provider.id === "google" ? createGoogleDrive(parts) : createOneDrive({ ...parts, sleep });
  };
  return {
    /** Undefined if not connected. */
    async find(scope: CompanyScope, { isJob = false } = {}): Promise<ConnectedStorage | undefined> {
      const connected = await connections.connectedOf(scope, [google, microsoft]);
      if (!connected) return undefined;
      const { provider, grant } = connected;
      const withinMs = isJob ? JOB_WITHIN_MS : PERSON_WITHIN_MS;
      return {
        provider,
        storage: open(provider, { companyId: scope.companyId, withinMs }),
        storedAt: `${provider.id} ${grant.accountLabel}`,
      };
    },
  };
}
export type OpenStorage = ReturnType<typeof createOpenStorage>;

/** Throws notConnected if undefined. */
export function requireStorage(connected: ConnectedStorage | undefined): ConnectedStorage {
  if (!connected) throw new ProviderFailure("notConnected");
  return connected;
}
