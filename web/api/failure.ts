import { toastError } from '../ui/toast/toast-store.ts';
import { ApiError } from './error.ts';
import { errorText } from './error-text.ts';
import { isSessionExpired } from './use-action.ts';

const NOT_DONE = 'That did not work. Please try again.';

/**
 * Shows a failed action in a toast: the server's message, or `text`. Shows nothing if the session has ended, which a
 * dialog explains.
 */
export function showFailure(error: unknown, text = NOT_DONE, title = 'Error'): void {
  if (!isSessionExpired(error)) toastError(title, errorText(error, text));
}

/**
 * Returns the reason of a failure, for a form: the server's message, or `text`; nothing if the session has ended, which a dialog explains.
 */
export function failureOf(
  { error }: { error: unknown },
  text: string | ((error: unknown) => string) = NOT_DONE,
): string | undefined {
  if (!error || isSessionExpired(error)) return undefined;
  return typeof text === 'string' ? errorText(error, text) : text(error);
}

/** Waits for a removal. An object that has already been removed elsewhere counts as removed. */
export async function unlessGone(removal: Promise<unknown>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}
