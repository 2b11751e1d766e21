import { Check, ShieldCheck } from 'lucide-react';
import { HANDLE_MAX_LENGTH } from '../../../contract/handles/handle-rules.ts';
import { GUARANTEE_DAYS } from '../../../contract/payments/paid-years.ts';
import type { Price } from '../../../contract/payments/plans.ts';
import { useSite } from '../../api/site.ts';
import { firstPaid } from '../../payments/shared/prices.ts';

const RULES = [
  'Letters, numbers, hyphens and dots',
  'Begins and ends with a letter or number',
  'Unique across the whole universe',
];

/** The syntax rules of handles, and the money-back guarantee where something costs money. */
export function HandleRules({ prices }: { prices: readonly Price[] }) {
  const { minimumLength = 1 } = useSite();
  const rules = [`${minimumLength}-${HANDLE_MAX_LENGTH} characters`, ...RULES];
  return (
    <section
      aria-labelledby="rules"
      className="mx-auto mt-4 flex max-w-[50rem] flex-col gap-5 rounded-card border border-border p-4 sm:p-6 md:flex-row md:items-center md:justify-between"
    >
      <div>
        <h2 id="rules" className="font-semibold">
          Handle rules
        </h2>
        <ul className="mt-2 grid gap-y-1.5 text-sm text-soft">
          {rules.map((rule) => (
            <li key={rule} className="flex items-start gap-2">
              <Check className="mt-0.5 size-4 shrink-0 text-accent" aria-hidden /> {rule}
            </li>
          ))}
        </ul>
      </div>
      {firstPaid(prices) && (
        <p className="neon-edge inline-flex items-center gap-2.5 self-start shrink-0 rounded-full px-4 py-2.5 text-xs font-bold tracking-wide text-on-ink md:self-center">
          <ShieldCheck className="size-4.5 shrink-0 text-cyan" aria-hidden />
          {GUARANTEE_DAYS} DAYS MONEY BACK GUARANTEE
        </p>
      )}
    </section>
  );
}
