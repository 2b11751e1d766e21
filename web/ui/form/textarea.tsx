import type { ComponentProps } from 'react';
import { fieldStyle } from './field-style.ts';

/** A field of several lines that grows with its text where the browser can. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} className={fieldStyle('field-sizing-content min-h-24 resize-y py-2.5', className)} />;
}
