import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type AvailabilityResponse,
  type AvailabilityState,
  availabilityText,
  CHECK_DELAY,
  startCheck,
} from './availability.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('startCheck', () => {
  it('waits for a pause in typing', async () => {
    const fetchAvailability = vi.fn(async () => ({ available: true }));
    const onState = vi.fn();
    startCheck('ada', fetchAvailability, onState);
    await vi.advanceTimersByTimeAsync(CHECK_DELAY - 1);
    expect(fetchAvailability).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(fetchAvailability).toHaveBeenCalledOnce();
    expect(onState).toHaveBeenCalledWith({ status: 'available' });
  });

  it('requests only the last of several keystrokes', async () => {
    const fetchAvailability = vi.fn(async (_handle: string, _signal: AbortSignal) => ({ available: true }));
    let cancel = () => {};
    for (const typed of ['a', 'ad', 'ada']) {
      cancel();
      cancel = startCheck(typed, fetchAvailability, () => {});
      await vi.advanceTimersByTimeAsync(CHECK_DELAY - 100);
    }
    await vi.advanceTimersByTimeAsync(CHECK_DELAY);
    expect(fetchAvailability.mock.calls.map(([handle]) => handle)).toEqual(['ada']);
  });

  it('aborts a running check and ignores its late response', async () => {
    let respond: (value: AvailabilityResponse) => void = () => {};
    let seen: AbortSignal | undefined;
    const onState = vi.fn();
    const cancel = startCheck(
      'ada',
      (_handle, signal) => {
        seen = signal;
        return new Promise((resolve) => {
          respond = resolve;
        });
      },
      onState,
    );
    await vi.advanceTimersByTimeAsync(CHECK_DELAY);
    cancel();
    expect(seen?.aborted).toBe(true);
    respond({ available: true });
    await vi.runAllTimersAsync();
    expect(onState).not.toHaveBeenCalled();
  });

  it('reports a failed check as taken', async () => {
    const onState = vi.fn();
    startCheck('ada', () => Promise.reject(new Error('offline')), onState);
    await vi.advanceTimersByTimeAsync(CHECK_DELAY);
    expect(onState).toHaveBeenCalledWith({ status: 'unavailable', reason: 'taken', failed: true });
  });

  it('does not request an invalid handle', async () => {
    const fetchAvailability = vi.fn(async () => ({ available: true }));
    const onState = vi.fn();
    startCheck('-ada', fetchAvailability, onState);
    await vi.advanceTimersByTimeAsync(CHECK_DELAY);
    expect(fetchAvailability).not.toHaveBeenCalled();
    expect(onState).toHaveBeenCalledWith({ status: 'unavailable', reason: 'invalid' });
  });
});

describe('availabilityText', () => {
  it.each<[AvailabilityState, string]>([
    [{ status: 'idle' }, 'Enter your desired handle'],
    [{ status: 'checking' }, 'Checking availability...'],
    [{ status: 'available' }, 'Perfect! This handle is available'],
    [{ status: 'unavailable', reason: 'taken' }, 'Sorry, this handle is taken'],
  ])('describes the state %o as: %s', (state, text) => {
    expect(availabilityText(state, 'ada')).toBe(text);
  });

  it('gives each of the three reasons why a handle is unavailable its own text', () => {
    const texts = (['taken', 'reserved', 'invalid'] as const).map((reason) =>
      availabilityText({ status: 'unavailable', reason }, 'ada'),
    );
    expect(new Set(texts).size).toBe(3);
  });
});
