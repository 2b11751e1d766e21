import { useSyncExternalStore } from 'react';

/** The width at which the form and the phone fit side by side, the same as Tailwind's `lg`. */
const WIDE = '(min-width: 64rem)';

/** Returns whether the phone is shown beside the form. */
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
