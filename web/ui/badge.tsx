import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info';

/** Background and text colour of each tone. */
export const TONE_SURFACE: Record<Tone, string> = {
  neutral: 'bg-muted text-soft',
  accent: 'bg-accent-surface text-accent',
  success: 'bg-success-surface text-success',
  warning: 'bg-warning-surface text-warning',
  danger: 'bg-danger-surface text-danger',
  info: 'bg-info-surface text-info',
};

/** A short label. Add an icon where the tone carries meaning: colour alone is not accessible (WCAG 1.4.1). */
export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: Tone;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-1 text-xs font-semibold whitespace-nowrap [&_svg]:size-3.5',
        TONE_SURFACE[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
