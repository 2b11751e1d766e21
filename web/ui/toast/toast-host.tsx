import { useEffect, useRef, useSyncExternalStore } from 'react';
import { partOnDemand } from '../on-demand.tsx';
import { currentToasts, dismissToast, subscribeToasts, TOAST_DURATION, type ToastItem } from './toast-store.ts';

const NONE: readonly ToastItem[] = [];
const Toaster = partOnDemand(
  async () => (await import('./toaster.tsx')).Toaster,
  null,
  ({ retry }, { items }) => <PlainToasts items={items} retry={retry} />,
);

/** Rendered once, in the shell; downloads the notification area with the first toast. */
export function ToastHost() {
  const items = useSyncExternalStore(subscribeToasts, currentToasts, () => NONE);
  // When a modal dialog opens, it hides everything from screen readers except elements with this attribute.
  return <div aria-live="off">{items.length > 0 && <Toaster items={items} />}</div>;
}

/** Shows the toasts if the notification area could not be downloaded, usually because the connection is lost. */
function PlainToasts({ items, retry }: { items: readonly ToastItem[]; retry: () => void }) {
  const latest = items[0]?.id;
  const tried = useRef(latest);
  // Each new toast tries the download again.
  useEffect(() => {
    if (tried.current !== latest) retry();
    tried.current = latest;
  }, [latest, retry]);
  return items.map((item) => <PlainToast key={item.id} item={item} />);
}

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
