import type { AttemptLimit } from "#http/attempt-limit.ts";

/**
 * For one account from one address or one known device; a right password, and where the account asks for one a right code, resets the
 * count. From one session where the person is signed in.
 */
export const WRONG_PASSWORDS: AttemptLimit = { attempts: 10, windowSeconds: 900 };
/** For one account from all addresses and unknown devices together (decision 0063); only wrong passwords and codes count. */
export const WRONG_PASSWORDS_FROM_ANYWHERE: AttemptLimit = { attempts: 100, windowSeconds: 3600 };
