import { createLocalData, type LocalDataOptions } from "#local-data/local-data.ts";
import { AccessToken } from "#server-client/access-token.ts";
import { createServerClient, type RefreshLocks } from "#server-client/server-client.ts";

/** What still waits is tried again by the browser, when it sees fit. */
export class StillWaiting extends Error {
  constructor() {
    super("Changes still wait to be sent.");
    this.name = "StillWaiting";
  }
}

/**
 * Sends what waits on this device and fetches what changed, with no page open: as the person who worked here last, if their
 * login still counts. The cookie of the login session tells the server; after a logout there is nobody, and nothing is done.
 *
 * Rejects with `StillWaiting` when the server could not be reached.
 */
export async function syncWithoutPage({
  fetch = (...call) => globalThis.fetch(...call),
  refreshLocks = navigator.locks,
  ...options
}: Partial<Omit<LocalDataOptions, "server">> & {
  fetch?: typeof globalThis.fetch;
  refreshLocks?: RefreshLocks;
} = {}): Promise<void> {
  let companyId: number | null = null;
  const client = createServerClient({
    fetch,
    token: new AccessToken(),
    getCompanyId: () => companyId,
    locks: refreshLocks,
  });
  const localData = createLocalData({ server: { call: (call) => client.callFor(call) }, ...options });
  const { session, status, sync, changes } = localData;
  const known = await session.lastKnown();
  if (!known?.user) return;
  companyId = known.companyId;
  await session.open({ accountId: known.accountId, companyId });
  await sync.run();
  const isWaiting = (await changes.list()).some((change) => change.status === "waiting");
  // Without a login nothing goes out however often it is tried: the app asks for it.
  if (isWaiting && !status.getSnapshot().signInNeeded) throw new StillWaiting();
}
