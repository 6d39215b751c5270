/** Whether a write failed because a disk or quota is full. Checks the causes of wrapped errors. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT")) || isDiskFull(error.cause);
}
