import { formatUtcDay } from '../../../contract/dates.ts';
import { GRACE_DAYS } from '../../../contract/payments/paid-years.ts';
import type { SendingStatus } from '../../../contract/sending/sending.ts';
import { Part } from '../../ui/section.tsx';

/** Explains the effect of the end of the paid year on sending. */
export function PlanEnd({ status: { paidUntil, plan } }: { status: SendingStatus }) {
  return (
    <Part
      title="When the plan ends"
      about={
        paidUntil === null ? (
          `The ${plan} plan of this handle does not end, so you can keep sending.`
        ) : (
          <>
            <p>
              This handle is paid for until{' '}
              <time dateTime={paidUntil} className="font-medium text-text">
                {formatUtcDay(paidUntil)}
              </time>
              . If it is not renewed, it works for another {GRACE_DAYS} days; then sending, replies and automatic
              replies stop together with the forwarding.
            </p>
            <p className="mt-1.5">
              Nothing is lost: app passwords, contacts and texts are kept and work again as soon as you renew.
            </p>
          </>
        )
      }
    />
  );
}
