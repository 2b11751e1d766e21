import type { ComponentProps } from 'react';
import { Input } from './input.tsx';

/** A field for one email address: the right keyboard on a phone, nothing corrected behind one's back. */
export function EmailInput(props: Omit<ComponentProps<typeof Input>, 'type'>) {
  return (
    <Input
      {...props}
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="you@example.com"
    />
  );
}
