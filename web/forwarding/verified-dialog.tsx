import { ArrowDown, PartyPopper } from 'lucide-react';
import { useSite } from '../lib/site.ts';
import { Button } from '../ui/button.tsx';
import { Confetti } from '../ui/confetti.tsx';
import { Dialog, DialogIcon } from '../ui/dialog.tsx';

interface VerifiedDialogProps {
  handle: string;
  email: string;
  /** It is a second inbox, which waits until the first one fails. */
  takesOver: boolean;
  /** Leaves the celebration where it stands. */
  onClose: () => void;
  onDashboard: () => void;
}

/** Celebrates a verified inbox, whoever looks on: the link may have been opened where nobody is signed in. */
export function VerifiedDialog({ handle, email, takesOver, onClose, onDashboard }: VerifiedDialogProps) {
  const { mailDomain } = useSite();
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        centered
        icon={
          <DialogIcon tone="brand">
            <PartyPopper aria-hidden />
          </DialogIcon>
        }
        title="Email Verified!"
        description={
          takesOver ? 'The second inbox stands by. Should the first one fail:' : 'The magic works. From now on:'
        }
      >
        <div className="grid justify-items-center gap-2 rounded-control bg-muted p-4 font-semibold">
          <p className="wrap-anywhere">
            {handle}@{mailDomain}
          </p>
          <ArrowDown className="size-5 text-accent" aria-label="forwards to" />
          <p className="wrap-anywhere">{email}</p>
        </div>
        <Button variant="brand" size="large" className="mt-5 w-full" onClick={onDashboard}>
          Go to Dashboard
        </Button>
      </Dialog>
      <Confetti />
    </>
  );
}
