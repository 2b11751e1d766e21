import { type ComponentProps, type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { filterHandle } from '../../../contract/handle-rules.ts';
import { classNames } from '../../ui/class-names.ts';
import { editHandle } from './handle-edit.ts';

interface HandleInputProps extends Omit<ComponentProps<'input'>, 'ref' | 'value' | 'onChange'> {
  ref?: Ref<HTMLInputElement | null>;
  value: string;
  onHandle: (handle: string) => void;
}

/** A field that keeps only what a handle may have, typed or pasted, also before the script was there to see it. */
export function HandleInput({ ref, value, onHandle, className, ...rest }: HandleInputProps) {
  const field = useRef<HTMLInputElement>(null);
  // The text while a keyboard composes it: most phone keyboards compose every word. Changing it would make the keyboard
  // insert it again, so it is filtered when the composition ends.
  const [composed, setComposed] = useState<string | null>(null);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => field.current, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when React takes over the field that the server drew
  useLayoutEffect(() => {
    const typed = filterHandle(field.current?.value ?? '');
    if (typed !== '' && typed !== value) onHandle(typed);
  }, []);

  function keep(input: HTMLInputElement): void {
    const { handle, caret } = editHandle(input.value, input.selectionStart ?? input.value.length);
    if (handle !== input.value) {
      // Written here and not by React, which would put the caret at the end.
      input.value = handle;
      input.setSelectionRange(caret, caret);
    }
    onHandle(handle);
  }

  return (
    <input
      {...rest}
      ref={field}
      value={composed ?? value}
      onChange={({ target }) => {
        if (composed === null) return keep(target);
        setComposed(target.value);
        onHandle(editHandle(target.value, target.selectionStart ?? target.value.length).handle);
      }}
      onCompositionStart={({ currentTarget }) => setComposed(currentTarget.value)}
      onCompositionEnd={({ currentTarget }) => {
        setComposed(null);
        keep(currentTarget);
      }}
      placeholder="yourname"
      autoCapitalize="none"
      autoCorrect="off"
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="go"
      className={classNames('lowercase', className)}
    />
  );
}
