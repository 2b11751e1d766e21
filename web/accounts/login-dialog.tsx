import { Zap } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { calls } from '../../contract/paths.ts';
import { send } from '../api/client.ts';
import { useAction } from '../api/use-action.ts';
import { Dialog, DialogActions, DialogIcon } from '../ui/dialog/dialog.tsx';
import { Button } from '../ui/form/button.tsx';
import { EmailInput } from '../ui/form/email-input.tsx';
import { Field } from '../ui/form/field.tsx';
import { failure, success } from '../ui/dialog/outcome-dialog.tsx';
import { OutboxHint } from './shared/outbox-hint.tsx';

const INVALID = 'Please enter a valid email address';
const FAILED = 'Failed to send magic link. Please try again.';

/** Signs people in by a mailed link. Each opening begins afresh (web/ui/dialog/dialog-on-demand.tsx). */
export function LoginDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [faulty, setFaulty] = useState(false);
  const { register, handleSubmit } = useForm({ defaultValues: { email: '' } });
  const link = useAction({
    keyOf: (email: string) => email,
    mutationFn: (email: string) => send(calls.sendLoginLink(), { method: 'POST', body: { email } }),
  });

  function back() {
    link.reset();
    setFaulty(false);
  }

  if (link.isSuccess) {
    return (
      <Dialog
        open={open}
        {...success({
          title: 'Magic Link Sent!',
          closeLabel: 'Close',
          onClose,
          words: (
            <>
              <p>Check your email for the connection link</p>
              <p className="text-sm">
                We sent it to <strong className="font-semibold wrap-anywhere text-text">{link.variables}</strong>. It
                works once, within 10 minutes.
              </p>
              <OutboxHint />
            </>
          ),
        })}
      />
    );
  }
  if (link.isError || faulty) {
    return (
      <Dialog
        open={open}
        {...failure({
          title: 'Oops! Something went wrong',
          onClose,
          onRetry: back,
          words: faulty ? INVALID : FAILED,
        })}
      />
    );
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      icon={ICON}
      title="Connect to your universe"
      description="No password. We mail you a link that signs you in."
    >
      <form
        noValidate
        onSubmit={handleSubmit(
          ({ email }) => link.mutate(email.trim()),
          () => setFaulty(true),
        )}
      >
        <Field label="Email">
          {(control) => (
            <EmailInput
              {...control}
              // Looser than the server on purpose: only what is surely no address is stopped here.
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
    </Dialog>
  );
}

const ICON = (
  <DialogIcon tone="brand">
    <Zap aria-hidden />
  </DialogIcon>
);
