import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Spinner } from '../spinner.tsx';
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style.ts';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows a spinner and ignores clicks; the button keeps its width and the focus. */
  busy?: boolean;
  /** Shown beside the spinner in place of the label while busy. */
  busyLabel?: string;
  children: ReactNode;
}

/** A button at least 44 px high, of type `button` by default. */
export function Button({
  variant,
  size,
  busy = false,
  busyLabel,
  className,
  children,
  onClick,
  type,
  ...rest
}: ButtonProps) {
  const showsBusyLabel = busy && busyLabel !== undefined;
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      className={classNames(buttonStyle(variant, size), 'relative', className)}
    >
      {/* Opacity instead of `invisible`, so that screen readers still read the label of a busy button. */}
      <span
        className={classNames(
          'inline-flex items-center justify-center gap-2',
          busy && 'opacity-0',
          showsBusyLabel && 'invisible',
        )}
      >
        {children}
      </span>
      {busy && (
        <span className="absolute inset-0 flex items-center justify-center gap-2">
          <Spinner />
          {busyLabel}
        </span>
      )}
    </button>
  );
}
