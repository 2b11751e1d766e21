import '../landing.css';
import { isInvitationNeeded } from '../../../contract/claim-modes/claim-rule.ts';
import type { Site } from '../../../contract/documents.ts';
import type { Price } from '../../../contract/payments/plans.ts';
import { Footer } from '../footer.tsx';
import { Benefits } from './benefits.tsx';
import { Example } from './example.tsx';
import { Faq } from './faq.tsx';
import { Features } from './features.tsx';
import { FinalCall } from './final-call.tsx';
import { Hero } from './hero.tsx';
import { Pricing } from './pricing.tsx';
import { Steps } from './steps.tsx';

interface LandingPageProps {
  /** Opens the sign-in dialog. */
  onConnect: () => void;
  /** Current prices, or the fallback prices until they are loaded. */
  prices: readonly Price[];
  site: Site;
}

/** The landing page at `/` for visitors. */
export function LandingPage({ onConnect, prices, site }: LandingPageProps) {
  const { landing } = site;
  const isClosed = site.claims === 'closed';
  return (
    <div className="overflow-x-clip">
      {landing.hero ? (
        <Hero site={site} prices={prices} onConnect={onConnect} />
      ) : (
        <h1 className="sr-only">{site.name}</h1>
      )}
      {landing.features && <Features prices={prices} site={site} />}
      {landing.sample && <Example site={site} />}
      {landing.steps && <Steps site={site} />}
      {landing.benefits && <Benefits site={site} />}
      {landing.pricing && !isClosed && prices.some(({ name }) => name !== 'Free') && (
        <Pricing prices={prices} site={site} />
      )}
      {landing.faq && <Faq site={site} />}
      {landing.final && !isInvitationNeeded(site.claims) && <FinalCall prices={prices} site={site} />}
      <Footer />
    </div>
  );
}
