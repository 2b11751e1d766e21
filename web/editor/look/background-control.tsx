import { useId } from 'react';
import type { Background } from '../../../contract/profiles/look.ts';
import { ColourField } from '../../ui/colour/colour-field.tsx';
import { Field } from '../../ui/form/field.tsx';
import { PictureField } from '../shared/picture-field.tsx';

interface BackgroundControlProps {
  value: Background | null;
  /** Null for the background of the theme. */
  onChange: (background: Background | null) => void;
}

const KINDS = [
  { kind: null, name: 'Theme' },
  { kind: 'colour', name: 'Colour' },
  { kind: 'gradient', name: 'Gradient' },
] as const;
/** Colours to start from. */
const FIRST = '#1e3a5f';
const SECOND = '#6d28d9';

/** The background of a page: a colour, a gradient, or the owner's own picture. */
export function BackgroundControl({ value, onChange }: BackgroundControlProps) {
  const group = useId();
  const kind = value?.kind ?? null;

  function choose(next: (typeof KINDS)[number]['kind']) {
    const colour = value?.kind === 'colour' ? value.colour : value?.kind === 'gradient' ? value.from : FIRST;
    if (next === null) onChange(null);
    else if (next === 'colour') onChange({ kind: 'colour', colour });
    else if (next === 'gradient') onChange({ kind: 'gradient', from: colour, to: SECOND, angle: 160 });
  }

  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-medium">Background</legend>
      <div className="grid grid-cols-3 gap-2">
        {KINDS.map((option) => (
          <label
            key={option.name}
            className="relative grid min-h-11 cursor-pointer place-items-center rounded-control border-2 border-border px-2 text-sm font-medium transition-colors hover:border-field has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={group}
              checked={kind === option.kind}
              onChange={() => choose(option.kind)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {option.name}
          </label>
        ))}
      </div>
      {value?.kind === 'colour' && (
        <ColourField
          label="Background colour"
          isRequired
          value={value.colour}
          onChange={(colour) => colour && onChange({ ...value, colour })}
        />
      )}
      {value?.kind === 'gradient' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <ColourField
            label="First colour"
            isRequired
            value={value.from}
            onChange={(from) => from && onChange({ ...value, from })}
          />
          <ColourField
            label="Second colour"
            isRequired
            value={value.to}
            onChange={(to) => to && onChange({ ...value, to })}
          />
          <div className="sm:col-span-2">
            <Field label="Direction" help={`${value.angle} degrees`}>
              {(control) => (
                <input
                  {...control}
                  type="range"
                  min="0"
                  max="360"
                  step="5"
                  value={value.angle}
                  onChange={(event) => onChange({ ...value, angle: Number(event.target.value) })}
                  className="h-11 w-full cursor-pointer accent-(--accent)"
                />
              )}
            </Field>
          </div>
        </div>
      )}
      <PictureField
        kind="background"
        label="Background picture"
        help="We dim the picture behind text so that everybody can read it."
        error={undefined}
        value={value?.kind === 'picture' ? value.image : null}
        onChange={(image) => onChange(image ? { kind: 'picture', image } : null)}
      />
    </fieldset>
  );
}
