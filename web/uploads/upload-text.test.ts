import { expect, test } from 'vitest';
import { ApiError } from '../api/error.ts';
import { uploadErrorWords } from './upload-text.ts';

/** As @uppy/aws-s3 throws it when the storage refuses. */
const refusedBy = (status: number, body: string) => Object.assign(new Error(`S3 returned ${status}`), { status, body });

test('the server says why', () => {
  expect(uploadErrorWords(new ApiError(400, '', '{"message":"Please choose a PNG."}'))).toBe('Please choose a PNG.');
  expect(uploadErrorWords(refusedBy(403, '{"code":"upload_expired","message":"Request has expired"}'))).toBe(
    'Request has expired',
  );
  expect(
    uploadErrorWords(refusedBy(403, '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>')),
  ).toBe('Request has expired');
});

test('signed out, cut off, refused or broken without a word', () => {
  expect(uploadErrorWords(new ApiError(401, '', '{"message":"Please sign in first."}'))).toMatch(
    /^Authorization required/,
  );
  expect(uploadErrorWords(new TypeError('Failed to fetch'))).toMatch(/^Network error/);
  expect(uploadErrorWords(refusedBy(413, '<h1>Too large</h1>'))).toMatch(/^This file was refused/);
  expect(uploadErrorWords(refusedBy(502, ''))).toMatch(/^Something went wrong/);
});
