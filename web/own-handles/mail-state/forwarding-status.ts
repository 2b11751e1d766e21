import type { Handle } from '../../../contract/handles/handles.ts';

export type ForwardingStatus = 'none' | 'off' | 'pending' | 'verified';

/** Returns the forwarding status of a handle. The owner's switch takes precedence over the verification state. */
export function statusOfHandle({
  emailForwarding,
  forwardingStatus,
}: Pick<Handle, 'emailForwarding' | 'forwardingStatus'>): ForwardingStatus {
  return forwardingStatus === 'none' || emailForwarding ? forwardingStatus : 'off';
}
