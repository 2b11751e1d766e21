import type { HandleSuggestion } from '../../../contract/handles/availability.ts';
import { isHandle, type UnavailableReason } from '../../../contract/handles/handle-rules.ts';

/** Delay between the last keystroke and the request, in milliseconds. */
export const CHECK_DELAY = 500;

/** The state of the check. `failed`: the request failed, so the handle counts as taken. */
export type AvailabilityState =
  | { status: 'idle' }
  | { status: 'checking' }
  | { status: 'available' }
  | { status: 'unavailable'; reason: UnavailableReason; suggestions?: HandleSuggestion[] | undefined; failed?: true };

export interface AvailabilityResponse {
  available: boolean;
  reason?: UnavailableReason | undefined;
  suggestions?: HandleSuggestion[] | undefined;
}

export type FetchAvailability = (handle: string, signal: AbortSignal) => Promise<AvailabilityResponse>;

/**
 * Checks a handle after CHECK_DELAY and calls `onState` with the result. Returns a function that cancels the check and
 * aborts its request. An invalid handle is not requested; a failed request counts as taken.
 */
export function startCheck(
  handle: string,
  fetchAvailability: FetchAvailability,
  onState: (state: AvailabilityState) => void,
): () => void {
  const controller = new AbortController();
  const timer = setTimeout(async () => {
    const state = isHandle(handle)
      ? await stateOf(fetchAvailability(handle, controller.signal))
      : ({ status: 'unavailable', reason: 'invalid' } as const);
    if (!controller.signal.aborted) onState(state);
  }, CHECK_DELAY);
  return () => {
    clearTimeout(timer);
    controller.abort();
  };
}

async function stateOf(response: Promise<AvailabilityResponse>): Promise<AvailabilityState> {
  try {
    const { available, reason, suggestions } = await response;
    return available ? { status: 'available' } : { status: 'unavailable', reason: reason ?? 'taken', suggestions };
  } catch {
    return { status: 'unavailable', reason: 'taken', failed: true };
  }
}

/** Returns the text below the field. */
export function availabilityText(state: AvailabilityState, handle: string): string {
  switch (state.status) {
    case 'idle':
      return 'Enter your desired handle';
    case 'checking':
      return 'Checking availability...';
    case 'available':
      return 'Perfect! This handle is available';
    case 'unavailable':
      if (state.reason === 'reserved') return 'Sorry, this handle is reserved for everyone’s safety';
      if (state.reason === 'taken') return 'Sorry, this handle is taken';
      if (state.reason === 'not-offered') return 'Handles of this length are not offered here';
      return handle.length === 1
        ? 'A handle of one character has to be a letter'
        : 'Begin and end with a letter or number, and never put two dots in a row';
  }
}
