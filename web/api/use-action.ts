import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { ApiError } from './error.ts';

/**
 * Maximum duration of a double click. A successful action stays locked this long after its end, since its dialog is still
 * closing; a failed one stays locked this long after the click, since it may be tried again.
 */
const DOUBLE_CLICK_MS = 400;

/**
 * Returns a function that runs an action unless one with the same key is locked: from the click until its result is on
 * the screen. It uses a ref because React state is updated too late for the second click of a double click.
 */
export function useSingleAction(): (action: () => Promise<unknown>, key?: string | number) => void {
  const lockedUntil = useRef(new Map<string | number, number>());
  return useCallback((action, key = '') => {
    const locks = lockedUntil.current;
    if (performance.now() < (locks.get(key) ?? 0)) return;
    const clickedAt = performance.now();
    locks.set(key, Number.POSITIVE_INFINITY);
    action().then(
      () => locks.set(key, performance.now() + DOUBLE_CLICK_MS),
      () => locks.set(key, clickedAt + DOUBLE_CLICK_MS),
    );
  }, []);
}

/** Whether a request failed because the session has ended; the app then asks the user to sign in again. */
export function isSessionExpired(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

interface ActionOptions<Data, Variables, Context> extends UseMutationOptions<Data, Error, Variables, Context> {
  /** Actions with different keys do not block one another. */
  keyOf?: (variables: Variables) => string | number;
}

/** A mutation started by a button; a double click runs it once. */
export function useAction<Data, Variables = void, Context = unknown>({
  keyOf,
  ...options
}: ActionOptions<Data, Variables, Context>): Omit<UseMutationResult<Data, Error, Variables, Context>, 'mutate'> & {
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
