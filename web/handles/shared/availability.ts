import { isHandle, type UnavailableReason } from '../../../contract/handle-rules.ts';

/** Typing rests this long before we ask. */
export const CHECK_DELAY = 500;

/** What the field shows. `failed`: the check got no answer, so the handle counts as taken. */
export type AvailabilityState =
  | { status: 'idle' }
  | { status: 'checking' }
  | { status: 'available' }
  | { status: 'unavailable'; reason: UnavailableReason; failed?: true };

/** What the server says of a handle. */
export interface AvailabilityResponse {
  available: boolean;
  reason?: UnavailableReason | undefined;
}

export type FetchAvailability = (handle: string, signal: AbortSignal) => Promise<AvailabilityResponse>;

/**
 * Asks once typing has rested, and tells the outcome unless cancelled before; cancelling aborts a request on its way.
 * What can not be a handle is not asked for; a check that fails counts as taken.
 */
export function startCheck(
  handle: string,
  ask: FetchAvailability,
  tell: (state: AvailabilityState) => void,
): () => void {
  const controller = new AbortController();
  const timer = setTimeout(async () => {
    const state = isHandle(handle)
      ? await outcome(ask(handle, controller.signal))
      : ({ status: 'unavailable', reason: 'invalid' } as const);
    if (!controller.signal.aborted) tell(state);
  }, CHECK_DELAY);
  return () => {
    clearTimeout(timer);
    controller.abort();
  };
}

async function outcome(asked: Promise<AvailabilityResponse>): Promise<AvailabilityState> {
  try {
    const { available, reason } = await asked;
    return available ? { status: 'available' } : { status: 'unavailable', reason: reason ?? 'taken' };
  } catch {
    return { status: 'unavailable', reason: 'taken', failed: true };
  }
}

/** The sentence beneath the field. */
export function availabilityText(state: AvailabilityState, handle: string): string {
  switch (state.status) {
    case 'idle':
      return 'Enter your desired handle';
    case 'checking':
      return 'Checking availability...';
    case 'available':
      return 'Perfect! This handle is available';
    case 'unavailable':
      if (state.reason === 'reserved') return 'Sorry, this handle is reserved for everybody’s safety';
      if (state.reason === 'taken') return 'Sorry, this handle is taken';
      if (state.reason === 'not-offered') return 'Handles of up to 10 characters are not offered here';
      return handle.length === 1
        ? 'A handle of one character has to be a letter'
        : 'Begin and end with a letter or number, and never put two dots in a row';
  }
}
