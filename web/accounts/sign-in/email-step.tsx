import { KeyRound } from 'lucide-react';
import type { CurrentUser } from '../../../contract/accounts/accounts.ts';
import { DialogActions } from '../../ui/dialog/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { EmailInput } from '../../ui/form/email-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import type { Form } from '../../ui/form/use-form.ts';
import { supportsPasskeys } from '../shared/webauthn.ts';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

interface EmailStepProps {
  form: Form<{ email: string }>;
  isSending: boolean;
  onSignedIn: (user: CurrentUser) => void;
}

/** The first step of the sign-in dialog: an email address, or a passkey. */
export function EmailStep({ form: { form, input }, isSending, onSignedIn }: EmailStepProps) {
  const passkey = usePasskeySignIn(onSignedIn);
  return (
    <form {...form}>
      <Field label="Email">
        {(control) => <EmailInput {...control} {...input('email')} autoComplete="username webauthn" />}
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
