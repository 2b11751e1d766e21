import type { DB } from '../../../db/schema.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { lockPicturesOf } from './handle-pictures-store.ts';

/**
 * Throws `invalid_input` with the field of the first picture that was not uploaded for this handle, or has since been
 * deleted. The caller holds the lock of the handle.
 */
export async function assertOwnPictures(
  trx: Transaction<DB>,
  handleId: number,
  pictures: [field: string, picture: string][],
): Promise<void> {
  const own = await lockPicturesOf(trx, handleId, [...new Set(pictures.map(([, picture]) => picture))]);
  const [foreign] = pictures.filter(([, picture]) => !own.has(picture));
  if (!foreign) return;
  const message = 'This picture was not uploaded for this handle, or it has been deleted. Please upload it again.';
  throw new ApiError('invalid_input', { message, errors: [{ path: foreign[0], message }] });
}
