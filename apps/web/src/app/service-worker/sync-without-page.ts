import { isStillWaiting, StillWaiting } from "#app/service-worker/still-waiting.ts";
import { createLocalData, type LocalDataOptions } from "#local-data/local-data.ts";
import { AccessToken } from "#server-client/access-token.ts";
import { createServerClient, type CookieLocks } from "#server-client/server-client.ts";

/**
 * Sends what waits on this device and fetches what changed, with no page open: as the person who worked here last, if their
 * login still counts. The cookie of the login session tells the server; after a logout there is no user, and nothing is done.
 *
 * Rejects with `StillWaiting` when the server could not be reached.
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
