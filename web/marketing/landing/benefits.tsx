import { EyeOff, Link2, MailCheck, Palette, ShieldCheck } from 'lucide-react';
import { capitalised } from '../../../contract/capitalised.ts';
import { spellCount } from '../../../contract/counts.ts';
import type { Site } from '../../../contract/documents.ts';
import { GUARANTEE, PRICE_LOCK } from '../../../contract/payments/paid-years.ts';
import { THEME_IDS } from '../../../contract/profiles/themes.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Section } from '../section.tsx';
import { textsOf } from './section-texts.ts';

const BENEFITS = [
  {
    icon: EyeOff,
    title: 'Your inbox stays private',
    text: 'Shops, strangers and mailing lists get your handle. Your real address stays between us.',
  },
  {
    icon: MailCheck,
    title: 'Mail that arrives as it was sent',
    text: 'Its signatures still verify, so it keeps out of your spam folder. When your inbox is down, we or the sender’s server keep trying for days.',
  },
  {
    icon: Link2,
    title: 'One link for everything',
    text: 'Instagram, YouTube, GitHub and fifteen more networks on one page that loads in a blink.',
  },
  {
    icon: Palette,
    title: `${capitalised(spellCount(THEME_IDS.length))} themes, one click`,
    text: 'From Minimal Clean to Neon Nights. Each has its own banner, colours and shapes, and reads well on any phone.',
  },
  {
    icon: ShieldCheck,
    title: 'Nothing to lose',
    text: 'Free handles stay free.',
    textOfPaid: ` Paid ones come with a ${GUARANTEE} and a ${PRICE_LOCK}.`,
  },
];

export function Benefits({ site }: { site: Site }) {
  const { headline, introduction } = textsOf(site.landing.benefits);
  return (
    <Section
      id="benefits"
      title={headline ?? 'Small name, big reach'}
      lead={introduction ?? 'Short enough to say out loud. Strong enough to keep.'}
    >
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-6 lg:gap-6">
        {BENEFITS.map(({ icon: Icon, title, text, textOfPaid = '' }, index) => (
          <li
            key={title}
            className={classNames(
              'flex',
              index < 3 ? 'lg:col-span-2' : 'lg:col-span-3',
              index === 4 && 'sm:col-span-2',
            )}
          >
            <Card className="w-full">
              <Icon className="size-7 text-accent" strokeWidth={1.75} aria-hidden />
              <h3 className="mt-4 text-lg font-semibold">{title}</h3>
              <p className="mt-1.5 text-soft">{site.paidPlans === false ? text : text + textOfPaid}</p>
            </Card>
          </li>
        ))}
      </ul>
    </Section>
  );
}
