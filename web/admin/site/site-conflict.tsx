import type { SiteDocument } from '../../../contract/site/site-document.ts';
import { valueAt } from '../../../contract/site/site-values.ts';
import { VersionsDialog } from '../../ui/dialog/versions-dialog.tsx';
import type { SiteConflict as Conflict } from './use-save-site.ts';

/** The names of parts on this screen. */
const LABELS: Record<string, string> = {
  name: 'Name',
  line: 'Line',
  accent: 'Colours',
  logo: 'Logo',
  logoDark: 'Logo for dark surfaces',
  icon: 'Icon',
  poweredBy: 'At the bottom of public pages',
  footer: 'Footer',
  claims: 'Who may claim a handle',
  contact: 'Contact',
  imprint: 'Imprint',
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  'landing.hero': 'Landing page: Top',
  'landing.features': 'Landing page: Features',
  'landing.sample': 'Landing page: Example page',
  'landing.steps': 'Landing page: Steps',
  'landing.benefits': 'Landing page: Benefits',
  'landing.pricing': 'Landing page: Prices',
  'landing.faq': 'Landing page: Questions',
  'landing.final': 'Landing page: Last call',
  'names.minimum': 'Shortest handle',
  'names.free': 'What handles cost',
  'names.features': 'Features of handles',
  'names.reserved': 'Reserved handles',
};

interface SiteConflictProps {
  conflict: Conflict;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Shows the parts that were changed both here and elsewhere, and asks which version to keep. */
export function SiteConflict({ conflict: { current, parts, edit }, ...actions }: SiteConflictProps) {
  const shown = (document: SiteDocument, part: string) => displayValue(valueAt(document, part));
  return (
    <VersionsDialog
      open
      differences={parts.map((part) => ({
        label: LABELS[part] ?? part,
        theirs: shown(current, part),
        mine: shown(edit.wanted, part),
      }))}
      {...actions}
    />
  );
}

/** Returns a value as text, with one line for each of its parts. */
function displayValue(value: unknown): string {
  if (value === null || value === undefined) return 'Standard';
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (Array.isArray(value)) return value.length === 0 ? 'None' : value.map(displayValue).join('\n');
  if (typeof value === 'object') return Object.values(value).map(displayValue).join('\n');
  return String(value);
}
