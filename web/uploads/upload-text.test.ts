import { expect, test } from 'vitest';
import { ApiError } from '../api/error.ts';
import { uploadErrorText } from './upload-text.ts';

/** As @uppy/aws-s3 throws it when the storage refuses. */
const refusedBy = (status: number, body: string) => Object.assign(new Error(`S3 returned ${status}`), { status, body });

test('the server says why', () => {
  expect(uploadErrorText(new ApiError(400, '', '{"message":"Please choose a PNG."}'))).toBe('Please choose a PNG.');
  expect(uploadErrorText(refusedBy(403, '{"code":"upload_expired","message":"Request has expired"}'))).toBe(
    'Request has expired',
  );
  expect(
    uploadErrorText(refusedBy(403, '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>')),
  ).toBe('Request has expired');
});

test('signed out, cut off, refused or broken without a word', () => {
  expect(uploadErrorText(new ApiError(401, '', '{"message":"Please sign in first."}'))).toMatch(
    /^Authorization required/,
  );
  expect(uploadErrorText(new TypeError('Failed to fetch'))).toMatch(/^Network error/);
  expect(uploadErrorText(refusedBy(413, '<h1>Too large</h1>'))).toMatch(/^This file was refused/);
  expect(uploadErrorText(refusedBy(502, ''))).toMatch(/^Something went wrong/);
});
