import { Gem } from 'lucide-react';
import type { Price } from '../../contract/plans.ts';
import { formatDollars } from '../lib/prices.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogIcon } from '../ui/dialog.tsx';
import { longerHandle } from './longer-handle.ts';

interface PaidClaimDialogProps {
  open: boolean;
  handle: string;
  price: Price | undefined;
  onClose: () => void;
  /** Takes another handle into the field. */
  onTake: (handle: string) => void;
}

/** Says that paid handles can not be bought here, and offers a free one that begins the same. */
export function PaidClaimDialog({ open, handle, price, onClose, onTake }: PaidClaimDialogProps) {
  const longer = longerHandle(handle);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      centered
      icon={
        <DialogIcon tone="brand">
          <Gem aria-hidden />
        </DialogIcon>
      }
      title="Not for sale just yet"
      description={
        <p>
          <strong className="font-semibold wrap-anywhere text-text">{handle}</strong> is a {price?.name} handle
          {price && ` for ${formatDollars(price.price_yearly_usd_now)} a year`}. Paid handles can’t be bought on this
          installation yet. Handles of more than 10 letters are free.
        </p>
      }
    >
      <div className="flex flex-col gap-2.5">
        <Button variant="brand" className="min-w-0" onClick={() => onTake(longer)}>
          <span className="truncate">Try {longer}</span>
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Choose another one
        </Button>
      </div>
    </Dialog>
  );
}
