import { ApiError } from '../api/error.ts';

const SIGN_IN = 'Authorization required. Please sign in again.';
export const NETWORK_ERROR = 'Network error. Please check your connection and try again.';
const OUR_FAULT = 'Something went wrong with the upload. Please try again.';
const REFUSED = 'This file was refused. Please choose another picture.';

/** What to tell the person when an upload failed, by the answer of our server or of the storage behind it. */
export function uploadErrorText(error: unknown): string {
  if (error instanceof ApiError) return wordsFor(error.status, error.serverMessage);
  if (!(error instanceof Error) || !('status' in error)) return NETWORK_ERROR;
  return wordsFor(Number(error.status), 'body' in error ? messageIn(String(error.body)) : undefined);
}

function wordsFor(status: number, message: string | undefined): string {
  if (status === 401) return SIGN_IN;
  return message ?? (status < 500 ? REFUSED : OUR_FAULT);
}

/** The message of an answer: ours is JSON, that of an S3 storage XML. Undefined where there is none. */
function messageIn(body: string): string | undefined {
  const inXml = /<Message>([^<]+)<\/Message>/.exec(body)?.[1];
  if (inXml) return inXml;
  return new ApiError(0, '', body).serverMessage;
}
