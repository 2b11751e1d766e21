import './landing.css';
import { Benefits } from './benefits.tsx';
import { Example } from './example.tsx';
import { Faq } from './faq.tsx';
import { Features } from './features.tsx';
import { FinalCall } from './final-call.tsx';
import { Footer } from './footer.tsx';
import { Hero } from './hero.tsx';
import { Pricing } from './pricing.tsx';
import { Steps } from './steps.tsx';

/** What visitors see at `/`: what a handle is, how it works, what it costs. */
export function LandingPage() {
  return (
    <div className="overflow-x-clip">
      <Hero />
      <Features />
      <Example />
      <Steps />
      <Benefits />
      <Pricing />
      <Faq />
      <FinalCall />
      <Footer />
    </div>
  );
}
