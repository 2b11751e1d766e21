import { useState } from 'react';
import type { AdminPayment } from '../../../contract/admin/payments.ts';
import { getAdminPayments, postAdminRefund } from '../../../contract/admin/payments.ts';
import { formatDollars } from '../../payments/shared/prices.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { useAdminList } from '../list/admin-list.ts';
import { DateCell } from '../list/date-cell.tsx';
import { ListPanel } from '../list/list-panel.tsx';
import type { Column } from '../list/list-table.tsx';
import { RowButton } from '../list/row-button.tsx';
import { TruncatedText } from '../list/truncated-text.tsx';
import { May } from '../may.tsx';
import { useAdminAction } from '../use-admin-action.tsx';
import { TransferredDialog } from './transferred-dialog.tsx';

const TONES: Partial<Record<AdminPayment['state'], Tone>> = {
  granted: 'success',
  captured: 'info',
  pending: 'warning',
  refunding: 'warning',
};

/** All payments, newest first. */
export function PaymentsTab() {
  const list = useAdminList(getAdminPayments);
  const { ask, dialog } = useAdminAction();
  const [transferred, setTransferred] = useState<AdminPayment | null>(null);
  const columns: Column<AdminPayment>[] = [
    { title: 'ID', numeric: true, cell: ({ id }) => id },
    {
      title: 'Handle',
      cell: ({ handle }) => <TruncatedText className="font-medium">{handle ?? 'Unknown'}</TruncatedText>,
    },
    { title: 'Paid By', cell: (payment) => <Payer payment={payment} /> },
    { title: 'Handed Over To', cell: ({ transferredTo }) => <TruncatedText>{transferredTo}</TruncatedText> },
    { title: 'Price', numeric: true, cell: ({ price }) => formatDollars(price) },
    {
      title: 'State',
      cell: ({ state, problem }) => (
        <span className="grid justify-items-start gap-0.5">
          <Badge tone={TONES[state] ?? 'neutral'}>{state}</Badge>
          {problem && <span className="text-xs text-soft">{problem}</span>}
        </span>
      ),
    },
    { title: 'For', cell: ({ isRenewal, plan }) => `${plan}, ${isRenewal ? 'renewal' : 'claim'}` },
    { title: 'Started', cell: ({ createdAt }) => <DateCell date={createdAt} /> },
    { title: 'Paid', cell: ({ capturedAt }) => <DateCell date={capturedAt} /> },
    { title: 'Order', cell: ({ orderId }) => <code className="text-xs">{orderId}</code> },
    {
      title: 'Actions',
      isTitleHidden: true,
      cell: (payment) =>
        payment.state === 'granted' && (
          <May call={postAdminRefund}>
            <RowButton
              about={`payment ${payment.id}`}
              onClick={() => (payment.transferredTo ? setTransferred(payment) : ask(refund(payment)))}
            >
              Refund
            </RowButton>
          </May>
        ),
    },
  ];
  return (
    <>
      <ListPanel
        {...{ name: 'payments', list, columns }}
        idOf={({ id }) => id}
        searchLabel="Part of a handle or email, or an order id"
        empty="There are no payments yet."
      />
      {dialog}
      <TransferredDialog payment={transferred} onClose={() => setTransferred(null)} />
    </>
  );
}

/** The account that paid, and the address of its PayPal account if that is different. */
function Payer({ payment: { email, payerEmail } }: { payment: AdminPayment }) {
  const isOther = payerEmail !== null && payerEmail !== email;
  return (
    <span className="grid gap-0.5">
      <TruncatedText>{email ?? 'Unknown'}</TruncatedText>
      {isOther && <TruncatedText className="text-xs text-soft">{`PayPal: ${payerEmail}`}</TruncatedText>}
    </span>
  );
}

function refund({ id, price, handle, email, isRenewal }: AdminPayment) {
  return {
    title: `Refund ${formatDollars(price)}?`,
    description: isRenewal
      ? `${email} gets the money back, and ${handle} loses the paid year.`
      : `${email} gets the money back and loses ${handle}, which nobody can claim for twelve months.`,
    confirmLabel: 'Refund',
    isDestructive: true,
    call: postAdminRefund,
    at: { id },
    successMessage: `${email} gets ${formatDollars(price)} back`,
  };
}
