import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentToasts, dismissToast, subscribeToasts, TOAST_REMOVE_DELAY, toast } from './toast-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const item of currentToasts()) dismissToast(item.id);
  vi.runAllTimers();
  vi.useRealTimers();
});

describe('toasts', () => {
  it('shows only the latest toast', () => {
    toast({ title: 'first' });
    toast({ title: 'second' });
    expect(currentToasts().map(({ title }) => title)).toEqual(['second']);
  });

  it('keeps a dismissed toast closed until the removal delay has passed', () => {
    const id = toast({ title: 'bye' });
    dismissToast(id);
    expect(currentToasts()).toMatchObject([{ id, open: false }]);
    vi.advanceTimersByTime(TOAST_REMOVE_DELAY - 1);
    expect(currentToasts()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(currentToasts()).toHaveLength(0);
  });

  it('stops calling a listener that has unsubscribed', () => {
    const listener = vi.fn();
    const unsubscribe = subscribeToasts(listener);
    toast({ title: 'one' });
    unsubscribe();
    toast({ title: 'two' });
    expect(listener).toHaveBeenCalledOnce();
  });
});
