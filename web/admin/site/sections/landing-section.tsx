import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Landing, Section as LandingPart } from '../../../../contract/site/site-identity.ts';
import { Switch } from '../../../ui/form/switch.tsx';
import { Panel, Part, Section } from '../../../ui/section.tsx';
import { RowsField } from '../fields/rows-field.tsx';
import { SettingNote } from '../fields/setting-note.tsx';
import { TextField } from '../fields/text-field.tsx';
import { useSiteForm, useSiteValue } from '../site-form-context.ts';

const PARTS: Record<keyof Landing, { title: string; about: string; more?: ReactNode }> = {
  hero: {
    title: 'Top',
    about: 'The headline, the field for a handle, and up to three promises.',
    more: (
      <>
        <RowsField
          name="landing.hero.promises"
          label="Promises"
          help="Without promises of your own, the standard ones are shown."
          what="promise"
          max={3}
          empty=""
          row={(name) => <TextField name={name} label="Text" />}
        />
        <SettingNote name="TRUST_CLAIM">{(value) => <>the first promise is “{value}”.</>}</SettingNote>
      </>
    ),
  },
  features: { title: 'Features', about: 'What a handle is good for.' },
  sample: { title: 'Example page', about: 'An example of a page, in each theme.' },
  steps: { title: 'Steps', about: 'How to get a handle.' },
  benefits: { title: 'Benefits', about: 'Why people like their handle.' },
  pricing: { title: 'Prices', about: 'Hidden while claims are closed, and where only the Free plan is offered.' },
  faq: {
    title: 'Questions',
    about: 'Questions and answers.',
    more: (
      <RowsField
        name="landing.faq.questions"
        label="Your own questions"
        help="They replace the standard ones."
        what="question"
        max={20}
        empty={{ question: '', answer: '' }}
        row={(name) => (
          <>
            <TextField name={`${name}.question` as typeof name} label="Question" />
            <TextField name={`${name}.answer` as typeof name} label="Answer" hasLines />
          </>
        )}
      />
    ),
  },
  final: { title: 'Last call', about: 'The invitation at the end. Hidden while claims are closed.' },
};

/** The sections of the landing page: each on or off, with the standard texts or others. */
export function LandingSection() {
  return (
    <Section title="Landing page" about="Turn sections off, or give them your own texts.">
      <Panel>
        {(Object.keys(PARTS) as (keyof Landing)[]).map((part) => (
          <div key={part} data-part={part}>
            <LandingPartFields part={part} />
          </div>
        ))}
      </Panel>
    </Section>
  );
}

function LandingPartFields({ part }: { part: keyof Landing }) {
  const { title, about, more } = PARTS[part];
  const name = `landing.${part}` as const;
  const { errors } = useSiteForm();
  const { value = true, change } = useSiteValue<LandingPart>(name);
  // The texts of a section that was turned off, in case it is turned on again.
  const [texts, setTexts] = useState<LandingPart>(true);
  const [isOpen, setOpen] = useState(typeof value === 'object');
  const hasError = Object.keys(errors).some((path) => path.startsWith(`${name}.`));

  function toggle(isShown: boolean) {
    if (!isShown) setTexts(value);
    change(isShown ? texts : false);
  }

  return (
    <Part
      title={title}
      about={about}
      aside={<Switch checked={value !== false} onChange={toggle} label={`Show the section “${title}”`} />}
    >
      {value !== false && (
        <details open={isOpen || hasError} onToggle={(event) => setOpen(event.currentTarget.open)} className="group">
          <summary className="-mx-2 -mb-2 flex min-h-11 w-fit cursor-pointer list-none items-center gap-1.5 rounded-control px-2 text-sm font-semibold text-accent select-none hover:bg-hover [&::-webkit-details-marker]:hidden">
            <ChevronRight className="size-4 transition-transform duration-150 group-open:rotate-90" aria-hidden />
            Own texts<span className="sr-only"> of the section “{title}”</span>
          </summary>
          <div className="mt-4 grid grid-cols-1 gap-5">
            <TextField name={`${name}.headline`} label="Headline" help="Leave it empty for the standard one." />
            <TextField name={`${name}.introduction`} label="Introduction" hasLines />
            {more}
          </div>
        </details>
      )}
    </Part>
  );
}
