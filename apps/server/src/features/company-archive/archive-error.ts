/** Why an archive is not taken, in words for the person who has it. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
}
