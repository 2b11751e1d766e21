import { ApiError } from '../../api/error.ts';

const SIGN_IN = 'Authorization required. Please sign in again.';
export const NETWORK_ERROR = 'Network error. Please check your connection and try again.';
const UPLOAD_FAILED = 'Something went wrong with the upload. Please try again.';
const REFUSED = 'This file was refused. Please choose another picture.';

/** Returns the message for a failed upload, from the response of our server or of the storage. */
export function uploadErrorText(error: unknown): string {
  if (error instanceof ApiError) return messageFor(error.status, error.serverMessage);
  if (!(error instanceof Error) || !('status' in error)) return NETWORK_ERROR;
  return messageFor(Number(error.status), 'body' in error ? messageIn(String(error.body)) : undefined);
}

function messageFor(status: number, message: string | undefined): string {
  if (status === 401) return SIGN_IN;
  return message ?? (status < 500 ? REFUSED : UPLOAD_FAILED);
}

/** Returns the message in a response body: JSON from our server, XML from S3; undefined if none exists. */
function messageIn(body: string): string | undefined {
  const inXml = /<Message>([^<]+)<\/Message>/.exec(body)?.[1];
  if (inXml) return inXml;
  return new ApiError(0, '', body).serverMessage;
}
