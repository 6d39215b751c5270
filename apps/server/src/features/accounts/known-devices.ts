import type { AccountId } from "@ridgebook/contract";
import { and, eq, gt, lt } from "drizzle-orm";
import type { PlatformScope } from "#database/company-scope.ts";
import { knownDevice } from "#database/schema/platform-tables.ts";
import type { Caller } from "#http/handlers.ts";
import { hashSecret, makeSecret } from "./secret.ts";

/** The longest time that browsers keep a cookie. */
const DEVICE_KEPT_DAYS = 400;
const DAY_MS = 86_400_000;

const unusedSince = (now: Date): Date => new Date(now.getTime() - DEVICE_KEPT_DAYS * DAY_MS);

/** The hash of the caller's device cookie; undefined without one. */
export const deviceHash = ({ deviceCookie }: Caller): string | undefined =>
  deviceCookie === undefined ? undefined : hashSecret(deviceCookie);

/**
 * Browsers in which an account has signed in. The cookie survives logout and does not sign anyone in; it keeps wrong passwords from
 * elsewhere from locking the owner out. A device may have several people.
 */
export const knownDevices = {
  /** Queries the database for unknown accounts too, so that timing does not reveal which exist. */
  async isKnown(
    { db }: PlatformScope,
    { accountId = 0, caller, now }: { accountId?: number | undefined; caller: Caller; now: Date },
  ): Promise<boolean> {
    const secretHash = deviceHash(caller);
    if (secretHash === undefined) return false;
    const found = await db
      .select({ accountId: knownDevice.accountId })
      .from(knownDevice)
      .where(
        and(
          eq(knownDevice.accountId, accountId),
          eq(knownDevice.secretHash, secretHash),
          gt(knownDevice.lastUsedTime, unusedSince(now)),
        ),
      );
    return found.length > 0;
  },

  /** After a login or a mailed code in this browser. */
  async remember(
    { db }: PlatformScope,
    { accountId, caller, now }: { accountId: AccountId; caller: Caller; now: Date },
  ): Promise<void> {
    const presented = deviceHash(caller);
    // Replaces a secret that we did not issue: an attacker may have planted it.
    const isOurs =
      presented !== undefined &&
      (await db.select().from(knownDevice).where(eq(knownDevice.secretHash, presented)).limit(1)).length > 0;
    const secret = isOurs && caller.deviceCookie !== undefined ? caller.deviceCookie : makeSecret();
    await db
      .insert(knownDevice)
      .values({ accountId, secretHash: hashSecret(secret), lastUsedTime: now })
      .onConflictDoUpdate({ target: [knownDevice.secretHash, knownDevice.accountId], set: { lastUsedTime: now } });
    const expires = new Date(now.getTime() + DEVICE_KEPT_DAYS * DAY_MS);
    caller.setDeviceCookie({ secret, expires });
  },

  async removeUnused({ db }: PlatformScope, now: Date): Promise<void> {
    await db.delete(knownDevice).where(lt(knownDevice.lastUsedTime, unusedSince(now)));
  },
};
