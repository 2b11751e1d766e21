import { Sparkles } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { calls } from '../../../contract/paths.ts';
import { planForHandle } from '../../../contract/payments/plans.ts';
import { MagicLinkDialog } from '../../accounts/shared/magic-link-dialog.tsx';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { errorText } from '../../api/error-text.ts';
import { useAction } from '../../api/use-action.ts';
import { DialogActions, DialogIcon } from '../../ui/dialog/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { EmailInput } from '../../ui/form/email-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Strong } from '../../ui/strong.tsx';

const loadResponseSchema = async () => (await import('../../../contract/accounts/accounts.ts')).done;

interface FreeClaimDialogProps {
  open: boolean;
  handle: string;
  onClose: () => void;
}

/** Claims a free handle: emails a magic link. */
export function FreeClaimDialog({ open, handle, onClose }: FreeClaimDialogProps) {
  const { register, handleSubmit, watch } = useForm({ defaultValues: { email: '' } });
  const complete = watch('email').trim().includes('@');
  const claim = useAction({
    keyOf: (email: string) => email,
    mutationFn: (email: string) =>
      call(calls.sendClaimLink(), loadResponseSchema, {
        method: 'POST',
        body: { email, handle, plan: planForHandle(handle) },
      }),
  });

  return (
    <MagicLinkDialog
      open={open}
      onClose={onClose}
      icon={ICON}
      title="Grab your handle"
      description={
        <p>
          Where should we send the link that makes <Strong>{handle}</Strong> yours?
        </p>
      }
      sent={claim.isSuccess ? sentMessage(claim.variables ?? '', handle) : undefined}
      errorMessage={claim.isError ? claimErrorText(claim.error) : undefined}
      onRetry={() => claim.reset()}
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
    </MagicLinkDialog>
  );
}

function sentMessage(email: string, handle: string) {
  return {
    title: 'Check your email!',
    closeLabel: 'Got it',
    message: (
      <p>
        We sent a magic link to <Strong>{email}</Strong>. Follow it within 10 minutes and <Strong>{handle}</Strong> is
        yours.
      </p>
    ),
  };
}

/** Returns the server's message; without one, the text depends on whether the server responded. */
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
