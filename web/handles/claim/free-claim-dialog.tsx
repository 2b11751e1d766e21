import { Sparkles } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { calls } from '../../../contract/paths.ts';
import { planForHandle } from '../../../contract/plans.ts';
import { OutboxHint } from '../../accounts/shared/outbox-hint.tsx';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { errorText } from '../../api/error-text.ts';
import { useAction } from '../../api/use-action.ts';
import { Dialog, DialogActions, DialogIcon } from '../../ui/dialog/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { EmailInput } from '../../ui/form/email-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { failure, success } from '../../ui/dialog/outcome-dialog.tsx';

const loadAnswer = async () => (await import('../../../contract/accounts.ts')).done;

interface FreeClaimDialogProps {
  open: boolean;
  handle: string;
  onClose: () => void;
}

/** Claims a free handle by a mailed link. Each opening begins afresh (web/ui/dialog/dialog-on-demand.tsx). */
export function FreeClaimDialog({ open, handle, onClose }: FreeClaimDialogProps) {
  const { register, handleSubmit, watch } = useForm({ defaultValues: { email: '' } });
  const complete = watch('email').trim().includes('@');
  const claim = useAction({
    keyOf: (email: string) => email,
    mutationFn: (email: string) =>
      call(calls.sendClaimLink(), loadAnswer, {
        method: 'POST',
        body: { email, handle, plan: planForHandle(handle) },
      }),
  });

  if (claim.isSuccess) {
    return (
      <Dialog
        open={open}
        {...success({
          title: 'Check your email!',
          closeLabel: 'Got it',
          onClose,
          words: (
            <>
              <p>
                We sent a magic link to{' '}
                <strong className="font-semibold wrap-anywhere text-text">{claim.variables}</strong>. Follow it within
                10 minutes and <strong className="font-semibold wrap-anywhere text-text">{handle}</strong> is yours.
              </p>
              <OutboxHint />
            </>
          ),
        })}
      />
    );
  }
  if (claim.isError) {
    return (
      <Dialog
        open={open}
        {...failure({
          title: 'Oops! Something went wrong',
          onClose,
          onRetry: () => claim.reset(),
          words: claimErrorText(claim.error),
        })}
      />
    );
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      icon={ICON}
      title="Grab your handle"
      description={
        <p>
          Where shall we send the link that makes{' '}
          <strong className="font-semibold wrap-anywhere text-text">{handle}</strong> yours?
        </p>
      }
    >
      <form noValidate onSubmit={handleSubmit(({ email }) => claim.mutate(email.trim()))}>
        <Field label="Your email" help="Please double-check your email: your profile will be linked to it.">
          {(control) => (
            <EmailInput
              {...control}
              {...register('email', { required: true, validate: (email) => email.includes('@') })}
              readOnly={claim.isPending}
            />
          )}
        </Field>
        <DialogActions>
          <Button type="submit" variant="brand" disabled={!complete || claim.isPending} busy={claim.isPending}>
            Send Magic Link
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The server's words; else what went wrong as far as we know: an answer without words, or no answer at all. */
export function claimErrorText(error: unknown): string {
  return errorText(
    error,
    error instanceof ApiError ? 'Failed to send magic link' : 'Failed to send magic link. Please try again.',
  );
}

const ICON = (
  <DialogIcon tone="brand">
    <Sparkles aria-hidden />
  </DialogIcon>
);
