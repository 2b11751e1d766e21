import type { SiteDocument } from '../../../../contract/site/site-document.ts';
import { Panel, Section } from '../../../ui/section.tsx';
import { Choice } from '../fields/choice.tsx';
import { LinesField } from '../fields/lines-field.tsx';
import { useSiteForm, useSiteValue } from '../site-form-context.ts';

type Mode = SiteDocument['claims']['mode'];

const MODES: readonly { value: Mode; title: string; about: string }[] = [
  { value: 'open', title: 'Everyone', about: 'Anybody with an email address.' },
  {
    value: 'domains',
    title: 'Addresses of certain domains',
    about: 'People prove their address by a link that we email to them.',
  },
  {
    value: 'invitation',
    title: 'People with an invitation',
    about: 'You create links in the tab Claims. They work with every other rule, too.',
  },
  {
    value: 'approval',
    title: 'Those whom an administrator approves',
    about: 'A claim waits in the tab Claims, and the handle is held until somebody decides.',
  },
  { value: 'closed', title: 'No one', about: 'The landing page shows no prices, and no field for a handle.' },
];

/** Who may claim a handle. */
export function ClaimsSection() {
  const { value: mode = 'open', change } = useSiteValue<Mode>('claims.mode');
  // Another rule keeps the list, which must still be valid.
  const hasWrongDomain = Object.keys(useSiteForm().errors).some((path) => path.startsWith('claims.domains'));
  return (
    <Section title="Claims" about="Who may claim a new handle. Existing accounts and handles stay as they are.">
      <Panel className="grid grid-cols-1 gap-6 divide-y-0 p-4 sm:p-6">
        <Choice label="Who may claim a handle" options={MODES} value={mode} onChange={change} />
        {(mode === 'domains' || hasWrongDomain) && (
          <LinesField
            name="claims.domains"
            label="Domains"
            help="Enter one domain per line, such as club.example. A subdomain needs its own line."
          />
        )}
      </Panel>
    </Section>
  );
}
