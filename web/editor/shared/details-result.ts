import type { Handle } from '../../../contract/handles/handles.ts';
import { ApiError } from '../../api/error.ts';
import type { FieldErrors, SaveResult } from './editor-store.ts';

/** Error codes about the forwarding address that the server sends without field errors. */
const ADDRESS_ERROR_CODES = new Set([
  'email_invalid',
  'own_domain',
  'forwarding_needs_address',
  'same_address',
  'forwarder_limit',
  'too_many_letters',
]);

const SAVED = 'Settings saved successfully!';

/** Returns the result of saving details. */
export function savedResult(
  { forwardingEmail }: { forwardingEmail?: string | null | undefined },
  saved: Handle,
): SaveResult {
  if (!forwardingEmail || saved.forwardingStatus !== 'pending') return { tone: 'success', message: SAVED };
  return {
    tone: 'success',
    message: `${SAVED} We sent a verification mail to ${saved.forwardingEmail}.`,
    emailSent: true,
  };
}

/** Returns the server's first message for each field. */
export function detailsErrorsOf(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return {};
  if (error.code && ADDRESS_ERROR_CODES.has(error.code)) return { forwardingEmail: error.serverMessage ?? '' };
  const named = error.fieldErrors.map(({ path, message }) => {
    const field = path.split('.')[0] ?? '';
    return [field === 'emailForwarding' ? 'forwardingEmail' : field, message];
  });
  return Object.fromEntries(named.reverse());
}
