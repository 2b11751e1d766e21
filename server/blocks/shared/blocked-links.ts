import { ApiError } from '../../platform/http/api-error.ts';

/** An `invalid_input` about one field. */
export function fieldError(path: string, message: string): ApiError {
  return new ApiError('invalid_input', { message, errors: [{ path, message }] });
}

/** The error of an address that the operator's list forbids. */
export function blockedLink(path: string, url: string): ApiError {
  const { hostname } = new URL(url);
  const target = hostname === '' ? 'this address' : hostname;
  return fieldError(path, `Pages here cannot link to ${target}. Please remove this link, or enter another address.`);
}
