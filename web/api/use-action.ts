import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { ApiError } from './error.ts';

/** Time that a successful action stays locked after its end, so that its dialog can close and a double click can end. */
const LOCKED_AFTER_SUCCESS_MS = 400;
/**
 * Time that a failed action stays locked. For the second click of a double click, it stays locked even longer.
 */
const LOCKED_AFTER_FAILURE_MS = 50;

/** The browser's count of clicks at one place in quick succession; 0 for the keyboard. */
let clickCount = 0;
if (typeof window !== 'undefined') {
  const count = (event: MouseEvent) => {
    clickCount = event.detail;
  };
  window.addEventListener('click', count, { capture: true });
}

/**
 * Returns a function that runs an action unless one with the same key is locked, and returns whether it ran. An action
 * is locked from the click until its result is on the screen. The lock is a ref because React state is updated too late
 * for the second click of a double click.
 */
export function useSingleAction(): (action: () => Promise<unknown>, key?: string | number) => boolean {
  const lockedUntil = useRef(new Map<string | number, number>());
  const failed = useRef(new Set<string | number>());
  return useCallback((action, key = '') => {
    const locks = lockedUntil.current;
    if (performance.now() < (locks.get(key) ?? 0)) return false;
    // The action may have failed between the two clicks.
    const isSecondClick = clickCount > 1 && failed.current.has(key);
    failed.current.delete(key);
    if (isSecondClick) return false;
    locks.set(key, Number.POSITIVE_INFINITY);
    action().then(
      () => locks.set(key, performance.now() + LOCKED_AFTER_SUCCESS_MS),
      () => {
        locks.set(key, performance.now() + LOCKED_AFTER_FAILURE_MS);
        failed.current.add(key);
      },
    );
    return true;
  }, []);
}

/** Returns whether a request failed because the session has ended; the app then asks the user to sign in again. */
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
