import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Spinner } from '../spinner.tsx';
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style.ts';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows a spinner, keeps the width and ignores further clicks without losing the focus. */
  busy?: boolean;
  /** Words that stand beside the spinner while busy, in place of the label. */
  busyLabel?: string;
  children: ReactNode;
}

/** A button at least 44 px high. It is of type `button` unless told otherwise. */
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
  const spoken = busy && busyLabel !== undefined;
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      className={classNames(buttonStyle(variant, size), 'relative', className)}
    >
      {/* Transparent, not invisible: a busy button keeps its name for screen readers. */}
      <span
        className={classNames(
          'inline-flex items-center justify-center gap-2',
          busy && 'opacity-0',
          spoken && 'invisible',
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
