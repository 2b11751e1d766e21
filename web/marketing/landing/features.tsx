import { AtSign, Gem, LayoutTemplate } from 'lucide-react';
import { spellCount } from '../../../contract/counts.ts';
import type { Site } from '../../../contract/documents.ts';
import type { Price } from '../../../contract/payments/plans.ts';
import { THEME_IDS } from '../../../contract/profiles/themes.ts';
import { firstPaid, formatDollars, isAllFree } from '../../payments/shared/prices.ts';
import { Card } from '../../ui/card.tsx';
import { SectionHead } from '../section.tsx';
import { textsOf } from './section-texts.ts';

/** The features of a handle. */
export function Features({ prices, site }: { prices: readonly Price[]; site: Site }) {
  const { headline, introduction } = textsOf(site.landing.features);
  const paid = firstPaid(prices);
  const features = [
    {
      icon: AtSign,
      title: 'Custom Email',
      text: `you@${site.mailDomain} forwards to your real inbox. Give it to anyone, and keep the real one to yourself.`,
    },
    {
      icon: LayoutTemplate,
      title: 'Profile Page',
      text: `${site.host}/you shows who you are and where to find you, in one of ${spellCount(THEME_IDS.length)} themes.`,
    },
    isAllFree(prices)
      ? {
          icon: Gem,
          title: 'Short Handles',
          text: 'The shorter the handle, the rarer. Short and long ones are free of charge.',
        }
      : {
          icon: Gem,
          title: 'Premium Handles',
          price: paid && site.claims !== 'closed' ? `from ${formatDollars(paid.price_yearly_usd_now)}/year` : undefined,
          text: 'The shorter the handle, the rarer. Long ones are free, for good.',
        },
  ];
  return (
    <section aria-label={headline ?? 'What you get'} className="page-width">
      {(headline ?? introduction) && (
        <div className="pt-16 lg:pt-24">
          <SectionHead id="features" title={headline ?? 'What you get'} lead={introduction} />
        </div>
      )}
      <ul className="grid gap-4 md:grid-cols-3 lg:gap-6">
        {features.map(({ icon: Icon, title, price, text }) => (
          <li key={title} className="flex">
            <Card className="w-full">
              <span className="neon-edge grid size-12 place-items-center rounded-card text-cyan">
                <Icon className="size-6" aria-hidden />
              </span>
              <h2 className="mt-4 text-xl font-semibold">
                {title}
                {price && <span className="text-accent"> {price}</span>}
              </h2>
              <p className="mt-2 [overflow-wrap:anywhere] text-soft">{text}</p>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  );
}
