import { ArrowDown, MailCheck, PartyPopper } from 'lucide-react';
import { useSite } from '../api/site.ts';
import { Confetti } from '../ui/confetti.tsx';
import { Dialog, DialogIcon } from '../ui/dialog/dialog.tsx';
import { Button } from '../ui/form/button.tsx';

/** What the address of the screen says was verified. Anybody can write such an address. */
export interface VerifiedClaim {
  handle: string;
  email: string;
  /** It is a second inbox, which waits until the first one fails. */
  takesOver: boolean;
}

interface VerifiedDialogProps {
  /** What is known to be true; null where it is not known, and then nothing is named. */
  claim: VerifiedClaim | null;
  /** Leaves the celebration where it stands. */
  onClose: () => void;
  onDashboard: () => void;
}

const UNKNOWN =
  'If you have just pressed the button in our email, this inbox is confirmed. Sign in as the owner of the handle to see where its mail goes.';

/** Celebrates a verified inbox. */
export function VerifiedDialog({ claim, onClose, onDashboard }: VerifiedDialogProps) {
  const { mailDomain } = useSite();
  const known = claim?.takesOver
    ? 'The second inbox stands by. Should the first one fail:'
    : 'The magic works. From now on:';
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        centered
        icon={<DialogIcon tone="brand">{claim ? <PartyPopper aria-hidden /> : <MailCheck aria-hidden />}</DialogIcon>}
        title="Email Verified!"
        description={claim ? known : UNKNOWN}
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
