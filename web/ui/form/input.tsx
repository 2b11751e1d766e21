import type { ComponentProps } from 'react';
import { fieldStyle } from './field-style.ts';

/** A one-line field. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={fieldStyle(className)} />;
}
