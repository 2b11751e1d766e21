import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import type { AdminPayment } from '../../../contract/admin/payments.ts';
import { formatDollars } from '../../payments/shared/prices.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Button } from '../../ui/form/button.tsx';

/**
 * Shows who paid for a handle that was handed over, who owns it, and what a refund would do. Refunds are made
 * elsewhere.
 */
export function TransferredDialog({ payment, onClose }: { payment: AdminPayment | null; onClose: () => void }) {
  // Keeps the text during the exit animation.
  const [shown, setShown] = useState(payment);
  useEffect(() => {
    if (payment) setShown(payment);
  }, [payment]);
  if (!shown) return null;
  const { handle, email, payerEmail, transferredTo, price, orderId } = shown;
  return (
    <Dialog open={payment !== null} onClose={onClose} title={`${handle} has another owner now`}>
      <div className="grid grid-cols-1 gap-4 text-sm">
        <dl className="grid gap-2 rounded-control border border-border p-3.5">
          <Row label="Paid by">
            {email ?? payerEmail ?? 'Unknown'}, {formatDollars(price)}
          </Row>
          <Row label="Owned by">{transferredTo}</Row>
          <Row label="Order">{orderId}</Row>
        </dl>
        <p className="text-soft">
          The payer handed the handle over after this payment, and the new owner has the paid year, so it cannot be
          refunded here. If you refund the order at PayPal anyway, the owner keeps the handle but loses the year, and
          both receive an email.
        </p>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-3">
      <dt className="text-soft">{label}</dt>
      <dd className="min-w-0 font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}
