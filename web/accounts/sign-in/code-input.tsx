import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { Input } from '../../ui/form/input.tsx';
import { editCode } from './code-format.ts';

interface CodeInputProps extends Omit<ComponentProps<typeof Input>, 'value' | 'onChange'> {
  /** The text of the field, such as "123 456". */
  value: string;
  onChange: (text: string) => void;
}

/** A field for the code of a sign-in email, with the numeric keyboard and the browser's suggestions for one-time codes. */
export function CodeInput({ value, onChange, ...rest }: CodeInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  // React puts the caret at the end of a text that differs from the browser's edit.
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  return (
    <Input
      {...rest}
      ref={input}
      value={value}
      onChange={({ target }) => {
        const edit = editCode(value, { text: target.value, caret: target.selectionStart ?? target.value.length });
        caret.current = edit.caret;
        // The state does not change if the edit is undone, and React then restores the text without an effect.
        if (edit.text === value) {
          target.value = value;
          target.setSelectionRange(edit.caret, edit.caret);
        }
        onChange(edit.text);
      }}
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="123 456"
      className="min-h-14 text-center text-2xl! font-semibold tracking-[0.12em] tabular-nums placeholder:font-normal placeholder:text-soft/60"
    />
  );
}
