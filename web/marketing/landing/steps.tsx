import { ArrowRight } from 'lucide-react';
import type { Site } from '../../../contract/documents.ts';
import { buttonStyle } from '../../ui/form/button-style.ts';
import { ClaimLink } from '../claim-link.tsx';
import { Section } from '../section.tsx';
import { textsOf } from './section-texts.ts';

export function Steps({ site }: { site: Site }) {
  const { headline, introduction } = textsOf(site.landing.steps);
  const steps = [
    {
      title: 'Choose a handle',
      text: 'Type it and see immediately whether it is free. Letters, numbers, hyphens and dots, up to 30 of them.',
    },
    {
      title: 'Add your real email',
      text: 'Tell us where your mail should go and confirm it with one click. Nobody else gets to see it.',
    },
    {
      title: 'Start receiving',
      text: `Hand out you@${site.mailDomain}. Mail to that address arrives where you already read your mail.`,
    },
  ];
  return (
    <Section
      id="how-it-works"
      title={headline ?? 'How it works'}
      lead={introduction ?? 'Three steps, two minutes, no password.'}
      className="border-y border-border bg-surface"
    >
      <ol className="grid gap-10 md:grid-cols-3 md:gap-8">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="landing-step relative flex gap-5 md:flex-col md:items-center md:text-center">
            <span
              aria-hidden
              className="neon-edge relative grid size-14 shrink-0 place-items-center rounded-full text-xl font-bold text-on-ink"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="text-xl font-semibold">{title}</h3>
              <p className="mt-2 max-w-[22rem] text-pretty md:text-balance [overflow-wrap:anywhere] text-soft">
                {text}
              </p>
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-12 text-center">
        <ClaimLink className={buttonStyle('primary', 'large')}>
          Start Forwarding <ArrowRight aria-hidden />
        </ClaimLink>
      </p>
    </Section>
  );
}
