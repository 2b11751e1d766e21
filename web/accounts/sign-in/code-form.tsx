import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { CurrentUser } from '../../../contract/accounts/accounts.ts';
import { DialogActions } from '../../ui/dialog/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { OpenMailbox } from '../shared/open-mailbox.tsx';
import { ResendButton } from '../shared/resend-button.tsx';
import { CODE_DIGITS, codeDigits } from './code-format.ts';
import { CodeInput } from './code-input.tsx';
import { useSignInCode } from './use-sign-in-code.ts';

interface CodeFormProps {
  /** The address that the email was sent to. */
  email: string;
  submitLabel: string;
  onSignedIn: (user: CurrentUser) => void;
  /** A button beside the main one. */
  secondary: ReactNode;
}

/**
 * The form for the code of a sign-in email. Submits a complete code immediately, can request another email, and links
 * to the mailbox's website.
 */
export function CodeForm({ email, submitLabel, onSignedIn, secondary }: CodeFormProps) {
  const [text, setText] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const code = useSignInCode(email, onSignedIn);
  const { error, isChecking, isSpent } = code;
  const focusField = () => form.current?.querySelector('input')?.focus();
  useEffect(focusField, []);
  // Typing replaces a code that was not accepted.
  useEffect(() => {
    if (error !== undefined) form.current?.querySelector('input')?.select();
  }, [error]);

  function change(next: string) {
    setText(next);
    if (next === text || isChecking) return;
    code.setError(undefined);
    const digits = codeDigits(next);
    if (digits.length === CODE_DIGITS && codeDigits(text).length < CODE_DIGITS) code.check(digits);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isChecking) return;
    const digits = codeDigits(text);
    if (digits.length === CODE_DIGITS) code.check(digits);
    else {
      code.setError(`The code has ${CODE_DIGITS} digits.`);
      focusField();
    }
  }

  function resend() {
    setText('');
    code.resend();
    focusField();
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="text-left">
      <OpenMailbox email={email} />
      <Field
        label="Code from the email"
        help={
          code.resent > 0 ? 'We sent a new email. Enter its code here.' : 'Or open the emailed link in this browser.'
        }
        error={error}
      >
        {(control) => <CodeInput {...control} value={text} onChange={change} readOnly={isChecking} />}
      </Field>
      {!isSpent && (
        <div className="mt-1 -ml-4">
          <ResendButton sent={code.resent} busy={code.isResending} onResend={resend} />
        </div>
      )}
      <DialogActions>
        {secondary}
        {isSpent ? (
          <Button variant="brand" busy={code.isResending} onClick={resend}>
            Send a new email
          </Button>
        ) : (
          <Button type="submit" variant="brand" busy={isChecking}>
            {submitLabel}
          </Button>
        )}
      </DialogActions>
    </form>
  );
}
