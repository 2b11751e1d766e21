import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** A raised surface; 16 px inside on a phone, 24 on a desk. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={classNames('rounded-card border border-border bg-surface p-4 shadow-soft sm:p-6', className)}
    />
  );
}
