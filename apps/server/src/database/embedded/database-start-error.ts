/** The database cannot be started or used; the message is written for the person who started Ridgebook. */
export class DatabaseStartError extends Error {
  override readonly name = "DatabaseStartError";
}

/** True for a failure of the operating system with one of these codes, such as `ENOENT`. */
export function isSystemError(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
