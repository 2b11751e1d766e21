import type { ComponentProps } from 'react';
import { fieldStyle } from './field-style.ts';

/** A one-line text field. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={fieldStyle(className)} />;
}
