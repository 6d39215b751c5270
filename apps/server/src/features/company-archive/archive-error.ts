/** Why an archive was rejected, in words for its owner. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
}
