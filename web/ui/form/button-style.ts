import { classNames } from '../class-names.ts';

export type ButtonVariant = 'brand' | 'primary' | 'secondary' | 'ghost' | 'quiet-danger' | 'danger';
export type ButtonSize = 'regular' | 'large';

const VARIANTS: Record<ButtonVariant, string> = {
  brand:
    'neon-edge text-on-ink shadow-glow hover:brightness-115 disabled:border-border disabled:[background:var(--muted)] disabled:text-soft disabled:shadow-none disabled:hover:brightness-100',
  primary:
    'border border-transparent bg-text text-background hover:opacity-88 disabled:bg-muted disabled:text-soft disabled:opacity-100',
  secondary:
    'border border-border bg-surface text-text shadow-soft hover:bg-hover disabled:text-soft disabled:opacity-70 aria-disabled:opacity-70',
  ghost: 'border border-transparent text-text hover:bg-hover disabled:opacity-50 aria-disabled:opacity-50',
  'quiet-danger':
    'border border-transparent text-soft hover:bg-danger-surface hover:text-danger focus-visible:text-danger disabled:opacity-50 aria-disabled:opacity-50',
  danger: 'border border-transparent bg-danger-solid text-white hover:brightness-110 disabled:opacity-50',
};

const SIZES: Record<ButtonSize, string> = {
  regular: 'min-h-11 px-4 text-sm',
  large: 'min-h-13 px-6 text-base',
};

/** Classes of a button, or of a link that looks like one. */
export function buttonStyle(variant: ButtonVariant = 'primary', size: ButtonSize = 'regular'): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-control font-semibold whitespace-nowrap no-underline',
    'transition-[background-color,filter,opacity,transform] duration-150 ease-out select-none active:translate-y-px',
    '[&_svg]:size-[1.15em] [&_svg]:shrink-0',
    VARIANTS[variant],
    SIZES[size],
  );
}
