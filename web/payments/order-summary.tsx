import { Check } from 'lucide-react';
import { GUARANTEE } from '../../contract/payments/paid-years.ts';
import { percentOff } from '../../contract/payments/plans.ts';
import { useSite } from '../api/site.ts';
import { Badge } from '../ui/badge.tsx';
import { formatDollars } from './shared/prices.ts';

interface OrderSummaryProps {
  handle: string;
  /** The label beside the amount: the plan, or "Renewal". */
  label: string;
  /** US dollars. */
  price: { now: number; full?: number | undefined };
  /** The formatted day on which the paid year ends. */
  until: string;
  /** Further terms of the order. */
  lines: string[];
}

/** Summarizes an order before payment: handle, period, price and terms. */
export function OrderSummary({ handle, label, price: { now, full = 0 }, until, lines }: OrderSummaryProps) {
  const { host, mailDomain } = useSite();
  const off = percentOff({ price_yearly_usd_now: now, price_yearly_usd_full: full });
  return (
    <section aria-label="Your order" className="rounded-card border border-border bg-muted/60 p-4 sm:p-5">
      <p className="font-semibold wrap-anywhere">
        <span className="font-normal text-soft">{host}/</span>
        <wbr />
        {handle}
      </p>
      <p className="text-sm wrap-anywhere text-soft">
        {handle}@{mailDomain}
      </p>
      <div className="mt-4 flex items-end justify-between gap-4 border-t border-border pt-4">
        <div>
          <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
            {label} {off > 0 && <Badge tone="accent">{off}% OFF</Badge>}
          </p>
          <p className="mt-1 text-sm text-soft">
            One year, <span className="whitespace-nowrap">until {until}</span>
          </p>
        </div>
        <p className="text-right tabular-nums">
          {now < full && (
            <s className="block text-sm text-soft">
              <span className="sr-only">instead of </span>
              {formatDollars(full)}
            </s>
          )}
          <strong className="text-2xl font-bold tracking-tight">{formatDollars(now)}</strong>
          <span className="ml-1 text-xs text-soft">USD</span>
        </p>
      </div>
      <ul className="mt-4 grid gap-2 border-t border-border pt-4 text-sm text-soft [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-success">
        {lines.map((line) => (
          <li key={line} className="flex gap-2.5">
            <Check aria-hidden /> {line}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Terms of every payment. */
export const PAYMENT_TERMS = {
  guarantee: GUARANTEE,
  once: 'One payment: nothing renews by itself',
};
