import { Problem, TOKEN_NOT_VALID, type AccountId } from "@ridgebook/contract";
import type { Database } from "#database/database.ts";
import { countAttempt, PER_ADDRESS, type AttemptLimit } from "#http/attempt-limit.ts";
import type { Caller } from "#http/handlers.ts";
import type { TokenCaller } from "#http/session.ts";
import { apiAccessRepository } from "./api-access-repository.ts";
import { hashOfSentToken } from "./integration-token.ts";

/** Rate limit per company token. */
export const CALLS_PER_TOKEN: AttemptLimit = { attempts: 600, windowSeconds: 60 };
/** Precision of the last use, so that not every call writes. */
const USE_NOTED_EVERY_MS = 60_000;

const notValid = (): Problem => new Problem("sessionExpired", { title: TOKEN_NOT_VALID });

/**
 * Authenticates an integration token. Throws sessionExpired for an invalid one, tooManyRequests above the limit.
 *
 * @param database a pool separate from requests': counting persists if a call fails
 */
export const createTokenReader =
  ({ database, now, limit = CALLS_PER_TOKEN }: { database: Database; now: () => Date; limit?: AttemptLimit }) =>
  async (token: string, { address }: Pick<Caller, "address">): Promise<TokenCaller> => {
    const tokenHash = hashOfSentToken(token);
    if (tokenHash === undefined) throw notValid();
    const time = now();
    const row = await database.onPlatform(async (platform) => {
      const found = await apiAccessRepository.findByToken(platform, { tokenHash, now: time });
      if (!found) return undefined;
      const isPresent = found.tokenHash === tokenHash;
      const lastUsed = (isPresent ? found.lastUsedTime : found.formerLastUsedTime)?.getTime() ?? 0;
      const isElsewhere = isPresent && found.lastUsedAddress !== address;
      if (isElsewhere || time.getTime() - lastUsed >= USE_NOTED_EVERY_MS)
        await apiAccessRepository.noteUse(platform, { row: found, tokenHash, address, now: time });
      return found;
    });
    if (!row) {
      await countAttempt(database, { key: `integration token from ${address}`, limit: PER_ADDRESS });
      throw notValid();
    }
    await countAttempt(database, { key: `integration token of company ${String(row.companyId)}`, limit });
    return { tokenHash, accountId: row.userId as AccountId, access: row.access };
  };
