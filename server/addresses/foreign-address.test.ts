import { expect, it } from 'vitest';
import { ERRORS } from '../../contract/errors.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { assertForeignAddress } from './foreign-address.ts';

function thrownFor(address: string, field?: string): ApiError | undefined {
  try {
    assertForeignAddress(address, 'handles.test', field);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

it.each(['ann@inbox.test', 'ann@mail.handles.test', 'ann@handles.test.example'])(
  'accepts the address %s outside the mail domain',
  (address) => expect(thrownFor(address)).toBeUndefined(),
);

it.each(['ann@handles.test', 'ann@Handles.TEST'])('rejects the address %s, to which mail would loop', (address) => {
  expect(thrownFor(address)).toMatchObject({ code: 'own_domain', errors: undefined });
});

it('names the field of an address that it rejects', () => {
  expect(thrownFor('ann@handles.test', 'email')?.errors).toEqual([{ path: 'email', message: ERRORS.own_domain[1] }]);
});
