import { BadgeCheck, Lock, Users } from 'lucide-react';
import { useState } from 'react';
import { isInvitationNeeded } from '../../../contract/claim-modes/claim-rule.ts';
import { CLAIM_TEXTS } from '../../../contract/claim-modes/claim-texts.ts';
import type { Site } from '../../../contract/documents.ts';
import { GUARANTEE, PRICE_LOCK } from '../../../contract/payments/paid-years.ts';
import type { Price } from '../../../contract/payments/plans.ts';
import { firstPaid } from '../../payments/shared/prices.ts';
import { HandleForm } from './handle-form.tsx';
import { PhoneMock } from './phone-mock.tsx';
import { textsOf } from './section-texts.ts';

/** What is promised about paid handles. */
const GUARANTEES = [
  { icon: BadgeCheck, text: GUARANTEE },
  { icon: Lock, text: PRICE_LOCK },
];

const MAX_PROMISES = 3;

interface HeroProps {
  site: Site;
  prices: readonly Price[];
  /** Opens the sign-in dialog. */
  onConnect: () => void;
}

/** The top of the landing page, with the handle field. */
export function Hero({ site, prices, onConnect }: HeroProps) {
  const [handle, setHandle] = useState('');
  const own = textsOf(site.landing.hero);
  const promises = [
    ...(site.trustClaim ? [{ icon: Users, text: site.trustClaim }] : []),
    ...(own.promises?.map((text) => ({ icon: BadgeCheck, text })) ??
      (!firstPaid(prices) || site.claims === 'closed' ? [] : GUARANTEES)),
  ].slice(0, MAX_PROMISES);
  return (
    <section className="landing-sky relative isolate -mt-16 pt-16">
      <div className="page-width grid grid-cols-1 items-center gap-14 pt-10 pb-20 sm:pt-16 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] lg:gap-8 lg:pt-14 lg:pb-24">
        <div className="mx-auto w-full max-w-[36rem] text-center lg:mx-0 lg:text-left">
          <h1
            className={`font-extrabold tracking-tight ${own.headline === undefined ? 'text-5xl sm:text-6xl' : 'text-3xl wrap-break-word sm:text-5xl'}`}
          >
            {own.headline ?? (
              <>
                Your <span className="landing-universe">DIGITAL UNIVERSE</span>
              </>
            )}
          </h1>
          <p className="mx-auto mt-5 max-w-[34rem] text-lg text-pretty text-soft lg:mx-0">
            {own.introduction ??
              site.line ??
              'One short handle is a page for everything you do, and an email address that lands in the inbox you already have.'}
          </p>
          {!isInvitationNeeded(site.claims) && (
            <HandleForm site={site} prices={prices} handle={handle} onHandle={setHandle} />
          )}
          {site.claims && <p className="mt-6 font-medium text-pretty">{CLAIM_TEXTS[site.claims]}</p>}
          <p className="mt-3 text-sm text-soft">
            Already have one?{' '}
            <button
              type="button"
              onClick={onConnect}
              className="-my-3 inline-flex min-h-11 items-center font-semibold text-accent underline-offset-4 hover:underline"
            >
              Sign in
            </button>
          </p>
          {promises.length > 0 && (
            <ul className="mt-6 flex flex-col items-center gap-y-2 text-sm font-medium text-soft lg:items-start">
              {promises.map(({ icon: Icon, text }) => (
                <li key={text} className="flex items-center gap-1.5">
                  <Icon className="size-4 text-accent" aria-hidden />
                  {text}
                </li>
              ))}
            </ul>
          )}
        </div>
        <PhoneMock site={site} handle={handle} />
      </div>
    </section>
  );
}
