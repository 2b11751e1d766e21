import { type ComponentProps, type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { filterHandle } from '../../../contract/handles/handle-rules.ts';
import { classNames } from '../../ui/class-names.ts';
import { editHandle } from './handle-edit.ts';

interface HandleInputProps extends Omit<ComponentProps<'input'>, 'ref' | 'value' | 'onChange'> {
  ref?: Ref<HTMLInputElement | null>;
  value: string;
  onHandle: (handle: string) => void;
}

/** An input that drops characters that a handle cannot contain, even from text typed before hydration. */
export function HandleInput({ ref, value, onHandle, className, ...rest }: HandleInputProps) {
  const field = useRef<HTMLInputElement>(null);
  // The text during an IME composition; most phone keyboards compose every word. A change would make the keyboard insert
  // the text again, so it is filtered when the composition ends.
  const [composed, setComposed] = useState<string | null>(null);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => field.current, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when React hydrates the server-rendered field
  useLayoutEffect(() => {
    const typed = filterHandle(field.current?.value ?? '');
    if (typed !== '' && typed !== value) onHandle(typed);
  }, []);

  function applyEdit(input: HTMLInputElement): void {
    const { handle, caret } = editHandle(input.value, input.selectionStart ?? input.value.length);
    if (handle !== input.value) {
      // Set here because React would move the caret to the end.
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
        if (composed === null) return applyEdit(target);
        setComposed(target.value);
        onHandle(editHandle(target.value, target.selectionStart ?? target.value.length).handle);
      }}
      onCompositionStart={({ currentTarget }) => setComposed(currentTarget.value)}
      onCompositionEnd={({ currentTarget }) => {
        setComposed(null);
        applyEdit(currentTarget);
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
