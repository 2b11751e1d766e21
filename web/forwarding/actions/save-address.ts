import type { Forwarding } from '../../../contract/forwarding/forwarding.ts';
import { postForwarding } from '../../../contract/forwarding/forwarding.ts';
import type { Handle } from '../../../contract/handles/handles.ts';
import { putReplyMode, type ReplyMode } from '../../../contract/sending/reply-mode.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { overlapping, saveVersioned, VersionConflict } from '../../api/versioned-save.ts';

/** A new address for a handle. `record` is the version that the edit started from, undefined if there was none. */
export interface AddressSave {
  handle: Handle;
  record: Forwarding | undefined;
  typed: string;
  /** How mail reaches the inbox, if that changes. */
  replyMode?: ReplyMode | undefined;
}

export type SavedAddress = Forwarding & { updated: boolean };

/**
 * Saves an address, which the server then verifies by email. Throws VersionConflict if it was changed in the meantime.
 */
export async function saveAddress({ handle, record, typed, replyMode }: AddressSave): Promise<SavedAddress> {
  const post = (version: string | null) =>
    call(postForwarding, { body: { handleId: handle.id, forwardingEmail: typed }, version });
  // Comes first: a failure of the second step must not leave an inbox whose replies reveal more than was chosen.
  if (replyMode) await call(putReplyMode, { id: handle.id, body: { mode: replyMode } });
  if (!record) {
    return post(null).catch((error: unknown) => {
      const alreadyExists = error instanceof ApiError && error.status === 412 && error.current;
      throw alreadyExists ? new VersionConflict(error.current as Forwarding) : error;
    });
  }
  return saveVersioned(
    record,
    ({ version }) => post(version),
    (current) =>
      overlapping(['forwarding_email'], { base: record, current, wanted: { forwarding_email: typed } }).length > 0,
  );
}
