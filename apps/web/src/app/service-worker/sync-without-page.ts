import { isStillWaiting, StillWaiting } from "#app/service-worker/still-waiting.ts";
import { createLocalData, type LocalDataOptions } from "#local-data/local-data.ts";
import { AccessToken } from "#server-client/access-token.ts";
import { createServerClient, type CookieLocks } from "#server-client/server-client.ts";

/**
 * Sends and receives changes with no page open, as the last user of this device, if their login is still valid. The server identifies them by the
 * session cookie; after a logout there is no user, and nothing is done.
 *
 * Rejects with `StillWaiting` if the server could not be reached.
 */
export async function syncWithoutPage({
  fetch = (...call) => globalThis.fetch(...call),
  cookieLocks = navigator.locks,
  ...options
}: Partial<Omit<LocalDataOptions, "server">> & {
  fetch?: typeof globalThis.fetch;
  cookieLocks?: CookieLocks;
} = {}): Promise<void> {
  let companyId: number | null = null;
  const client = createServerClient({
    fetch,
    token: new AccessToken(),
    getCompanyId: () => companyId,
    locks: cookieLocks,
  });
  const localData = createLocalData({ server: { call: (call) => client.callFor(call) }, ...options });
  const { session, sync } = localData;
  const known = await session.resume(({ user }) => user !== null);
  if (!known) return;
  companyId = known.companyId;
  await sync.run();
  await sync.downloadsEnd();
  if (await isStillWaiting(localData)) throw new StillWaiting();
}
