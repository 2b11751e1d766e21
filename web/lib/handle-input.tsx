import { type ComponentProps, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { filterHandle } from '../../contract/handle-rules.ts';

interface HandleInputProps extends Omit<ComponentProps<'input'>, 'ref' | 'value' | 'onChange'> {
  ref?: Ref<HTMLInputElement | null>;
  value: string;
  onHandle: (handle: string) => void;
}

/** A field that keeps only what a handle may have, typed or pasted, also before the script was there to see it. */
export function HandleInput({ ref, value, onHandle, ...rest }: HandleInputProps) {
  const field = useRef<HTMLInputElement>(null);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => field.current, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when React takes over the field that the server drew
  useLayoutEffect(() => {
    const typed = filterHandle(field.current?.value ?? '');
    if (typed !== '' && typed !== value) onHandle(typed);
  }, []);

  return (
    <input
      {...rest}
      ref={field}
      value={value}
      onChange={(event) => onHandle(filterHandle(event.target.value))}
      placeholder="yourname"
      autoCapitalize="none"
      autoCorrect="off"
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="go"
    />
  );
}
