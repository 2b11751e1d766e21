import type { ReactNode } from 'react';
import { usedColours } from '../../../../contract/site/accent.ts';
import type { SiteIdentity } from '../../../../contract/site/site-identity.ts';
import { ColourField } from '../../../ui/colour/colour-field.tsx';
import { differsVisibly, Swatch } from '../../../ui/colour/swatch.tsx';
import { useSiteValue } from '../site-form-context.ts';
import { Choice } from './choice.tsx';

type Accent = NonNullable<SiteIdentity['accent']>;

const KINDS = [
  { value: 'standard', title: 'Standard', about: 'Cyan to magenta.' },
  { value: 'colour', title: 'One colour', about: 'Gradients lead to a neighbouring colour.' },
  { value: 'gradient', title: 'Two colours', about: 'The ends of a gradient. Links take the first.' },
] as const;

/** Colours to start from. */
const FIRST = '#0b6e4f';
const SECOND = '#2a9d8f';

/** The colours of the site, and what becomes of them so that everybody can read its texts. */
export function AccentField() {
  const { value = null, change } = useSiteValue<SiteIdentity['accent']>('accent');
  const [first = FIRST, second = SECOND] = typeof value === 'string' ? [value] : (value ?? []);
  const kind = value === null ? 'standard' : typeof value === 'string' ? 'colour' : 'gradient';
  const accents = { standard: null, colour: first, gradient: [first, second] };
  return (
    <div className="grid gap-4">
      <Choice isRow label="Colours" options={KINDS} value={kind} onChange={(next) => change(accents[next])} />
      {kind !== 'standard' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <ColourField
            label={kind === 'colour' ? 'Colour' : 'First colour'}
            isRequired
            value={first}
            onChange={(colour) => colour && change(kind === 'colour' ? colour : [colour, second])}
          />
          {kind === 'gradient' && (
            <ColourField
              label="Second colour"
              isRequired
              value={second}
              onChange={(colour) => colour && change([first, colour])}
            />
          )}
        </div>
      )}
      {value !== null && <UsedColours accent={value} chosen={{ first, second }} />}
    </div>
  );
}

/** The colours that the site uses, and which of them were moved for contrast. */
function UsedColours({ accent, chosen }: { accent: Accent; chosen: { first: string; second: string } }) {
  const { start, end, light, dark } = usedColours(accent);
  const isMoved = (used: string, from: string) => differsVisibly(from, used);
  const isEndMoved = typeof accent !== 'string' && isMoved(end, chosen.second);
  return (
    <div className="grid gap-2 rounded-control border border-border p-3.5 text-sm" role="status">
      <span
        aria-hidden
        className="h-3 forced-color-adjust-none rounded-full"
        style={{ background: `linear-gradient(90deg, ${start}, ${end})` }}
      />
      <Used name="Buttons and icons" isMoved={isMoved(start, chosen.first) || isEndMoved}>
        <Swatch colour={start} /> <Swatch colour={end} />
      </Used>
      <Used name="Links in the light theme" isMoved={isMoved(light, chosen.first)}>
        <Swatch colour={light} />
      </Used>
      <Used name="Links in the dark theme" isMoved={isMoved(dark, chosen.first)}>
        <Swatch colour={dark} />
      </Used>
    </div>
  );
}

function Used({ name, isMoved, children }: { name: string; isMoved: boolean; children: ReactNode }) {
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-0.5">
      <span className="font-medium sm:w-48">{name}</span>
      {children}
      {isMoved && <span className="text-soft">moved, so that everybody can read it</span>}
    </p>
  );
}
