import { ArrowDown, MailCheck, PartyPopper } from 'lucide-react';
import { useSite } from '../api/site.ts';
import { Confetti } from '../ui/confetti.tsx';
import { Dialog, DialogIcon } from '../ui/dialog/dialog.tsx';
import { Button } from '../ui/form/button.tsx';

/** The verification that the URL of the screen claims. Anyone can write such a URL. */
export interface VerifiedClaim {
  handle: string;
  email: string;
  /** True for a second inbox, which receives mail only if the first one fails. */
  takesOver: boolean;
}

interface VerifiedDialogProps {
  /** The confirmed verification; null if it is unconfirmed, in which case no address is shown. */
  claim: VerifiedClaim | null;
  /** Closes the dialog and stays on the screen. */
  onClose: () => void;
  onDashboard: () => void;
}

const UNCONFIRMED =
  'If you have just pressed the button in our email, this inbox is confirmed. Sign in as the owner of the handle to see where its mail goes.';

export function VerifiedDialog({ claim, onClose, onDashboard }: VerifiedDialogProps) {
  const { mailDomain } = useSite();
  const description = claim?.takesOver
    ? 'The second inbox is ready. If the first one fails:'
    : 'Mail is forwarded from now on:';
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        centered
        icon={<DialogIcon tone="brand" icon={claim ? PartyPopper : MailCheck} />}
        title="Email Verified!"
        description={claim ? description : UNCONFIRMED}
      >
        {claim && (
          <div className="grid justify-items-center gap-2 rounded-control bg-muted p-4 font-semibold">
            <p className="wrap-anywhere">
              {claim.handle}@{mailDomain}
            </p>
            <ArrowDown className="size-5 text-accent" aria-label="forwards to" />
            <p className="wrap-anywhere">{claim.email}</p>
          </div>
        )}
        <Button variant="brand" size="large" className="mt-5 w-full" onClick={onDashboard}>
          Go to Dashboard
        </Button>
      </Dialog>
      {claim && <Confetti />}
    </>
  );
}
