import type { Forwarding } from '../../../contract/forwarding/forwarding.ts';
import { useSite } from '../../api/site.ts';
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';

interface RemoveDialogProps {
  open: boolean;
  record: Forwarding;
  busy: boolean;
  onClose: () => void;
  onRemove: () => void;
}

/** Asks for confirmation before forwarding is removed. */
export function RemoveDialog({ open, record, busy, onClose, onRemove }: RemoveDialogProps) {
  const { mailDomain } = useSite();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Remove email forwarding?"
      description={
        <p>
          Mail to{' '}
          <strong className="font-semibold wrap-anywhere text-text">
            {record.handle}@{mailDomain}
          </strong>{' '}
          will no longer reach <span className="wrap-anywhere">{record.forwarding_email}</span>, and its senders are
          notified. You can add an address again at any time.
        </p>
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
