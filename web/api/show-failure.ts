import { toast } from '../ui/toast/toast-store.ts';
import { ApiError } from './error.ts';
import { errorText } from './error-text.ts';
import { isSessionExpired } from './use-action.ts';

/** Shows a failed action in a toast. */
export function showFailure(error: Error): void {
  if (isSessionExpired(error)) return;
  toast({
    title: 'Error',
    description: errorText(error, 'That did not work. Please try again.'),
    variant: 'destructive',
  });
}

/** Waits for a removal. Something that was removed elsewhere in the meantime is what was asked for. */
export async function unlessGone(removal: Promise<unknown>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}
