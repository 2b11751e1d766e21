import { domainOf } from '../../contract/addresses.ts';
import { ERRORS } from '../../contract/errors.ts';
import { ApiError } from '../platform/http/api-error.ts';

/**
 * Throws `own_domain` for an address inside the mail domain, where forwarded mail would loop. `field` names the request
 * field in the response, so that a form can show the message beside it.
 */
export function assertForeignAddress(address: string, mailDomain: string, field?: string): void {
  if (domainOf(address).toLowerCase() !== mailDomain) return;
  const [, message] = ERRORS.own_domain;
  throw new ApiError('own_domain', field === undefined ? {} : { errors: [{ path: field, message }] });
}
