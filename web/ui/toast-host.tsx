import { lazy, Suspense, useSyncExternalStore } from 'react';
import { currentToasts, subscribeToasts, type ToastItem } from './toast-store.ts';

const Toaster = lazy(async () => ({ default: (await import('./toaster.tsx')).Toaster }));
const NONE: readonly ToastItem[] = [];

/** Stands once in the shell; loads the notification area with the first toast. */
export function ToastHost() {
  const items = useSyncExternalStore(subscribeToasts, currentToasts, () => NONE);
  if (items.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <Toaster items={items} />
    </Suspense>
  );
}
