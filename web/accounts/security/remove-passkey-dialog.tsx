import type { Passkey } from '../../../contract/accounts/passkeys.ts';
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Strong } from '../../ui/strong.tsx';

interface RemovePasskeyDialogProps {
  open: boolean;
  passkey: Passkey;
  isLast: boolean;
  busy: boolean;
  onClose: () => void;
  onRemove: () => void;
}

/** Asks for confirmation before a passkey is removed. */
export function RemovePasskeyDialog({ open, passkey, isLast, busy, onClose, onRemove }: RemovePasskeyDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={isLast ? 'Remove your only passkey?' : 'Remove this passkey?'}
      description={
        <div className="grid gap-2">
          <p>
            <Strong>{passkey.name}</Strong> can no longer sign in.{' '}
            {isLast
              ? 'You can still sign in with the link that we email you.'
              : 'Your other passkeys and the link that we email you still work.'}
          </p>
          <p className="text-sm">Your device or password manager may still offer it until you delete it there, too.</p>
        </div>
      }
    >
      <DialogActions>
        <Button variant="ghost" onClick={onClose}>
          Keep it
        </Button>
        <Button variant="danger" busy={busy} onClick={onRemove}>
          Remove
        </Button>
      </DialogActions>
    </Dialog>
  );
}
