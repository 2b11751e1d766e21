import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { EmailInput } from '../ui/form/email-input.tsx';
import { Field } from '../ui/form/field.tsx';

interface AddressFormProps<Request> {
  id: string;
  label: string;
  placeholder: string;
  /** Parses the request of a typed address. */
  parse: (email: string) => z.core.util.SafeParseResult<Request>;
  busy: boolean;
  /** The failure of the last request. */
  failure: string | undefined;
  /** The button that submits. A dialog for a recent sign-in returns the focus to it. */
  button: RefObject<HTMLButtonElement | null>;
  onSubmit: (request: Request) => void;
  onChange: () => void;
  /** Fields after the address. */
  children?: ReactNode;
}

/** The form of a dialog that asks for the address of a person. The buttons of the dialog stand outside of it. */
export function AddressForm<Request>(props: AddressFormProps<Request>) {
  const { id, label, placeholder, parse, busy, failure, button, onSubmit, onChange, children } = props;
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const parsed = parse(email);
    setProblem(parsed.error?.issues[0]?.message);
    if (!parsed.success) return field.current?.focus();
    button.current?.focus();
    onSubmit(parsed.data);
  }

  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-5">
      <Field label={label} error={problem ?? failure}>
        {(control) => (
          <EmailInput
            {...control}
            ref={field}
            autoFocus
            autoComplete="off"
            placeholder={placeholder}
            value={email}
            readOnly={busy}
            onChange={(event) => {
              setEmail(event.target.value);
              setProblem(undefined);
              onChange();
            }}
          />
        )}
      </Field>
      {children}
    </form>
  );
}
