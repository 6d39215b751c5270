/** Whether a disk, or somebody's share of it, is full. The file store wraps what its driver raises. */
export function isNoRoom(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT")) || isNoRoom(error.cause);
}
