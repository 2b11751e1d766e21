import type { ComponentProps } from 'react';
import { fieldStyle } from './field-style.ts';

/** A multi-line field that grows with its text, up to most of the window, where the browser supports `field-sizing`. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...rest}
      className={fieldStyle('field-sizing-content max-h-[max(12rem,60dvh)] min-h-24 resize-y py-2.5', className)}
    />
  );
}
