import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import type { CurrentUser } from '../../../contract/accounts/accounts.ts';
import { postClaimLink } from '../../../contract/accounts/claim-link.ts';
import { planForHandle } from '../../../contract/payments/plans.ts';
import { MagicLinkDialog } from '../../accounts/shared/magic-link-dialog.tsx';
import { OpenMailbox } from '../../accounts/shared/open-mailbox.tsx';
import { ResendButton } from '../../accounts/shared/resend-button.tsx';
import { useSignInOfOtherTab } from '../../accounts/shared/use-other-tab.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { errorText } from '../../api/error-text.ts';
import { useAction } from '../../api/use-action.ts';
import { DialogIcon } from '../../ui/dialog/dialog.tsx';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { Button } from '../../ui/form/button.tsx';
import { EmailInput } from '../../ui/form/email-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Strong } from '../../ui/strong.tsx';

export interface FreeClaimDialogProps {
  open: boolean;
  handle: string;
  /** Whether the link leads to the payment of a handle that costs something. */
  leadsToPayment: boolean;
  /** Whether an administrator decides about the claim. */
  asksFirst: boolean;
  /** The code of an invitation. */
  invitation: string | undefined;
  onClose: () => void;
  /** Called when the emailed link was followed in another tab of this browser. */
  onClaimed: (user: CurrentUser) => void;
}

/** Claims a free handle: emails a magic link, which can be sent again. */
export function FreeClaimDialog({
  open,
  handle,
  leadsToPayment,
  asksFirst,
  invitation,
  onClose,
  onClaimed,
}: FreeClaimDialogProps) {
  const sendLink = (email: string) =>
    call(postClaimLink, { body: { email, handle, plan: planForHandle(handle), invitation } });
  const step = asksFirst ? 'request' : leadsToPayment ? 'payment' : 'claim';
  const claim = useAction({ keyOf: (email: string) => email, mutationFn: sendLink });
  const { values, form, input } = useForm(
    { email: '' },
    { busy: claim.isPending, onSubmit: ({ email }) => claim.mutate(email.trim()) },
  );
  const email = claim.isSuccess ? (claim.variables ?? '') : undefined;
  const [resent, setResent] = useState(0);
  const again = useAction({ mutationFn: sendLink, onSuccess: () => setResent((count) => count + 1) });
  useSignInOfOtherTab(open ? email : undefined, onClaimed);

  return (
    <MagicLinkDialog
      open={open}
      onClose={onClose}
      icon={ICON}
      title="Claim your handle"
      description={
        <p>
          Where should we send the link that
          {STEPS[step].asked}
          <Strong>{handle}</Strong>
          {step === 'claim' ? ' yours?' : '?'}
        </p>
      }
      sent={
        email === undefined || again.isError
          ? undefined
          : {
              ...sentMessage({ email, handle, step, isResent: resent > 0 }),
              form: (
                <>
                  <OpenMailbox email={email} />
                  <Button className="w-full" onClick={onClose}>
                    Got it
                  </Button>
                  <p className="mt-2">
                    <ResendButton sent={resent} busy={again.isPending} onResend={() => again.mutate(email)} />
                  </p>
                </>
              ),
            }
      }
      errorMessage={
        claim.isError ? claimErrorText(claim.error) : again.isError ? claimErrorText(again.error) : undefined
      }
      onRetry={() => {
        claim.reset();
        again.reset();
      }}
    >
      <DialogForm
        {...form}
        submit={{
          variant: 'brand',
          busy: claim.isPending,
          disabled: !values.email.includes('@') || claim.isPending,
          children: 'Send link',
        }}
      >
        <Field label="Your email" help="Please double-check your email: your profile will be linked to it.">
          {(control) => <EmailInput {...control} {...input('email')} />}
        </Field>
      </DialogForm>
    </MagicLinkDialog>
  );
}

/** What the emailed link does, as parts of sentences. */
const STEPS = {
  claim: { asked: ' makes ', sent: ' and ', end: ' is yours.' },
  payment: { asked: ' proves your address and leads to the payment for ', sent: ' to pay for ', end: '.' },
  request: {
    asked: ' asks for ',
    sent: ' to ask for ',
    end: '. The people who run this site then decide, and we email you their decision.',
  },
};

interface Sent {
  email: string;
  handle: string;
  step: keyof typeof STEPS;
  isResent: boolean;
}

function sentMessage({ email, handle, step, isResent }: Sent) {
  return {
    title: 'Check your email!',
    message: (
      <p>
        We sent a {isResent ? 'new link' : 'link'} to <Strong>{email}</Strong>. Follow it within 10 minutes
        {STEPS[step].sent}
        <Strong>{handle}</Strong>
        {STEPS[step].end}
      </p>
    ),
  };
}

/** Returns the server's message, or a text that depends on whether the server responded. */
export function claimErrorText(error: unknown): string {
  return errorText(
    error,
    error instanceof ApiError ? 'Failed to send magic link' : 'Failed to send magic link. Please try again.',
  );
}

const ICON = <DialogIcon tone="brand" icon={Sparkles} />;
