import { useSyncExternalStore } from 'react';

/** There is room for the form and the phone side by side; the same as Tailwind's `lg`. */
const WIDE = '(min-width: 64rem)';

/** Returns whether the phone stands beside the form. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(WIDE);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => window.matchMedia(WIDE).matches,
    () => true,
  );
}
