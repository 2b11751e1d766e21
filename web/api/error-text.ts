import { ApiError } from './error.ts';

/** Returns the server's message for an error, or `fallback` if it sent none. */
export function errorText(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.serverMessage) || fallback;
}
