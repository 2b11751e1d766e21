import { expect, it } from 'vitest';
import { ERRORS } from '../../../contract/errors.ts';
import { ApiError } from '../../api/error.ts';
import { uploadErrorText } from './upload-text.ts';

/** An error as @uppy/aws-s3 throws it for a refused upload. */
const storageError = (status: number, body: string) =>
  Object.assign(new Error(`S3 returned ${status}`), { status, body });

it('shows the message of the server or the storage', () => {
  expect(uploadErrorText(new ApiError(400, '', '{"message":"Please choose a PNG."}'))).toBe('Please choose a PNG.');
  expect(uploadErrorText(storageError(403, '{"code":"upload_expired","message":"Request has expired"}'))).toBe(
    'Request has expired',
  );
  const [status, message] = ERRORS.storage_full;
  expect(uploadErrorText(storageError(status, JSON.stringify({ code: 'storage_full', message })))).toBe(message);
  expect(
    uploadErrorText(
      storageError(403, '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>'),
    ),
  ).toBe('Request has expired');
});

it('shows a generic message without a session, without a network, and for responses without a message', () => {
  expect(uploadErrorText(new ApiError(401, '', '{"message":"Please sign in first."}'))).toMatch(
    /^Authorization required/,
  );
  expect(uploadErrorText(new TypeError('Failed to fetch'))).toMatch(/^Network error/);
  expect(uploadErrorText(storageError(413, '<h1>Too large</h1>'))).toMatch(/^This file was refused/);
  expect(uploadErrorText(storageError(502, ''))).toMatch(/^Something went wrong/);
});
