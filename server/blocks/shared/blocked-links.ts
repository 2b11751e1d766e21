import { hidesItsHost } from '../../../contract/social/hidden-host.ts';
import { ApiError } from '../../platform/http/api-error.ts';

/** Returns an `invalid_input` about one field. */
export function fieldError(path: string, message: string): ApiError {
  return new ApiError('invalid_input', { message, errors: [{ path, message }] });
}

/**
 * Throws `invalid_input` about a field if pages may not link to its address, because it hides its host or its domain is
 * on the operator's list.
 */
export function assertLinkable(path: string, url: string, isBlocked: (url: string) => boolean): void {
  if (hidesItsHost(url)) {
    throw fieldError(
      path,
      'This address hides where it leads. Please remove everything before the @, and any special characters.',
    );
  }
  if (!isBlocked(url)) return;
  const { hostname } = new URL(url);
  const target = hostname === '' ? 'this address' : hostname;
  throw fieldError(path, `Pages here cannot link to ${target}. Please remove this link, or enter another address.`);
}
