import type { Clock, Random } from "#local-data/device/clock.ts";
import { toStorageProblem } from "#local-data/device/storage-problem.ts";
import type { DeviceDatabase } from "./device-database.ts";

/** Named locks across the tabs of this device: one tab at a time does the work, the others wait. */
export interface ExclusiveLocks {
  run<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

/** Web Locks; leases in `database` if the browser has none. */
export function chooseLocks(lease: Parameters<typeof leaseLocks>[0]): ExclusiveLocks {
  const manager = (globalThis.navigator as Partial<Navigator> | undefined)?.locks;
  return manager ? webLocks(manager) : leaseLocks(lease);
}

/** The same locks, which also call `onFailure` if the work fails or its lock cannot be taken. */
export const withFailureListener = (locks: ExclusiveLocks, onFailure: () => void): ExclusiveLocks => ({
  run: (name, work) =>
    locks.run(name, work).catch((error: unknown) => {
      onFailure();
      throw error;
    }),
});

/** The browser's Web Locks. */
const webLocks = (manager: LockManager): ExclusiveLocks => ({
  run: async (name, work) => await manager.request(name, work),
});

const LEASE_MS = 15_000;
const RENEW_AFTER_MS = 5_000;
const ASK_AGAIN_AFTER_MS = 500;

/**
 * Leases for browsers without Web Locks (pages that were not loaded over HTTPS). A tab renews its lease while it works; the
 * lease of a crashed tab expires. If two tabs ever overlap, idempotency keys still keep the server from doing anything twice.
 */
export function leaseLocks({
  database,
  clock,
  random,
}: {
  database: DeviceDatabase;
  clock: Clock;
  random: Random;
}): ExclusiveLocks {
  /** Throws a `StorageProblem` if the device cannot store the lease. */
  const claim = async (name: string, holder: string): Promise<boolean> => {
    try {
      return await database.transaction("rw", database.leases, async () => {
        const lease = await database.leases.get(name);
        // A lease that is longer than any means that the clock was set back.
        const leftMs = lease ? lease.until - clock.now() : 0;
        if (lease && lease.holder !== holder && leftMs > 0 && leftMs <= LEASE_MS) return false;
        await database.leases.put({ name, holder, until: clock.now() + LEASE_MS });
        return true;
      });
    } catch (error) {
      throw toStorageProblem(error);
    }
  };
  const release = (name: string, holder: string): Promise<void> =>
    database.transaction("rw", database.leases, async () => {
      if ((await database.leases.get(name))?.holder === holder) await database.leases.delete(name);
    });
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      clock.startTimer(resolve, ASK_AGAIN_AFTER_MS);
    });

  return {
    async run(name, work) {
      const holder = random.key();
      while (!(await claim(name, holder))) await pause();
      let isDone = false;
      let renewal: Promise<unknown> = Promise.resolve();
      let stopRenewing = (): void => undefined;
      const renewLater = (): void => {
        if (isDone) return;
        stopRenewing = clock.startTimer(() => {
          // After a failed renewal the lease expires, and tabs may overlap (see above).
          renewal = claim(name, holder).then(renewLater, () => undefined);
        }, RENEW_AFTER_MS);
      };
      renewLater();
      try {
        return await work();
      } finally {
        isDone = true;
        stopRenewing();
        await renewal;
        // A lease that cannot be released expires; the result of the work counts.
        await release(name, holder).catch(() => undefined);
      }
    },
  };
}
