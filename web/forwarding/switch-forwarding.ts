import type { Forwarding } from '../../contract/forwarding/forwarding.ts';
import { patchForwardingSwitch } from '../../contract/forwarding/forwarding.ts';
import { send } from '../api/client.ts';
import { saveVersioned } from '../api/versioned-save.ts';

/**
 * Turns forwarding on or off. Throws VersionConflict if the address was changed in the meantime, because the user saw a
 * different one.
 */
export async function switchForwarding(record: Forwarding, isActive: boolean): Promise<void> {
  await saveVersioned(
    record,
    ({ version }) => send(patchForwardingSwitch, { id: record.id, body: { isActive }, version }),
    (current) => current.forwarding_email !== record.forwarding_email,
  );
}
