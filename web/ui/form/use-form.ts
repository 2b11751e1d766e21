import { type ChangeEvent, type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';

type Errors<Values> = { [Field in keyof Values]?: string | undefined };

interface FormOptions<Values> {
  /** True while an attempt is under way. The fields are then read-only, and nothing is sent. */
  busy?: boolean;
  /** Sends the values, or returns what is wrong with them. `choice` is the value of the button. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most forms return nothing
  onSubmit: (values: Values, choice: string) => Errors<Values> | undefined | void;
  /** Called on each change, for example to clear the failure of the last attempt. */
  onChange?: () => void;
  /**
   * Moves the focus to the button before the form is sent, because a dialog for a recent sign-in returns the focus
   * there.
   */
  focusesButton?: boolean;
}

type TextChange = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>;
type TextField<Values> = { [Field in keyof Values]: Values[Field] extends string ? Field : never }[keyof Values];

/** The state of a form. */
export interface Form<Values> {
  values: Values;
  /** The errors by field. A change to a field removes its error. */
  errors: Errors<Values>;
  change: (changes: Partial<Values>) => void;
  /** Shows errors, and focuses the first field that has one. */
  fail: (errors: Errors<Values>) => void;
  reset: () => void;
  /** For the form element. */
  form: { ref: RefObject<HTMLFormElement | null>; noValidate: true; onSubmit: (event: FormEvent) => void };
  /** For the input element of a text field. */
  input: (name: TextField<Values>) => { value: string; readOnly: boolean; onChange: (event: TextChange) => void };
}

/** Holds the values of a form, checks them on submit, and shows errors at their fields. */
export function useForm<Values extends object>(
  start: Values | (() => Values),
  { busy = false, onSubmit, onChange, focusesButton = false }: FormOptions<Values>,
): Form<Values> {
  const ref = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(start);
  const [errors, setErrors] = useState<Errors<Values>>({});
  // Not `errors`: a field keeps the focus when its change removes its error and leaves others.
  const [found, setFound] = useState(errors);
  useEffect(() => {
    if (Object.keys(found).length > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [found]);
  const fail = (wrong: Errors<Values>) => {
    setErrors(wrong);
    setFound(wrong);
  };
  const change = (changes: Partial<Values>) => {
    setValues((current) => ({ ...current, ...changes }));
    setErrors((current) => without(current, Object.keys(changes)));
    onChange?.();
  };
  return {
    values,
    errors,
    change,
    fail,
    reset() {
      setValues(start);
      setErrors({});
    },
    form: {
      ref,
      noValidate: true,
      onSubmit(event) {
        event.preventDefault();
        if (busy) return;
        if (focusesButton) ref.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
        const { submitter } = event.nativeEvent as SubmitEvent;
        setErrors({});
        const wrong = onSubmit(values, submitter instanceof HTMLButtonElement ? submitter.value : '');
        if (wrong) fail(wrong);
      },
    },
    input: (name) => ({
      value: values[name] as string,
      readOnly: busy,
      onChange: (event) => change({ [name]: event.target.value } as unknown as Partial<Values>),
    }),
  };
}

function without<Values>(errors: Errors<Values>, fields: readonly string[]): Errors<Values> {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.includes(field))) as Errors<Values>;
}
