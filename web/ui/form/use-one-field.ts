import { type ChangeEvent, type RefObject, useRef, useState } from 'react';

interface OneField {
  text: string;
  setText: (text: string) => void;
  error: string | undefined;
  /** Shows a reason at the field and focuses it. */
  fail: (reason: string) => void;
  /** For the input element. */
  input: {
    ref: RefObject<HTMLInputElement | null>;
    value: string;
    onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  };
}

/** The state of a form with one text field, which does not need a form library. A change of the text removes the error. */
export function useOneField(): OneField {
  const ref = useRef<HTMLInputElement>(null);
  const [{ text, error }, setState] = useState<{ text: string; error?: string }>({ text: '' });
  const setText = (changed: string) => setState({ text: changed });
  return {
    text,
    setText,
    error,
    fail(reason) {
      setState((current) => ({ ...current, error: reason }));
      ref.current?.focus();
    },
    input: { ref, value: text, onChange: (event) => setText(event.target.value) },
  };
}
