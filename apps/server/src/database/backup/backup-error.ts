/** A backup cannot be taken or restored. The message is for the person who runs the command. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}
