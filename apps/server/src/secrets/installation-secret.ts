import { randomBytes } from "node:crypto";
import type { Database } from "#database/database.ts";
import { keepInstallationValue, setInstallationValue } from "#database/installation.ts";
import type { SecretBox } from "./secret-box.ts";
import { installationPlace } from "./secret-places.ts";

/** Reads a secret of the installation; the first process to read it creates it. It is stored encrypted with the current key. */
export async function readInstallationSecret(database: Database, key: string, secrets: SecretBox): Promise<Uint8Array> {
  const place = installationPlace(key);
  const secret = await database.onPlatform(async (platform) => {
    const fresh = secrets.seal(randomBytes(32).toString("base64url"), place);
    const kept = await keepInstallationValue(platform, { key, value: fresh });
    const opened = secrets.open(kept, place);
    if (!secrets.isCurrent(kept)) await setInstallationValue(platform, { key, value: secrets.seal(opened, place) });
    return opened;
  });
  return Buffer.from(secret, "base64url");
}
