/**
 * Error codes of a file system that is full, over its quota or read-only, and of PostgreSQL with a full disk
 * (disk_full), because a host may keep its queue there.
 */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EROFS', '53100']);

/** Returns whether an error means that nothing can be stored until an operator acts. */
export function isStorageFull(error: unknown): boolean {
  return FULL.has(String((error as { code?: unknown } | null | undefined)?.code));
}

/** The rest of the 452 reply to a message that cannot be stored (RFC 5321 4.2.3, RFC 3463 3.4). */
export const STORAGE_FULL = ['4.3.1', 'Insufficient system storage, please try again later'] as const;
