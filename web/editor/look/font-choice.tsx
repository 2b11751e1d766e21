import { useEffect, useId } from 'react';
import { FONT_IDS, type FontId } from '../../../contract/profiles/look.ts';
import { fontFamilyOf } from '../../public-page/fonts/font-faces.ts';
import { loadFont } from '../../public-page/fonts/load-font.ts';

const FONT_NAMES: Record<FontId, string> = {
  poppins: 'Poppins',
  'space-grotesk': 'Space Grotesk',
  nunito: 'Nunito',
  fraunces: 'Fraunces',
  'abril-fatface': 'Abril Fatface',
  'bebas-neue': 'Bebas Neue',
  'space-mono': 'Space Mono',
  'architects-daughter': 'Architects Daughter',
};

interface FontChoiceProps {
  value: FontId | null;
  /** Null for the font of the theme. */
  onChange: (font: FontId | null) => void;
}

/** A radio group of fonts for the name, headings and titles of links, each shown in its own letters. */
export function FontChoice({ value, onChange }: FontChoiceProps) {
  const group = useId();
  useEffect(() => {
    for (const id of FONT_IDS) loadFont(id);
  }, []);
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">Font of names and titles</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {[null, ...FONT_IDS].map((id) => (
          <label
            key={id ?? ''}
            className="relative grid min-h-14 cursor-pointer place-items-center rounded-control border-2 border-border px-2 py-1.5 text-center leading-tight transition-colors hover:border-field has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={group}
              checked={value === id}
              onChange={() => onChange(id)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {id === null ? (
              <span className="text-sm font-medium">Theme</span>
            ) : (
              <span className="text-lg" style={{ fontFamily: fontFamilyOf(id) }}>
                {FONT_NAMES[id]}
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
