import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** A raised surface with a padding of 16 px on phones and 24 px on wider screens. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={classNames('rounded-card border border-border bg-surface p-4 shadow-soft sm:p-6', className)}
    />
  );
}
