import { type ChangeEvent, type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';

type Errors<Values> = { [Field in keyof Values]?: string | undefined };

interface FormOptions<Values> {
  /** Whether the last attempt is under way: the fields are read-only, and nothing is sent. */
  busy?: boolean;
  /** Sends the values, or returns what is wrong with them. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most forms return nothing
  onSubmit: (values: Values) => Errors<Values> | undefined | void;
  /** Called with each change, such as to forget the failure of the last attempt. */
  onChange?: () => void;
  /** Moves the focus to the button before the form is sent: a dialog for a recent sign-in returns it there. */
  focusesButton?: boolean;
}

type TextChange = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>;

/** The state of a form of text fields. */
export interface Form<Values> {
  values: Values;
  /** What is wrong with the values, by field. A change removes it. */
  errors: Errors<Values>;
  change: (changes: Partial<Values>) => void;
  /** Shows errors, and focuses the first field that has one. */
  fail: (errors: Errors<Values>) => void;
  reset: () => void;
  /** For the form element. */
  form: { ref: RefObject<HTMLFormElement | null>; noValidate: true; onSubmit: (event: FormEvent) => void };
  /** For the input element of a field. */
  input: (name: keyof Values) => { value: string; readOnly: boolean; onChange: (event: TextChange) => void };
}

/** Keeps what is typed into a form, checks it when it is sent, and shows what is wrong at its fields. */
export function useForm<Values extends { [Field in keyof Values]: string }>(
  start: Values,
  { busy = false, onSubmit, onChange, focusesButton = false }: FormOptions<Values>,
): Form<Values> {
  const ref = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(start);
  const [errors, setErrors] = useState<Errors<Values>>({});
  useFocusOnError(ref, errors);
  const change = (changes: Partial<Values>) => {
    setValues((current) => ({ ...current, ...changes }));
    setErrors({});
    onChange?.();
  };
  return {
    values,
    errors,
    change,
    fail: setErrors,
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
        setErrors(onSubmit(values) ?? {});
      },
    },
    input: (name) => ({
      value: values[name],
      readOnly: busy,
      onChange: (event) => change({ [name]: event.target.value } as unknown as Partial<Values>),
    }),
  };
}

/** Focuses the first field of a form that has an error, whenever errors are found. */
export function useFocusOnError(form: RefObject<HTMLFormElement | null>, errors: object): void {
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors, form]);
}
