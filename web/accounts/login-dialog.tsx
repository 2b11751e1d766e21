import { Zap } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { calls } from '../../contract/paths.ts';
import { send } from '../api/client.ts';
import { useAction } from '../api/use-action.ts';
import { DialogActions, DialogIcon } from '../ui/dialog/dialog.tsx';
import { Button } from '../ui/form/button.tsx';
import { EmailInput } from '../ui/form/email-input.tsx';
import { Field } from '../ui/form/field.tsx';
import { Strong } from '../ui/strong.tsx';
import { MagicLinkDialog } from './shared/magic-link-dialog.tsx';

const INVALID_EMAIL = 'Please enter a valid email address';
const SENDING_FAILED = 'Failed to send magic link. Please try again.';

/** The sign-in dialog: emails a magic link. */
export function LoginDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [isInvalid, setInvalid] = useState(false);
  const { register, handleSubmit } = useForm({ defaultValues: { email: '' } });
  const link = useAction({
    keyOf: (email: string) => email,
    mutationFn: (email: string) => send(calls.sendLoginLink(), { method: 'POST', body: { email } }),
  });

  return (
    <MagicLinkDialog
      open={open}
      onClose={onClose}
      icon={ICON}
      title="Connect to your universe"
      description="No password. We mail you a link that signs you in."
      sent={link.isSuccess ? sentMessage(link.variables ?? '') : undefined}
      errorMessage={isInvalid ? INVALID_EMAIL : link.isError ? SENDING_FAILED : undefined}
      onRetry={() => {
        link.reset();
        setInvalid(false);
      }}
    >
      <form
        noValidate
        onSubmit={handleSubmit(
          ({ email }) => link.mutate(email.trim()),
          () => setInvalid(true),
        )}
      >
        <Field label="Email">
          {(control) => (
            <EmailInput
              {...control}
              // Less strict than the server on purpose, so that no valid address is rejected here.
              {...register('email', { validate: (email) => email.includes('@') })}
              readOnly={link.isPending}
            />
          )}
        </Field>
        <DialogActions>
          <Button type="submit" variant="brand" disabled={link.isPending} busy={link.isPending}>
            Send Magic Link
          </Button>
        </DialogActions>
      </form>
    </MagicLinkDialog>
  );
}

function sentMessage(email: string) {
  return {
    title: 'Magic Link Sent!',
    closeLabel: 'Close',
    message: (
      <>
        <p>Check your email for the connection link</p>
        <p className="text-sm">
          We sent it to <Strong>{email}</Strong>. It works once, within 10 minutes.
        </p>
      </>
    ),
  };
}

const ICON = (
  <DialogIcon tone="brand">
    <Zap aria-hidden />
  </DialogIcon>
);
