import { type LucideIcon, X } from 'lucide-react';
import { Dialog as Base } from 'radix-ui';
import { type ReactNode, type SyntheticEvent, useRef } from 'react';
import { classNames } from '../class-names.ts';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** A sentence below the title; screen readers read both. */
  description?: ReactNode;
  /** Shown above the title. */
  icon?: ReactNode;
  centered?: boolean;
  /** A third-party overlay, such as the PayPal window, is open above the page: it gets keyboard and pointer. */
  aside?: boolean;
  children?: ReactNode;
}

/** A modal: a bottom sheet on phones, a centred card on wider screens. It traps the focus and restores it on close. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  icon,
  centered = false,
  aside = false,
  children,
}: DialogProps) {
  // Radix restores the focus only to its own trigger, and these dialogs have none.
  const opener = useRef<Element | null>(null);
  const isAside = open && aside;
  return (
    // The dialog is closed for Radix while `aside` is set, so that it traps neither focus nor pointer.
    <Base.Root open={open && !aside} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal {...(isAside && { forceMount: true as const })}>
        <Base.Overlay
          onClickCapture={open ? undefined : blockEvent}
          onSubmitCapture={open ? undefined : blockEvent}
          className={classNames(
            'fixed inset-0 z-40 grid animate-fade grid-cols-1 place-items-end overflow-y-auto bg-(--scrim) backdrop-blur-[2px] sm:place-items-center sm:p-6',
            !isAside && 'data-[state=closed]:animate-leave',
          )}
        >
          <Base.Content
            // Radix gives Escape only to the layer that opened last, which may be a toast.
            onKeyDown={(event) => open && !aside && event.key === 'Escape' && !event.defaultPrevented && onClose()}
            onOpenAutoFocus={(event) => {
              // The body has the focus after a previous dialog was removed; it cannot receive the focus back.
              opener.current = document.activeElement === document.body ? null : document.activeElement;
              // Otherwise the first control would get the focus, which may be a button that removes something.
              const preferred = (event.currentTarget as Element).querySelector<HTMLElement>('[data-autofocus]');
              if (!preferred) return;
              event.preventDefault();
              preferred.focus();
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              const target = opener.current?.isConnected ? opener.current : document.getElementById('main');
              if (target instanceof HTMLElement) target.focus();
            }}
            {...(description ? {} : { 'aria-describedby': undefined })}
            className={classNames(
              'relative w-full rounded-t-2xl border border-border bg-raised p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] text-text shadow-float outline-none',
              'animate-sheet sm:max-w-[30rem] sm:animate-enter sm:rounded-2xl sm:p-7',
              !isAside && 'data-[state=closed]:animate-leave',
              centered && 'text-center',
            )}
          >
            {icon && <div className={classNames('mb-4 flex', centered && 'justify-center')}>{icon}</div>}
            <Base.Title className={classNames('text-xl font-semibold tracking-tight', !centered && 'pr-10')}>
              {title}
            </Base.Title>
            {description && (
              <Base.Description asChild>
                <div className={classNames('mt-1.5 text-soft', centered ? 'text-balance' : 'text-pretty')}>
                  {description}
                </div>
              </Base.Description>
            )}
            {children && <div className="mt-5">{children}</div>}
            <button
              type="button"
              aria-label="Close"
              onClick={onClose}
              className="absolute top-2.5 right-2.5 grid size-11 place-items-center rounded-control text-soft transition-colors hover:bg-hover hover:text-text"
            >
              <X className="size-5" aria-hidden />
            </button>
          </Base.Content>
        </Base.Overlay>
      </Base.Portal>
    </Base.Root>
  );
}

/** Blocks events while the exit animation runs: neither the dialog nor the page below reacts. */
function blockEvent(event: SyntheticEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** A dialog's buttons: stacked with the primary one on top on phones, side by side on wider screens. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="mt-6 flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end [&>*]:w-full sm:[&>*]:w-auto">
      {children}
    </div>
  );
}

interface DialogIconProps {
  tone: 'success' | 'danger' | 'brand';
  /** The icon. Use `children` for an icon with other properties. */
  icon?: LucideIcon;
  children?: ReactNode;
}

/** A round icon that shows the kind of the dialog. */
export function DialogIcon({ tone, icon: Icon, children }: DialogIconProps) {
  return (
    <div
      className={classNames(
        'grid size-14 place-items-center rounded-full [&_svg]:size-7',
        tone === 'success' && 'bg-success-surface text-success',
        tone === 'danger' && 'bg-danger-surface text-danger',
        tone === 'brand' && 'neon-edge text-on-ink shadow-glow',
      )}
    >
      {Icon ? <Icon aria-hidden /> : children}
    </div>
  );
}
