import type { AttemptLimit } from "#http/attempt-limit.ts";

/** Per account and address or known device; resets after a right password plus any required code. Per session for signed-in people. */
export const WRONG_PASSWORDS: AttemptLimit = { attempts: 10, windowSeconds: 900 };
/** Per account across all addresses and unknown devices (decision 0063); counts only wrong passwords and codes. */
export const WRONG_PASSWORDS_FROM_ANYWHERE: AttemptLimit = { attempts: 100, windowSeconds: 3600 };
