import type { ComponentProps } from 'react';
import { Input } from './input.tsx';

/** An input for one email address, with the email keyboard on phones and without autocorrection. */
export function EmailInput(props: Omit<ComponentProps<typeof Input>, 'type'>) {
  return (
    <Input
      autoComplete="email"
      {...props}
      type="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="you@example.com"
    />
  );
}
