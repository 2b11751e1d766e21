import { X } from 'lucide-react';
import { Toast as Base } from 'radix-ui';
import { useEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';
import { dismissToast, TOAST_DURATION, type ToastItem } from './toast-store.ts';

/**
 * The notification area: at the top on small screens, at the bottom right on wide ones. F8 moves the focus here, even while a
 * dialog is open.
 */
export function Toaster({ items }: { items: readonly ToastItem[] }) {
  const viewport = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const region = viewport.current?.parentElement;
    // The focus trap of a dialog listens at the document for focus outside the dialog, so focus events in this area are
    // hidden from it.
    const hide = (event: FocusEvent) => {
      const gains = event.type === 'focusin' ? event.target : event.relatedTarget;
      if (gains instanceof Node && region?.contains(gains)) event.stopPropagation();
    };
    const root = document.documentElement;
    root.addEventListener('focusin', hide);
    root.addEventListener('focusout', hide);
    return () => {
      root.removeEventListener('focusin', hide);
      root.removeEventListener('focusout', hide);
    };
  }, []);
  return (
    <Base.Provider duration={TOAST_DURATION} swipeDirection="right" swipeThreshold={50}>
      {items.map((item) => (
        <Base.Root
          key={item.id}
          open={item.open}
          onOpenChange={(open) => !open && dismissToast(item.id)}
          type="foreground"
          className={classNames(
            'pointer-events-auto relative flex w-full items-start gap-3 rounded-card border p-4 pr-12 shadow-float',
            'animate-slide-in data-[state=closed]:animate-slide-out',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=end]:animate-slide-out',
            item.variant === 'destructive'
              ? 'border-danger-solid bg-danger-solid text-white'
              : 'border-border bg-raised text-text',
          )}
        >
          <div className="grid flex-1 gap-0.5">
            {item.title && <Base.Title className="text-sm font-semibold">{item.title}</Base.Title>}
            {item.description && <Base.Description className="text-sm opacity-95">{item.description}</Base.Description>}
          </div>
          {item.action && (
            <Base.Action
              altText={item.action.label}
              onClick={item.action.onClick}
              className="min-h-9 shrink-0 rounded-lg border border-current px-3 text-sm font-medium"
            >
              {item.action.label}
            </Base.Action>
          )}
          <Base.Close aria-label="Close" className="absolute top-1 right-1 grid size-11 place-items-center rounded-lg">
            <X className="size-4" aria-hidden />
          </Base.Close>
        </Base.Root>
      ))}
      <Base.Viewport
        ref={viewport}
        className="pointer-events-none fixed inset-x-0 top-0 z-60 flex max-h-screen flex-col-reverse p-4 outline-none sm:top-auto sm:right-0 sm:bottom-0 sm:left-auto sm:flex-col md:max-w-[420px] sm:w-full"
      />
    </Base.Provider>
  );
}
