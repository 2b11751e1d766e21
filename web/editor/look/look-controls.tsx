import { Info } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { BUTTON_SHAPES, type ButtonShape, LAYOUTS, type Layout, type Look } from '../../../contract/profiles/look.ts';
import { coloursOfPage } from '../../public-page/page-style.ts';
import { Card } from '../../ui/card.tsx';
import { ColourField } from '../../ui/colour/colour-field.tsx';
import { differsVisibly, Swatch } from '../../ui/colour/swatch.tsx';
import { Button } from '../../ui/form/button.tsx';
import { useEditor } from '../shared/editor-context.ts';
import { usePreviewed } from '../shared/use-previewed.ts';
import { BackgroundControl } from './background-control.tsx';
import { FontChoice } from './font-choice.tsx';

const NO_LOOK: Look = { accent: null, background: null, buttons: null, font: null, layout: null };

const SHAPE_NAMES: Record<ButtonShape, string> = {
  rounded: 'Rounded',
  pill: 'Pill',
  square: 'Square',
  outline: 'Outline',
  solid: 'Solid',
  shadow: 'Shadow',
};
const LAYOUT_NAMES: Record<Layout, string> = { list: 'List', icons: 'Icon row', grid: 'Grid' };

/** The choices of a page that override its theme. */
export function LookControls() {
  const { draft, store, fieldErrors } = useEditor();
  const look = draft.look ?? NO_LOOK;
  const isOwn = Object.values(look).some((choice) => choice !== null);

  /** Without any choice, the page follows the theme. */
  function change(name: keyof Look, choice: Look[keyof Look]) {
    const next = { ...look, [name]: choice };
    const isTheme = Object.values(next).every((value) => value === null);
    store.edit(`look ${name}`, { look: isTheme ? null : next }, { joins: true });
    store.clearFieldErrors(['look']);
  }

  return (
    <section aria-labelledby="own-look" className="mt-10">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div>
          <h2 id="own-look" className="text-lg font-semibold">
            Make it yours
          </h2>
          <p className="text-sm text-soft">Your choices override the theme. Everything else follows it.</p>
        </div>
        {isOwn && (
          <Button variant="ghost" onClick={() => store.edit('look', { look: null })}>
            Theme as it is
          </Button>
        )}
      </div>
      <Card className="grid grid-cols-1 gap-7">
        <ColourField
          label="Accent"
          help="Icons, lines and the frame of your picture."
          value={look.accent}
          onChange={(accent) => change('accent', accent)}
        />
        <BackgroundControl value={look.background} onChange={(background) => change('background', background)} />
        <ContrastNote accent={look.accent} />
        <Choices
          label="Buttons"
          options={BUTTON_SHAPES.map((id) => ({ id, name: SHAPE_NAMES[id], sample: <ShapeSample shape={id} /> }))}
          value={look.buttons}
          onChange={(buttons) => change('buttons', buttons)}
        />
        <FontChoice value={look.font} onChange={(font) => change('font', font)} />
        <Choices
          label="Layout"
          options={LAYOUTS.map((id) => ({ id, name: LAYOUT_NAMES[id], sample: <LayoutSample layout={id} /> }))}
          value={look.layout}
          onChange={(layout) => change('layout', layout)}
        />
        {fieldErrors.look && (
          <p role="alert" className="text-sm text-danger">
            {fieldErrors.look}
          </p>
        )}
      </Card>
    </section>
  );
}

/** Explains that a chosen colour was changed for contrast, and shows the colour on the page. */
function ContrastNote({ accent }: { accent: string | null }) {
  const { profile } = usePreviewed();
  const { primaryColor, plate } = coloursOfPage(profile);
  const isAdjusted = accent !== null && differsVisibly(accent, primaryColor);
  return (
    <div role="status" className="empty:-mt-7">
      {(isAdjusted || plate) && (
        <p className="flex items-start gap-2 rounded-control bg-info-surface p-3 text-sm text-info">
          <Info className="mt-0.5 size-4 shrink-0" aria-hidden />
          <span>
            {isAdjusted && (
              <>
                Your page uses <Swatch colour={primaryColor} /> instead of your accent so that everybody can read it.{' '}
              </>
            )}
            {plate && 'A plain panel is shown behind text, which would be unreadable on this background.'}
          </span>
        </p>
      )}
    </div>
  );
}

interface ChoicesProps<Id extends string> {
  label: string;
  options: readonly { id: Id; name: string; sample: ReactNode }[];
  value: Id | null;
  /** Null for the choice of the theme. */
  onChange: (id: Id | null) => void;
}

/** A radio group of drawn options, the first of which follows the theme. */
function Choices<Id extends string>({ label, options, value, onChange }: ChoicesProps<Id>) {
  const group = useId();
  const all = [{ id: null, name: 'Theme', sample: <span className="text-lg">✦</span> }, ...options];
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(6.25rem,1fr))] gap-2">
        {all.map(({ id, name, sample }) => (
          <label
            key={id ?? ''}
            className="relative grid min-h-20 cursor-pointer justify-items-center gap-1.5 rounded-control border-2 border-border p-2.5 text-center text-sm font-medium transition-colors hover:border-field has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={group}
              value={id ?? ''}
              checked={value === id}
              onChange={() => onChange(id)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span aria-hidden className="grid h-8 w-full place-items-center text-soft">
              {sample}
            </span>
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const SHAPES: Record<ButtonShape, string> = {
  rounded: 'rounded-lg border border-field bg-muted',
  pill: 'rounded-full border border-field bg-muted',
  square: 'border border-field bg-muted',
  outline: 'rounded-lg border-2 border-text',
  solid: 'rounded-lg bg-text',
  shadow: 'rounded-lg border-2 border-text shadow-[3px_3px_0_var(--text)]',
};

function ShapeSample({ shape }: { shape: ButtonShape }) {
  return <span className={`block h-6 w-16 ${SHAPES[shape]}`} />;
}

function LayoutSample({ layout }: { layout: Layout }) {
  const cell = 'block rounded-[3px] bg-field';
  if (layout === 'list') {
    return (
      <span className="grid w-12 gap-1">
        {['a', 'b', 'c'].map((row) => (
          <span key={row} className={`${cell} h-1.5`} />
        ))}
      </span>
    );
  }
  if (layout === 'icons') {
    return (
      <span className="flex gap-1.5">
        {['a', 'b', 'c', 'd'].map((icon) => (
          <span key={icon} className={`${cell} size-3 rounded-full!`} />
        ))}
      </span>
    );
  }
  return (
    <span className="grid w-12 grid-cols-2 gap-1">
      {['a', 'b', 'c', 'd'].map((tile) => (
        <span key={tile} className={`${cell} h-3`} />
      ))}
    </span>
  );
}
