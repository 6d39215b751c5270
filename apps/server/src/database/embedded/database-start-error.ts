/** The database cannot be started or used. The message is for the person who started Ridgebook. */
export class DatabaseStartError extends Error {
  override readonly name = "DatabaseStartError";
}

/** Whether it is a system error with one of these codes, such as `ENOENT`. */
export function isSystemError(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}

/** The result, or undefined if the file or folder does not exist. */
export const ifExists = <Result>(work: Promise<Result>): Promise<Result | undefined> =>
  work.catch((error: unknown) => {
    if (isSystemError(error, "ENOENT")) return undefined;
    throw error;
  });
