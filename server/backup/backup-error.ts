/** Thrown if a backup cannot be made, read or restored. The message has the reason and the remedy for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}
