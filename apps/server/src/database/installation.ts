import { eq } from "drizzle-orm";
import type { PlatformScope } from "./company-scope.ts";
import { installation } from "./schema/platform-tables.ts";

/** Reads a value of the installation, or creates it on first use. Its row stays locked until the transaction ends. */
export async function keepInstallationValue(
  { db }: PlatformScope,
  { key, value }: { key: string; value: string },
): Promise<string> {
  await db.insert(installation).values({ key, value }).onConflictDoNothing();
  const [kept] = await db.select().from(installation).where(eq(installation.key, key)).for("no key update");
  if (!kept) throw new Error(`The installation has no ${key}.`);
  return kept.value;
}

export async function setInstallationValue(
  { db }: PlatformScope,
  { key, value }: { key: string; value: string },
): Promise<void> {
  await db.insert(installation).values({ key, value }).onConflictDoUpdate({ target: installation.key, set: { value } });
}
