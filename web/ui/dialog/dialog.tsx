import { X } from 'lucide-react';
import { Dialog as Base } from 'radix-ui';
import { type ReactNode, type SyntheticEvent, useRef } from 'react';
import { classNames } from '../class-names.ts';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** A sentence beneath the title, read out with it. */
  description?: ReactNode;
  /** Above the title, in the middle. */
  icon?: ReactNode;
  centered?: boolean;
  /** Something of others stands above the page, such as a window to pay in: keys and pointer are left to it. */
  aside?: boolean;
  children?: ReactNode;
}

/** A modal: a sheet from below on a phone, a card in the middle on a desk. Focus stays inside and returns on close. */
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
  // Radix returns the focus to a trigger only; ours are opened from anywhere.
  const opener = useRef<Element | null>(null);
  const stays = open && aside;
  return (
    // To Radix it is closed while it stands aside: it keeps neither focus nor pointer then.
    <Base.Root open={open && !aside} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal {...(stays && { forceMount: true as const })}>
        <Base.Overlay
          onClickCapture={open ? undefined : swallow}
          onSubmitCapture={open ? undefined : swallow}
          className={classNames(
            'fixed inset-0 z-40 grid animate-fade place-items-end overflow-y-auto bg-(--scrim) backdrop-blur-[2px] sm:place-items-center sm:p-6',
            !stays && 'data-[state=closed]:animate-leave',
          )}
        >
          <Base.Content
            onOpenAutoFocus={() => {
              // The body has the focus where the dialog before took its own along; it can't be given back to.
              opener.current = document.activeElement === document.body ? null : document.activeElement;
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              const back = opener.current?.isConnected ? opener.current : document.getElementById('main');
              if (back instanceof HTMLElement) back.focus();
            }}
            {...(description ? {} : { 'aria-describedby': undefined })}
            className={classNames(
              'relative w-full rounded-t-2xl border border-border bg-raised p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] text-text shadow-float outline-none',
              'animate-sheet sm:max-w-[30rem] sm:animate-enter sm:rounded-2xl sm:p-7',
              !stays && 'data-[state=closed]:animate-leave',
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

/** A dialog on its way out takes nothing any more, and lets nothing through to the page beneath. */
function swallow(event: SyntheticEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** The row of a dialog's buttons: stacked with the main one on top on a phone, side by side on a desk. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="mt-6 flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end [&>*]:w-full sm:[&>*]:w-auto">
      {children}
    </div>
  );
}

/** The round picture that says in a blink how things went. */
export function DialogIcon({ tone, children }: { tone: 'success' | 'danger' | 'brand'; children: ReactNode }) {
  return (
    <div
      className={classNames(
        'grid size-14 place-items-center rounded-full [&_svg]:size-7',
        tone === 'success' && 'bg-success-surface text-success',
        tone === 'danger' && 'bg-danger-surface text-danger',
        tone === 'brand' && 'neon-edge text-on-ink shadow-glow',
      )}
    >
      {children}
    </div>
  );
}
