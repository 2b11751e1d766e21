import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { ApiError } from './error.ts';

/**
 * Milliseconds that a double click takes at the most. An act that succeeded stays closed that long after its end, since
 * what it closes is still leaving the screen; one that failed, that long after its press, since it can be tried again.
 */
const DOUBLE_CLICK = 400;

/**
 * Returns a function that runs an act unless the same one, by its key, is still closed: from the press on, until it is
 * over and its result is on the screen. It knows at once, while React's state lags behind two presses of one double click.
 */
export function useSingleAction(): (act: () => Promise<unknown>, key?: string | number) => void {
  const closedUntil = useRef(new Map<string | number, number>());
  return useCallback((act, key = '') => {
    const closed = closedUntil.current;
    if (performance.now() < (closed.get(key) ?? 0)) return;
    const pressed = performance.now();
    closed.set(key, Number.POSITIVE_INFINITY);
    act().then(
      () => closed.set(key, performance.now() + DOUBLE_CLICK),
      () => closed.set(key, pressed + DOUBLE_CLICK),
    );
  }, []);
}

/** Whether an act was refused because nobody is signed in: the app asks for a new session then, above any screen. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

interface ActOptions<Data, Variables, Context> extends UseMutationOptions<Data, Error, Variables, Context> {
  /** Acts on different things, or with something else typed, do not wait for one another. */
  keyOf?: (variables: Variables) => string | number;
}

/** A mutation that a button starts: pressed twice, it runs once. */
export function useAction<Data, Variables = void, Context = unknown>({
  keyOf,
  ...options
}: ActOptions<Data, Variables, Context>): Omit<UseMutationResult<Data, Error, Variables, Context>, 'mutate'> & {
  mutate: (variables: Variables) => void;
} {
  const mutation = useMutation(options);
  const { mutateAsync } = mutation;
  const single = useSingleAction();
  const key = useRef(keyOf);
  key.current = keyOf;
  const mutate = useCallback(
    (variables: Variables) => single(() => mutateAsync(variables), key.current?.(variables)),
    [single, mutateAsync],
  );
  return { ...mutation, mutate };
}
