import { ApiError } from './error.ts';

/** What to show for a failure: the server's own words where it sent some, else `fallback`. */
export function errorText(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.serverMessage) || fallback;
}
