import { ArrowRight } from 'lucide-react';
import type { Site } from '../../../contract/documents.ts';
import type { Price } from '../../../contract/payments/plans.ts';
import { firstPaid, formatDollars } from '../../payments/shared/prices.ts';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { ClaimLink } from '../claim-link.tsx';
import { textsOf } from './section-texts.ts';

/** The call to action before the footer. */
export function FinalCall({ prices, site }: { prices: readonly Price[]; site: Site }) {
  const { headline, introduction } = textsOf(site.landing.final);
  const paid = firstPaid(prices);
  return (
    <section aria-labelledby="final-title" className="landing-dusk relative isolate py-20 text-center lg:py-28">
      <div className="page-width">
        <h2 id="final-title" className="text-3xl font-bold text-balance lg:text-5xl">
          {headline ?? 'The good ones go first'}
        </h2>
        {introduction && <p className="mx-auto mt-4 max-w-[40rem] text-lg text-balance text-soft">{introduction}</p>}
        {paid && (
          <p className="mt-4 text-xl font-semibold text-accent tabular-nums">
            Starting at {formatDollars(paid.price_yearly_usd_now)}/year
          </p>
        )}
        <p className="mt-8">
          <ClaimLink className={buttonStyle('brand', 'large')}>
            Claim Your Handle <ArrowRight aria-hidden />
          </ClaimLink>
        </p>
      </div>
    </section>
  );
}
