/** A backup cannot be taken or restored; the message is written for the person who runs the command. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}
