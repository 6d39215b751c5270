import type { Clock, Random } from "#local-data/device/clock.ts";
import { toStorageProblem } from "#local-data/device/storage-problem.ts";
import type { DeviceDatabase } from "./device-database.ts";

/** Lets only one tab of this device at a time do a named piece of work; the others wait their turn. */
export interface ExclusiveLocks {
  run<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

/** The browser's locks; leases in `database` where it has none. */
export function chooseLocks(lease: Parameters<typeof leaseLocks>[0]): ExclusiveLocks {
  const manager = (globalThis.navigator as Partial<Navigator> | undefined)?.locks;
  return manager ? webLocks(manager) : leaseLocks(lease);
}

/** The same locks, which also call `noteFailure` when the work fails or its lock cannot be had. */
export const withFailureNoted = (locks: ExclusiveLocks, noteFailure: () => void): ExclusiveLocks => ({
  run: (name, work) =>
    locks.run(name, work).catch((error: unknown) => {
      noteFailure();
      throw error;
    }),
});

/** The browser's own locks. */
const webLocks = (manager: LockManager): ExclusiveLocks => ({
  run: async (name, work) => await manager.request(name, work),
});

const LEASE_MS = 15_000;
const RENEW_AFTER_MS = 5_000;
const ASK_AGAIN_AFTER_MS = 500;

/**
 * Stands in where the browser has no locks (pages that were not loaded over https). A tab holds a lease that it renews
 * while it works; a tab that died lets it run out. Should two tabs ever overlap, frozen attempts and their keys still
 * keep the server from doing anything twice.
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
  /** Throws a `StorageProblem` where the device cannot store the lease. */
  const claim = async (name: string, holder: string): Promise<boolean> => {
    try {
      return await database.transaction("rw", database.leases, async () => {
        const lease = await database.leases.get(name);
        // One that runs longer than any was claimed for is from before the clock was set back.
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
          // A renewal that fails lets the lease run out, which the overlap rule above covers.
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
        // One that cannot be given back runs out; what the work said counts.
        await release(name, holder).catch(() => undefined);
      }
    },
  };
}
