import { useEffect, useSyncExternalStore } from 'react';
import { onDemand, useOnDemand } from '../on-demand.ts';
import { currentToasts, dismissToast, subscribeToasts, TOAST_DURATION, type ToastItem } from './toast-store.ts';

const toaster = onDemand(async () => (await import('./toaster.tsx')).Toaster);
const NONE: readonly ToastItem[] = [];

/** Rendered once, in the shell; downloads the notification area with the first toast. */
export function ToastHost() {
  const items = useSyncExternalStore(subscribeToasts, currentToasts, () => NONE);
  const { Component, failures, retry } = useOnDemand(toaster, items.length > 0);
  const latest = items[0]?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new toast tries the download again
  useEffect(() => {
    if (failures > 0) retry();
  }, [latest]);
  return (
    // A modal dialog hides everything from screen readers but what has this attribute when it opens.
    <div aria-live="off">
      {Component && items.length > 0 ? (
        <Component items={items} />
      ) : (
        failures > 0 && items.map((item) => <PlainToast key={item.id} item={item} />)
      )}
    </div>
  );
}

/** A toast for the case that the notification area could not be downloaded, mostly because the connection is lost. */
function PlainToast({ item: { id, open, title, description, variant } }: { item: ToastItem }) {
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), TOAST_DURATION);
    return () => clearTimeout(timer);
  }, [id]);
  if (!open) return null;
  const tone =
    variant === 'destructive' ? 'border-danger-solid bg-danger-solid text-white' : 'border-border bg-raised text-text';
  return (
    <div
      role="status"
      className={`fixed inset-x-4 top-4 z-60 grid gap-0.5 rounded-card border p-4 text-sm shadow-float sm:top-auto sm:right-4 sm:bottom-4 sm:left-auto sm:w-full sm:max-w-[388px] ${tone}`}
    >
      {title && <p className="font-semibold">{title}</p>}
      {description && <p>{description}</p>}
    </div>
  );
}
