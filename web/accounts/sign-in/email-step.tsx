import { KeyRound } from 'lucide-react';
import type { UseFormReturn } from 'react-hook-form';
import type { CurrentUser } from '../../../contract/accounts/accounts.ts';
import { DialogActions } from '../../ui/dialog/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { EmailInput } from '../../ui/form/email-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { supportsPasskeys } from '../shared/webauthn.ts';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

interface EmailStepProps {
  form: UseFormReturn<{ email: string }>;
  isSending: boolean;
  onSubmit: (email: string) => void;
  onInvalid: () => void;
  onSignedIn: (user: CurrentUser) => void;
}

/** The first step of the sign-in dialog: an email address, or a passkey. */
export function EmailStep({ form, isSending, onSubmit, onInvalid, onSignedIn }: EmailStepProps) {
  const passkey = usePasskeySignIn(onSignedIn);
  return (
    <form noValidate onSubmit={form.handleSubmit(({ email }) => onSubmit(email.trim()), onInvalid)}>
      <Field label="Email">
        {(control) => (
          <EmailInput
            {...control}
            // Less strict than the server on purpose, so that no valid address is rejected here.
            {...form.register('email', { validate: (email) => email.includes('@') })}
            autoComplete="username webauthn"
            readOnly={isSending}
          />
        )}
      </Field>
      <div role="alert" className="text-sm text-danger">
        {passkey.error && <p className="mt-4">{passkey.error}</p>}
      </div>
      <DialogActions>
        {supportsPasskeys() && (
          <Button variant="ghost" busy={passkey.isBusy} onClick={passkey.start}>
            <KeyRound aria-hidden /> Sign in with a passkey
          </Button>
        )}
        <Button type="submit" variant="brand" disabled={isSending} busy={isSending}>
          Send sign-in link
        </Button>
      </DialogActions>
    </form>
  );
}
