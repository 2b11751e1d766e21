import { Zap } from 'lucide-react';
import { useState } from 'react';
import type { CurrentUser } from '../../contract/accounts/accounts.ts';
import { useAction } from '../api/use-action.ts';
import { DialogIcon } from '../ui/dialog/dialog.tsx';
import { Button } from '../ui/form/button.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { Strong } from '../ui/strong.tsx';
import { MagicLinkDialog } from './shared/magic-link-dialog.tsx';
import { sendSignInEmail } from './shared/sign-in-email.ts';
import { useSignInOfOtherTab } from './shared/use-other-tab.ts';
import { CodeForm } from './sign-in/code-form.tsx';
import { EmailStep } from './sign-in/email-step.tsx';

const INVALID_EMAIL = 'Please enter a valid email address';
const SENDING_FAILED = 'Failed to send magic link. Please try again.';

interface LoginDialogProps {
  open: boolean;
  onClose: () => void;
  /** Called after a sign-in by code or passkey on this page, or by the emailed link in another tab of this browser. */
  onSignedIn: (user: CurrentUser) => void;
}

/** The sign-in dialog: emails a sign-in link with a code, or signs in with a passkey. */
export function LoginDialog({ open, onClose, onSignedIn }: LoginDialogProps) {
  const [isInvalid, setInvalid] = useState(false);
  const link = useAction({
    keyOf: (email: string) => email,
    mutationFn: sendSignInEmail,
  });
  const form = useForm(
    { email: '' },
    {
      busy: link.isPending,
      onSubmit(typed) {
        // Less strict than the server on purpose, so that no valid address is rejected here.
        if (typed.email.includes('@')) link.mutate(typed.email.trim());
        else setInvalid(true);
      },
    },
  );
  const email = link.variables ?? '';
  useSignInOfOtherTab(open && link.isSuccess ? email : undefined, onSignedIn);

  return (
    <MagicLinkDialog
      open={open}
      onClose={onClose}
      icon={ICON}
      title="Sign in"
      description="No password needed: we email you a link that signs you in."
      sent={
        link.isSuccess
          ? {
              ...sentMessage(email),
              form: (
                <CodeForm
                  email={email}
                  submitLabel="Sign in"
                  onSignedIn={onSignedIn}
                  secondary={
                    <Button variant="ghost" onClick={onClose}>
                      Close
                    </Button>
                  }
                />
              ),
            }
          : undefined
      }
      errorMessage={isInvalid ? INVALID_EMAIL : link.isError ? SENDING_FAILED : undefined}
      onRetry={() => {
        link.reset();
        setInvalid(false);
      }}
    >
      <EmailStep form={form} isSending={link.isPending} onSignedIn={onSignedIn} />
    </MagicLinkDialog>
  );
}

function sentMessage(email: string) {
  return {
    title: 'Magic Link Sent!',
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

const ICON = <DialogIcon tone="brand" icon={Zap} />;
