import type { PlannedPackage, PriceRise } from '../../../contract/admin/packages.ts';
import { postAdminPackageRises } from '../../../contract/admin/packages.ts';
import { priceRiseText } from '../../../contract/admin/price-rise-text.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';

/** The change would raise prices, and the administrator has not confirmed that. Nothing was changed. */
export class UnconfirmedRises extends Error {
  readonly rises: readonly PriceRise[];
  constructor(rises: readonly PriceRise[]) {
    super('The change raises prices');
    this.rises = rises;
  }
}

/** Throws UnconfirmedRises if the change would raise the price of a plan. */
export async function assertNoRises(planned: PlannedPackage): Promise<void> {
  const rises = await call(postAdminPackageRises, { body: planned }).catch((error: unknown) => {
    // The change itself fails for the same reason and shows the message.
    if (error instanceof ApiError && [400, 404].includes(error.status)) return [];
    throw error;
  });
  if (rises.length > 0) throw new UnconfirmedRises(rises);
}

interface RisesDialogProps {
  open: boolean;
  rises: readonly PriceRise[];
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before prices rise; states who gets an email and how long they renew at the old price. */
export function RisesDialog({ open, rises, onConfirm, onClose }: RisesDialogProps) {
  const emails = rises.reduce((sum, rise) => sum + rise.emails, 0);
  return (
    <ConfirmDialog
      open={open}
      title="This raises a price"
      description={
        <>
          {rises.map((rise) => (
            <p key={rise.plan}>{priceRiseText(rise)}</p>
          ))}
          <p className="mt-2">New handles cost the new price immediately. Nothing has been changed yet.</p>
        </>
      }
      confirmLabel={
        emails === 0 ? 'Raise the price' : `Raise and send ${emails === 1 ? '1 email' : `${emails} emails`}`
      }
      cancelLabel="Cancel"
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
