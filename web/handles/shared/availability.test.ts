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
  it('waits until typing has rested', async () => {
    const ask = vi.fn(async () => ({ available: true }));
    const tell = vi.fn();
    startCheck('ada', ask, tell);
    await vi.advanceTimersByTimeAsync(CHECK_DELAY - 1);
    expect(ask).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ask).toHaveBeenCalledOnce();
    expect(tell).toHaveBeenCalledWith({ status: 'available' });
  });

  it('asks for the last of many keystrokes only', async () => {
    const ask = vi.fn(async (_handle: string, _signal: AbortSignal) => ({ available: true }));
    let cancel = () => {};
    for (const typed of ['a', 'ad', 'ada']) {
      cancel();
      cancel = startCheck(typed, ask, () => {});
      await vi.advanceTimersByTimeAsync(CHECK_DELAY - 100);
    }
    await vi.advanceTimersByTimeAsync(CHECK_DELAY);
    expect(ask.mock.calls.map(([handle]) => handle)).toEqual(['ada']);
  });

  it('aborts a check on its way and never tells its late answer', async () => {
    let answer: (value: AvailabilityResponse) => void = () => {};
    let seen: AbortSignal | undefined;
    const tell = vi.fn();
    const cancel = startCheck(
      'ada',
      (_handle, signal) => {
        seen = signal;
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
      tell,
    );
    await vi.advanceTimersByTimeAsync(CHECK_DELAY);
    cancel();
    expect(seen?.aborted).toBe(true);
    answer({ available: true });
    await vi.runAllTimersAsync();
    expect(tell).not.toHaveBeenCalled();
  });

  it('counts a failed check as taken', async () => {
    const tell = vi.fn();
    startCheck('ada', () => Promise.reject(new Error('offline')), tell);
    await vi.advanceTimersByTimeAsync(CHECK_DELAY);
    expect(tell).toHaveBeenCalledWith({ status: 'unavailable', reason: 'taken', failed: true });
  });

  it('does not ask for what can not be a handle', async () => {
    const ask = vi.fn(async () => ({ available: true }));
    const tell = vi.fn();
    startCheck('-ada', ask, tell);
    await vi.advanceTimersByTimeAsync(CHECK_DELAY);
    expect(ask).not.toHaveBeenCalled();
    expect(tell).toHaveBeenCalledWith({ status: 'unavailable', reason: 'invalid' });
  });
});

describe('availabilityText', () => {
  it.each<[AvailabilityState, string]>([
    [{ status: 'idle' }, 'Enter your desired handle'],
    [{ status: 'checking' }, 'Checking availability...'],
    [{ status: 'available' }, 'Perfect! This handle is available'],
    [{ status: 'unavailable', reason: 'taken' }, 'Sorry, this handle is taken'],
  ])('says for %o: %s', (state, words) => {
    expect(availabilityText(state, 'ada')).toBe(words);
  });

  it('tells the three reasons apart', () => {
    const words = (['taken', 'reserved', 'invalid'] as const).map((reason) =>
      availabilityText({ status: 'unavailable', reason }, 'ada'),
    );
    expect(new Set(words).size).toBe(3);
  });
});
